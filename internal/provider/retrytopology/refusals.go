package retrytopology

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
)

// refuse says which settings contradict each other.
func (m *model) refuse(s objectset.Set, tiers []tier, diags *diag.Diagnostics) {
	refuseTwice(s, diags)
	m.refuseOwnExchanges(diags)
	m.refuseAttemptKeys(tiers, diags)
}

// refuseTwice refuses settings that give two queues one name.
func refuseTwice(s objectset.Set, diags *diag.Diagnostics) {
	seen := map[string]bool{}
	for _, q := range s.Queues {
		name := q.Name.ValueString()
		if !q.Name.IsUnknown() && seen[name] {
			diags.AddAttributeError(q.Path("name"), "Two queues of one name",
				fmt.Sprintf("Two queues of the topology would be called %q. Work queue, parking queue and the queues of the attempts (the name with .retry.1 and so on) need a name each.", name))
		}
		seen[name] = true
	}
}

// refuseOwnExchanges refuses to let messages in where they are on their way already.
func (m *model) refuseOwnExchanges(diags *diag.Diagnostics) {
	source, _, _ := m.enterFrom()
	for _, part := range []string{"retry", "first", "return"} {
		if source == m.exchange(part) {
			diags.AddAttributeError(path.Root("enter_from").AtName("exchange"), "Messages cannot enter from the topology's own exchange",
				fmt.Sprintf("Exchange %q belongs to this topology, which binds it itself: rejected messages and those that come back take their way through it. Write the exchange that publishers "+
					"publish to, or leave enter_from out if they publish to the work queue by its name.", source))
		}
	}
}

// refuseAttemptKeys refuses to let messages in as if they had failed before.
func (m *model) refuseAttemptKeys(tiers []tier, diags *diag.Diagnostics) {
	_, keys, _ := m.enterFrom()
	for _, t := range tiers {
		if key := t.key(m); slices.Contains(keys, key) {
			diags.AddAttributeError(path.Root("enter_from").AtName("routing_keys"), "Routing key of an attempt",
				fmt.Sprintf("A message that enters with the routing key %q would be taken for one whose attempt %d has failed when it fails for the first time, and miss the attempts up to that. "+
					"Let publishers use another key.", key, t.number))
		}
	}
}
