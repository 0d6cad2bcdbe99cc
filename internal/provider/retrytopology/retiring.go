package retrytopology

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// parkRetiring lets what comes back from tiers that retire be parked at its next failure: their attempts were used up. Without a binding for its
// key it would be taken for a first failure and start over. A key that is still one of an attempt leads on as it does for every message.
func (m *model) parkRetiring(s *objectset.Set, tiers []tier, retiring []string, has objectset.Inventory) {
	parking, known := m.parking()
	if !known {
		return
	}
	bound := map[string]bool{}
	for _, t := range tiers {
		bound[t.key(m)] = true
	}
	for _, name := range retiring {
		key, _ := has.Queues[name].Arguments[queueargs.DeadLetterRoutingKey.Argument].(string)
		if key != "" && !bound[key] {
			bound[key] = true
			s.Bindings = append(s.Bindings, m.binding(m.exchange("retry"), key, parking.Name.ValueString()))
		}
	}
}

func (m *model) setRetiring(queues []string) {
	names := make([]string, len(queues))
	copy(names, queues)
	m.Retiring, _ = types.ListValueFrom(context.Background(), types.StringType, names)
}
