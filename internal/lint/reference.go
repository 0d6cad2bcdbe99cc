package lint

import (
	"fmt"
	"strings"
)

// Reference returns the Markdown reference of all rules, sorted by id: one section per rule, below headings of level 2.
func Reference() string {
	var b strings.Builder
	for _, r := range Rules() {
		in := "plan"
		switch {
		case r.Homes&Validate != 0:
			in = "validate, plan"
		case r.Homes&Plan == 0:
			in = "review"
		}
		fmt.Fprintf(&b, "### %s\n\nFinds %s.\n\n- Default: `%s`\n- Checked in: %s\n", r.ID, r.Finds, r.Default, in)
		if r.Source != "" {
			fmt.Fprintf(&b, "- Source: %s\n", r.Source)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
