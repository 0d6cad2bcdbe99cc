package queuekit

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// CheckOffline runs the rules that need only the queue. A queue whose name or type is not known yet is left to the plan, which
// can then name it.
func CheckOffline(b *kit.Base, spec Spec, subject kit.Subject, diags *diag.Diagnostics) {
	if !spec.PolicyPriority.IsNull() && !spec.SettingsIn.IsUnknown() && spec.SettingsIn.ValueString() != InPolicy {
		diags.AddAttributeError(path.Root("policy_priority"), "policy_priority without a policy",
			fmt.Sprintf("Settings of the queue %s are kept in its arguments, so that there is no policy of its own whose priority could be set. Set settings_in = %q, or remove "+
				"policy_priority.", spec.Name, InPolicy))
	}
	if spec.Name.IsUnknown() || spec.Name.IsNull() || spec.Type() == "" || spec.Durable.IsUnknown() || spec.AutoDelete.IsUnknown() {
		return
	}
	spec.Values = spec.Values.WithoutRefused()
	t := topology.New(spec.Vhost.ValueString())
	t.PutQueue(spec.Topology(nil, topology.Created))
	if own := spec.inTopology(nil, topology.Created); own != nil {
		t.PutPolicy(own)
	}
	b.CheckOffline(t, subject, diags)
}
