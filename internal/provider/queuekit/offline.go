package queuekit

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// CheckOffline runs the rules that need only the queue. A queue whose name or type is not known yet is left to the plan, which
// can then name it.
func CheckOffline(b *kit.Base, spec Spec, subject kit.Subject, diags *diag.Diagnostics) {
	if spec.Name.IsUnknown() || spec.Name.IsNull() || spec.Type() == "" || spec.Durable.IsUnknown() || spec.AutoDelete.IsUnknown() {
		return
	}
	spec.Values = spec.Values.WithoutRefused()
	t := topology.New(spec.Vhost.ValueString())
	t.PutQueue(spec.Topology(nil, topology.Created))
	b.CheckOffline(t, subject, diags)
}
