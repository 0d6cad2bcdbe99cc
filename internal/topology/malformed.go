package topology

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// opaque are what hides how the pattern goes on: quoting and extended classes, beside what is unreadable.
var opaque = regexp.MustCompile(`\\E|\(\?\[|\[[.=]`)

var posixClass = regexp.MustCompile(`^\[:\^?[a-zA-Z]*:\]`)

// Malformed says what is wrong with a pattern that is a regular expression neither for RabbitMQ nor for Go, such as a parenthesis that is not
// closed. It is empty for one that RabbitMQ may take: whatever only PCRE knows is not judged (pcrepattern(3), pcre2pattern(3)).
func Malformed(pattern string) string {
	if unreadable.MatchString(pattern) || opaque.MatchString(pattern) || compile(pattern).exact != nil {
		return ""
	}
	at := func(i int) int { return utf8.RuneCountInString(pattern[:i]) + 1 }
	var open []int
	repeatable := false // whether there is something that a quantifier may repeat
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		switch rest[0] {
		case '\\':
			if len(rest) == 1 {
				return "it ends with a backslash that escapes nothing"
			}
			i, repeatable = i+escapeLength(rest), true
		case '[':
			n, closed := ownClassLength(rest)
			if !closed {
				return fmt.Sprintf("the character class that begins at character %d has no closing bracket", at(i))
			}
			i, repeatable = i+n, true
		case '(':
			open = append(open, i)
			switch {
			case strings.HasPrefix(rest, "(?:"):
				i, repeatable = i+3, false
			case strings.HasPrefix(rest, "(?"):
				i, repeatable = i+2, true
			default:
				i, repeatable = i+1, false
			}
		case ')':
			if len(open) == 0 {
				return fmt.Sprintf("the closing parenthesis at character %d has no opening one", at(i))
			}
			open = open[:len(open)-1]
			i, repeatable = i+1, true
		case '|':
			i, repeatable = i+1, false
		case '*', '+', '?':
			if !repeatable {
				return fmt.Sprintf("there is nothing that %c at character %d could repeat", rest[0], at(i))
			}
			i, repeatable = i+1, false
			if i < len(pattern) && (pattern[i] == '+' || pattern[i] == '?') {
				i++ // possessive or lazy
			}
		default:
			i, repeatable = i+1, true
		}
	}
	if len(open) > 0 {
		return fmt.Sprintf("the parenthesis that opens at character %d is not closed", at(open[len(open)-1]))
	}
	return ""
}

// escapeLength is the length of the escape that a text begins with: \c takes the character behind it.
func escapeLength(text string) int {
	if strings.HasPrefix(text, `\c`) {
		return min(3, len(text))
	}
	return 2
}

// ownClassLength is the length of the character class that a text begins with, read so that it ends wherever it might.
func ownClassLength(text string) (length int, closed bool) {
	i := 1
	if strings.HasPrefix(text[i:], "^") {
		i++
	}
	if strings.HasPrefix(text[i:], "]") {
		i++ // stands for itself
	}
	for i < len(text) {
		switch text[i] {
		case ']':
			return i + 1, true
		case '\\':
			i += escapeLength(text[i:])
		default:
			i += max(1, len(posixClass.FindString(text[i:])))
		}
	}
	return len(text), false
}
