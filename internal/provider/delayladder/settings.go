package delayladder

import (
	"fmt"
	"strings"
	"time"
)

// Settings describe a network. What is zero is not set.
type Settings struct {
	// Preset is NServiceBus, Celery or, for a network of one's own, empty.
	Preset string
	// Prefix is that of all names.
	Prefix string
	// Levels and Unit are those of the libraries if they are not set.
	Levels int64
	Unit   time.Duration
}

// Refused is an error that says which setting cannot be as it is.
type Refused struct{ Setting, Summary, Text string }

// Error is the text without its full stop, for sentences that it is put into.
func (r *Refused) Error() string { return strings.TrimSuffix(r.Text, ".") }

// Ladder is the network that the settings describe.
func (s Settings) Ladder() (Ladder, *Refused) {
	if s.Levels == 0 {
		s.Levels = LibraryLevels
	}
	if s.Unit == 0 {
		s.Unit = LibraryUnit
	}
	switch s.Preset {
	case "":
		return s.own()
	case NServiceBus:
		if s.Prefix != "" {
			return Ladder{}, &Refused{"prefix", "Prefix of a network that has none", "NServiceBus has fixed names for its network. Leave prefix out."}
		}
	case Celery:
	default:
		return Ladder{}, &Refused{"preset", "Unknown preset", fmt.Sprintf("There is no preset %q. Write %s or %s.", s.Preset, NServiceBus, Celery)}
	}
	switch {
	case s.Levels != LibraryLevels:
		return Ladder{}, &Refused{"levels", "Levels that the library does not declare", "The library's network has 28 levels. Leave levels out, or leave preset out and set prefix."}
	case s.Unit != LibraryUnit:
		return Ladder{}, &Refused{"unit", "Unit that the library does not declare", "The library's network counts seconds. Leave unit out, or leave preset out and set prefix."}
	case s.Preset == NServiceBus:
		return ofNServiceBus(), nil
	}
	return ofCelery(s.Prefix), nil
}
