package kit

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// Of more findings of one rule than these a summary is said; it names so many objects.
const (
	saidSingly = 3
	named      = 20
)

// reportTogether says findings, those of one rule about many objects in one diagnostic: a policy may match a thousand queues.
func reportTogether(found []lint.Finding, subject Subject, diags *diag.Diagnostics) {
	type group struct {
		rule     string
		severity lint.Severity
	}
	groups := map[group][]lint.Finding{}
	var order []group
	for _, f := range found {
		g := group{f.Rule, f.Severity}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], f)
	}
	for _, g := range order {
		all := groups[g]
		if len(all) > saidSingly {
			reportAll(all, subject, diags)
			continue
		}
		for _, f := range all {
			report(f, subject, diags)
		}
	}
}

// reportAll says many findings of one rule by the example of the first.
func reportAll(all []lint.Finding, subject Subject, diags *diag.Diagnostics) {
	first := all[0]
	kind := string(first.Object.Kind)
	var others []string
	for i, f := range all[1:] {
		if f.Object.Kind != first.Object.Kind {
			kind = "object"
		}
		if i+1 < named {
			others = append(others, fmt.Sprintf("%q", f.Object.Name))
		}
	}
	if more := len(all) - named; more > 0 {
		others = append(others, fmt.Sprintf("%d more", more))
	}
	say(first.Severity, subject.at(first), fmt.Sprintf("%s: %d %s, by %s %q", first.Rule, len(all), plural(kind), subject.Ref.Kind, subject.Ref.Name),
		fmt.Sprintf("Of %s %q: %s\n\nThe like is found of %s.\n\n%s", first.Object.Kind, first.Object.Name, first.Consequence, strings.Join(others, ", "), first.Advice), diags)
}

func plural(kind string) string {
	if stem, ok := strings.CutSuffix(kind, "y"); ok {
		return stem + "ies"
	}
	return kind + "s"
}
