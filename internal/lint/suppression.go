package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/nearest"
)

// Suppression is a finding that somebody accepts: of one rule, about one object or about all of them.
type Suppression struct {
	Rule string
	// Object, Vhost and Address name the object; what is empty fits all. Address is Terraform's, which only a review knows.
	Object, Vhost, Address string
	// Reason says why it is accepted.
	Reason string
}

// Check returns an error if there is no such rule, or no reason.
func (s Suppression) Check() error {
	switch {
	case !Known(s.Rule):
		return UnknownRule(s.Rule)
	case strings.TrimSpace(s.Reason) == "":
		return errors.New("it has no reason")
	}
	return nil
}

// Fits reports whether an entry accepts what a rule finds of an object. While a configuration is validated a virtual host may not be known,
// and is then empty: such a finding is left to the plan.
func (s Suppression) Fits(rule, vhost, object, address string) bool {
	fits := func(want, have string) bool { return want == "" || want == have }
	return s.Rule == rule && fits(s.Object, object) && (fits(s.Vhost, vhost) || vhost == "") && fits(s.Address, address)
}

// accepts reports whether an entry accepts a finding.
func (c *Context) accepts(f Finding) bool {
	return slices.ContainsFunc(c.Suppressions, func(s Suppression) bool { return s.Fits(f.Rule, c.Topology.Name, f.Object.Name, "") })
}

// UnknownRule returns the error about a name that is no rule's, with what was meant.
func UnknownRule(name string) error {
	ids := make([]string, 0, len(rules))
	for _, rule := range sorted() {
		ids = append(ids, rule.ID)
	}
	if meant := nearest.Of(name, ids); meant != "" {
		return fmt.Errorf("there is no rule %q; did you mean %q?", name, meant)
	}
	return fmt.Errorf("there is no rule %q; the rules are %s", name, strings.Join(ids, ", "))
}
