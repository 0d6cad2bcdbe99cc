package topology

import (
	"regexp"
	"strings"
)

// unreadable are quoting, references by name, comments, extended syntax and verbs: what stands behind them may not be what it looks like.
var unreadable = regexp.MustCompile(`\\[QgkK]|\(\?#|\(\?[a-zA-Z^-]*x|\(\*`)

// wider returns a pattern that Go may know and that matches whatever a pattern of PCRE matches, and more: without conditions that take no
// characters (look-around), with anything in place of what a back-reference repeats, and with backtracking where possessive quantifiers and
// atomic groups have none. It reports false if it cannot tell (pcrepattern(3)).
func wider(pattern string) (string, bool) {
	if unreadable.MatchString(pattern) {
		return "", false
	}
	var out strings.Builder
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		switch {
		case rest[0] == '\\' && len(rest) > 1 && rest[1] >= '1' && rest[1] <= '9':
			i += 2
			for i < len(pattern) && pattern[i] >= '0' && pattern[i] <= '9' {
				i++
			}
			out.WriteString("(?s:.*)")
		case rest[0] == '\\' && len(rest) > 1:
			out.WriteString(rest[:2])
			i += 2
		case rest[0] == '[':
			n := classLength(rest)
			if n == 0 {
				return "", false
			}
			out.WriteString(rest[:n])
			i += n
		case lookAround(rest):
			n := groupLength(rest)
			if n == 0 {
				return "", false
			}
			out.WriteString("(?:)")
			i += n
		case strings.HasPrefix(rest, "(?>"):
			out.WriteString("(?:")
			i += len("(?>")
		case strings.ContainsRune("*+?", rune(rest[0])) && strings.HasPrefix(rest[1:], "+"):
			out.WriteByte(rest[0])
			i += 2
		default:
			out.WriteByte(rest[0])
			i++
		}
	}
	return out.String(), true
}

func lookAround(text string) bool {
	for _, opening := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(text, opening) {
			return true
		}
	}
	return false
}

// classLength is the length of the character class that a text begins with, 0 if it does not end.
func classLength(text string) int {
	i := 1
	if strings.HasPrefix(text[i:], "^") {
		i++
	}
	if strings.HasPrefix(text[i:], "]") {
		i++ // stands for itself
	}
	for i < len(text) {
		switch {
		case text[i] == ']':
			return i + 1
		case text[i] == '\\':
			i += 2
		case strings.HasPrefix(text[i:], "[:"):
			end := strings.Index(text[i:], ":]")
			if end < 0 {
				return 0
			}
			i += end + len(":]")
		default:
			i++
		}
	}
	return 0
}

// groupLength is the length of the group that a text begins with, 0 if it does not end.
func groupLength(text string) int {
	depth := 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '\\':
			i++
		case '[':
			n := classLength(text[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return 0
}
