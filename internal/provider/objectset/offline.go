package objectset

import (
	"strings"

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
	var n named
	for _, subject := range s.subjects() {
		var found diag.Diagnostics
		b.CheckOffline(t, subject, &found)
		diags.Append(n.once(found)...)
	}
}

// named makes one error of those that say that one attribute gives names which cannot be.
type named struct{ said map[string]bool }

func (n *named) once(found diag.Diagnostics) (rest diag.Diagnostics) {
	for _, d := range found {
		at, located := d.(diag.DiagnosticWithPath)
		if located && strings.HasPrefix(d.Summary(), nameInvalid+":") {
			if n.said[at.Path().String()] {
				continue
			}
			if n.said == nil {
				n.said = map[string]bool{}
			}
			n.said[at.Path().String()] = true
		}
		rest.Append(d)
	}
	return rest
}
