package bindingset

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// CheckOffline runs the rules that need nothing but each binding. keys is the attribute in which the owner has the routing keys, and ignore
// is its lint_ignore.
func (s Set) CheckOffline(b *kit.Base, ignore []string, keys path.Path, diags *diag.Diagnostics) {
	for _, have := range s.Bindings() {
		t := topology.New(s.Vhost)
		planned := binding.InTopology(have, topology.Created)
		t.PutBinding(planned)
		b.CheckOffline(t, subject(planned, ignore, keys), diags)
	}
}

// CheckPlan runs the rules of the plan about each binding, after Record.
func (s Set) CheckPlan(b *kit.Base, view *kit.View, ignore []string, keys path.Path, diags *diag.Diagnostics) {
	for _, have := range s.Bindings() {
		b.CheckPlan(view, subject(binding.InTopology(have, topology.Unchanged), ignore, keys), diags)
	}
}

func subject(b *topology.Binding, ignore []string, keys path.Path) kit.Subject {
	return kit.Subject{
		Ref: topology.Ref{Kind: topology.KindBinding, Name: b.Name()}, Ignore: ignore, Path: func(string) path.Path { return keys },
	}
}
