package queuekit

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// outlives reports whether the new queue of a migration stays until somebody consumes it, and says what keeps it from that.
func outlives(view *kit.View, spec Spec, diags *diag.Diagnostics) bool {
	why := ""
	view.With(func(t *topology.VirtualHost) { why = expiring(t, spec.Topology(t.Version, topology.Migrated)) })
	if why == "" {
		return true
	}
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	diags.AddAttributeError(path.Root("on_replace"), fmt.Sprintf("Queue %q cannot be migrated", name),
		fmt.Sprintf("The messages of queue %q in virtual host %q would be moved into a queue that expires: %s. A queue is used by consumers, not by what is published to it: "+
			"if none is there in time, the broker deletes it with all messages, even while they are moved. Migrate without expires, and set it afterwards, when consumers "+
			"are there, in a policy (settings_in = \"policy\" or rabbitmq_policy), which changes in place.", name, vhost, why))
	return false
}

// expiring says what makes a queue expire, "" for nothing.
func expiring(t *topology.VirtualHost, q *topology.Queue) string {
	row := queueargs.Expires
	setting, set := t.Effective(q, row)
	switch {
	case !set:
		return ""
	case setting.Unknown():
		return row.PolicyKey + " or a policy may set that, which is not known yet"
	case setting.Policy != "":
		return fmt.Sprintf("the %s %q sets %s to %s for it", setting.From, setting.Policy, row.PolicyKey, setting.Value)
	default:
		return fmt.Sprintf("%s is %s", row.PolicyKey, setting.Value)
	}
}
