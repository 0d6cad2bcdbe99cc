package objectset

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// CheckOffline runs the rules that need nothing but the set. Queues of which too little is known yet are left to the plan.
func (s Set) CheckOffline(b *kit.Base, diags *diag.Diagnostics) {
	t := topology.New(s.Vhost)
	// The ways of messages inside the set are all there, and nothing else is looked at.
	t.Complete = !s.Incomplete
	for _, x := range s.Exchanges {
		t.PutExchange(x.inTopology(topology.Created))
	}
	for _, q := range s.Queues {
		if q.Named() && q.Type() != "" {
			t.PutQueue(q.Topology(nil, topology.Created))
		}
	}
	for _, binding := range s.Bindings {
		t.PutBinding(inTopology(binding.Binding, topology.Created))
	}
	for _, subject := range s.subjects() {
		b.CheckOffline(t, subject, diags)
	}
}
