package topology

import "testing"

// Brokers 3.10.8, 4.0.5 and 4.3.6 refuse the policies with patterns that are wrong, and take all others, or refuse them for what is not judged.
func TestMalformedPattern(t *testing.T) {
	for pattern, want := range map[string]string{
		`^team-a\.(`:   "the parenthesis that opens at character 10 is not closed",
		`ü(a(b)`:       "the parenthesis that opens at character 2 is not closed",
		`(?=a`:         "the parenthesis that opens at character 1 is not closed",
		`(?>a`:         "the parenthesis that opens at character 1 is not closed",
		`(?<n>a`:       "the parenthesis that opens at character 1 is not closed",
		`a)`:           "the closing parenthesis at character 2 has no opening one",
		`[a`:           "the character class that begins at character 1 has no closing bracket",
		`[]`:           "the character class that begins at character 1 has no closing bracket",
		`[^]`:          "the character class that begins at character 1 has no closing bracket",
		`x[\]`:         "the character class that begins at character 2 has no closing bracket",
		`[[:alpha:]`:   "the character class that begins at character 1 has no closing bracket",
		`[[:^alpha:]`:  "the character class that begins at character 1 has no closing bracket",
		`*a`:           "there is nothing that * at character 1 could repeat",
		`?a`:           "there is nothing that ? at character 1 could repeat",
		`a|*b`:         "there is nothing that * at character 3 could repeat",
		`(+a)`:         "there is nothing that + at character 2 could repeat",
		`(?:*a)`:       "there is nothing that * at character 4 could repeat",
		`a**`:          "there is nothing that * at character 3 could repeat",
		`a+*`:          "there is nothing that * at character 3 could repeat",
		`a+++`:         "there is nothing that + at character 4 could repeat",
		`a\`:           "it ends with a backslash that escapes nothing",
		`team-*`:       "",
		``:             "",
		`a*+b++c?+`:    "",
		`a*?`:          "",
		`[]a]`:         "",
		`[^]a]`:        "",
		`[[:]`:         "",
		`[[:^]]`:       "",
		`[a[]`:         "",
		`[\c]]`:        "",
		`[a\]]+(?!x)`:  "",
		`\c((?!x)`:     "",
		`\Q(`:          "",
		`[\Q]\E]`:      "",
		`[\E]a]`:       "",
		"(?x)# (\n":    "",
		`(*UTF)a`:      "",
		`a(?#x)*`:      "",
		`(?=a)*`:       "",
		`(?(?=a)b|c)`:  "",
		`(?|a)`:        "",
		`(a)(?1)`:      "",
		`(?+1)(a)`:     "",
		`(|)*(?!x)`:    "",
		`x{2}+`:        "",
		`a{,2}(?!x)`:   "",
		`{(?!x)`:       "",
		`^(?!team-)\w`: "",
	} {
		if got := Malformed(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}
