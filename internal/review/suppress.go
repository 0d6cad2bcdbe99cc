package review

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// Suppressions are findings that somebody does not want to hear of, as one place says it.
type Suppressions struct {
	// From says what that place is, for people.
	From    string
	entries []lint.Suppression
	met     []bool // which entries have met a finding
}

// NewSuppressions returns the entries of a place, which have met nothing yet.
func NewSuppressions(from string, entries ...lint.Suppression) *Suppressions {
	return &Suppressions{from, entries, make([]bool, len(entries))}
}

// ReadSuppressions reads a file, which is YAML: a list with rule, reason and, to suppress one object's findings only, object and vhost or
// address.
func ReadSuppressions(file string, content []byte) (*Suppressions, error) {
	var written []struct {
		Rule    string  `yaml:"rule"`
		Object  *string `yaml:"object"`
		Vhost   *string `yaml:"vhost"`
		Address *string `yaml:"address"`
		Reason  string  `yaml:"reason"`
	}
	d := yaml.NewDecoder(bytes.NewReader(content))
	d.KnownFields(true) // a misspelled key would accept a rule everywhere
	if err := d.Decode(&written); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the suppressions cannot be read: %w", err)
	}
	var entries []lint.Suppression
	for i, w := range written {
		entry := lint.Suppression{Rule: w.Rule, Reason: w.Reason}
		err := entry.Check()
		for _, part := range []struct {
			name     string
			from, to *string
		}{{"object", w.Object, &entry.Object}, {"vhost", w.Vhost, &entry.Vhost}, {"address", w.Address, &entry.Address}} {
			switch {
			case part.from == nil:
			case *part.from == "" && err == nil:
				err = fmt.Errorf("its %s is empty, which would fit all: name it, or leave it out", part.name)
			default:
				*part.to = *part.from
			}
		}
		if err != nil {
			return nil, fmt.Errorf("suppression %d: %w", i+1, err)
		}
		entries = append(entries, entry)
	}
	return NewSuppressions(file, entries...), nil
}

// of returns the reason of the first entry that accepts a finding. All that do have met it.
func (s *Suppressions) of(f Finding) (reason string, suppressed bool) {
	if s == nil {
		return "", false
	}
	for i, entry := range s.entries {
		if !entry.Fits(f.Rule, f.Vhost, f.Object, f.Address) {
			continue
		}
		s.met[i] = true
		if !suppressed {
			reason, suppressed = entry.Reason, true
		}
	}
	return reason, suppressed
}

// Unused is a suppression that has accepted nothing, and may be one that is no longer needed.
type Unused struct {
	From    string `json:"from"`
	Rule    string `json:"rule"`
	Object  string `json:"object,omitempty"`
	Vhost   string `json:"vhost,omitempty"`
	Address string `json:"address,omitempty"`
	Reason  string `json:"reason"`
}

// unused are the entries that have met no finding, without those of rules that a review does not check.
func (s *Suppressions) unused() (all []Unused) {
	if s == nil {
		return nil
	}
	checked := map[string]bool{}
	for _, rule := range lint.Rules() {
		checked[rule.ID] = rule.Homes&lint.Review != 0
	}
	for i, e := range s.entries {
		if !s.met[i] && checked[e.Rule] {
			all = append(all, Unused{s.From, e.Rule, e.Object, e.Vhost, e.Address, e.Reason})
		}
	}
	return all
}

// String is the entry, for people.
func (u Unused) String() string {
	text := u.Rule
	for _, part := range []struct{ name, value string }{{"address", u.Address}, {"object", u.Object}, {"virtual host", u.Vhost}} {
		if part.value != "" {
			text += fmt.Sprintf(", %s %q", part.name, part.value)
		}
	}
	return fmt.Sprintf("%s: %s (%s)", u.From, text, u.Reason)
}
