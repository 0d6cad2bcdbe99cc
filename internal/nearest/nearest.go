// Package nearest finds what a misspelled name was meant to be.
package nearest

import (
	"strings"

	"github.com/agext/levenshtein"
)

// tooFar is the number of letters to change from which on a name is not taken for a misspelling of another.
const tooFar = 4

// Of returns the name that is most like a misspelled one, the first of equals; empty if none is near enough to be meant.
func Of(misspelled string, names []string) string {
	best, distance := "", tooFar
	for _, name := range names {
		if d := levenshtein.Distance(strings.ToLower(misspelled), name, nil); d < distance {
			best, distance = name, d
		}
	}
	return best
}
