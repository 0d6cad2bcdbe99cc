package review

import (
	"fmt"
	"io"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// at says where an object stands, for people.
func at(address, vhost string) string {
	if address != "" {
		return address
	}
	return fmt.Sprintf("virtual host %q", vhost)
}

// summary counts findings.
func (r *Report) summary() string {
	count := map[lint.Severity]int{}
	for _, f := range r.Findings {
		count[f.Severity]++
	}
	return fmt.Sprintf("%s in the %s: %s, %s, %d suppressed", plural(r.Objects, "object"), r.Source,
		plural(count[lint.Error], "error"), plural(count[lint.Warning], "warning"), len(r.Suppressed))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	var t strings.Builder
	fmt.Fprintf(&t, "%s.\n", r.summary())
	for _, f := range r.Findings {
		fmt.Fprintf(&t, "\n%s: %s: %s %q (%s)\n  %s\n  %s\n", strings.ToUpper(string(f.Severity)), f.Rule, f.Kind, f.Object, at(f.Address, f.Vhost), f.Consequence, f.Advice)
	}
	if len(r.Changes) > 0 {
		t.WriteString("\nWhat the change does to messages:\n")
		for _, c := range r.Changes {
			fmt.Fprintf(&t, "  %s %s %q (%s): %s\n", sign(c.Change), c.Kind, c.Object, at(c.Address, c.Vhost), c.Effect)
		}
	}
	if len(r.Unknown) > 0 {
		t.WriteString("\nNot known until the apply:\n")
		for _, address := range r.Unknown {
			fmt.Fprintf(&t, "  %s\n", address)
		}
	}
	if len(r.Suppressed) > 0 {
		t.WriteString("\nSuppressed:\n")
		for _, s := range r.Suppressed {
			fmt.Fprintf(&t, "  %s: %s %q (%s): %s\n", s.Rule, s.Kind, s.Object, at(s.Address, s.Vhost), s.Reason)
		}
	}
	if len(r.Unused) > 0 {
		t.WriteString("\n" + unusedNote + ":\n")
		for _, u := range r.Unused {
			fmt.Fprintf(&t, "  %s\n", u)
		}
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// unusedNote is the heading over suppressions that have accepted nothing.
const unusedNote = "Suppressions that accept nothing here, and may have become needless"

// sign is how Terraform marks a change.
func sign(c topology.Change) string {
	switch c {
	case topology.Created:
		return "+"
	case topology.Deleted:
		return "-"
	case topology.Replaced:
		return "-/+"
	case topology.Updated, topology.Migrated:
		return "~"
	}
	return " "
}
