package lint

import (
	"fmt"
	"strings"
)

// homeNames says of each home in words where its rules are checked.
var homeNames = []struct {
	home Home
	name string
}{
	{Validate, "validate"}, {Plan, "plan"}, {Review, "review"}, {Live, "live audit"},
}

// Reference returns the Markdown reference of all rules, sorted by id: one section per rule, below headings of level 2.
func Reference() string {
	var b strings.Builder
	for _, r := range Rules() {
		var homes []string
		for _, h := range homeNames {
			if r.Homes&h.home != 0 {
				homes = append(homes, h.name)
			}
		}
		fmt.Fprintf(&b, "### %s\n\nFinds %s.\n\n- Default: `%s`\n- Checked in: %s\n", r.ID, r.Finds, r.Default, strings.Join(homes, ", "))
		if r.Source != "" {
			fmt.Fprintf(&b, "- Source: %s\n", r.Source)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
