package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// longest is how many characters of a name or a label are shown.
const longest = 40

// visible takes out of a text what cannot be seen, and what XML cannot have.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// shown is as much of a text as there is room for.
func shown(text string) string { return cut(visible(text), longest) }

// cut is a text of no more characters than most.
func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return string(runes)
}

// join makes one label of several.
func join(labels []string) string {
	labels = slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return l == "" })
	switch {
	case len(labels) > 2:
		return fmt.Sprintf("%s and %d more", labels[0], len(labels)-1)
	default:
		return strings.Join(labels, ", ")
	}
}
