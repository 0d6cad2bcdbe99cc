package bindingset

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// CheckOffline runs the rules that need nothing but each binding. at is where what a binding is made of (source, routing_key...) stands in
// the resource that owns it, and ignore is that resource's lint_ignore.
func (s Set) CheckOffline(b *kit.Base, ignore []string, at func(field string) path.Path, diags *diag.Diagnostics) {
	for _, have := range s.Bindings() {
		t := topology.New(s.Vhost)
		t.PutQueue(&topology.Queue{Name: s.Queue, Managed: true})
		if s.OwnsSource {
			t.PutExchange(&topology.Exchange{Name: s.Source, Managed: true})
		}
		planned := binding.InTopology(have, topology.Created)
		t.PutBinding(planned)
		b.CheckOffline(t, subject(planned, ignore, at), diags)
	}
}

// CheckPlan runs the rules of the plan about each binding, after Record.
func (s Set) CheckPlan(b *kit.Base, view *kit.View, ignore []string, at func(field string) path.Path, diags *diag.Diagnostics) {
	for _, have := range s.Bindings() {
		b.CheckPlan(view, subject(binding.InTopology(have, topology.Unchanged), ignore, at), diags)
	}
}

func subject(b *topology.Binding, ignore []string, at func(field string) path.Path) kit.Subject {
	return kit.Subject{Ref: topology.Ref{Kind: topology.KindBinding, Name: b.Name()}, Ignore: ignore, Path: at}
}
