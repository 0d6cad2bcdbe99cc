package review

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// Suppressions are findings that somebody does not want to hear of.
type Suppressions []Suppression

// Suppression is one entry of the file: a rule, about one object or about all, with a reason that the report prints.
type Suppression struct {
	Rule    string `yaml:"rule"`
	Object  string `yaml:"object"`
	Vhost   string `yaml:"vhost"`
	Address string `yaml:"address"`
	Reason  string `yaml:"reason"`
}

// ReadSuppressions reads the file, which is YAML: a list with rule, reason and, to suppress one object's findings only, object and vhost or
// address.
func ReadSuppressions(content []byte) (s Suppressions, err error) {
	d := yaml.NewDecoder(bytes.NewReader(content))
	d.KnownFields(true) // a misspelled key would accept a rule everywhere
	if err := d.Decode(&s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the suppressions cannot be read: %w", err)
	}
	for i, entry := range s {
		switch {
		case !lint.Known(entry.Rule):
			err = fmt.Errorf("there is no rule %q", entry.Rule)
		case strings.TrimSpace(entry.Reason) == "":
			err = errors.New("it has no reason")
		}
		if err != nil {
			return nil, fmt.Errorf("suppression %d: %w", i+1, err)
		}
	}
	return s, nil
}

func (s Suppressions) of(f Finding) (reason string, suppressed bool) {
	match := func(want, have string) bool { return want == "" || want == have }
	for _, entry := range s {
		if entry.Rule == f.Rule && match(entry.Object, f.Object) && match(entry.Vhost, f.Vhost) && match(entry.Address, f.Address) {
			return entry.Reason, true
		}
	}
	return "", false
}
