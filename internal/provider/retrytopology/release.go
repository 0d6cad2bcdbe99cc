package retrytopology

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
)

// release leaves a work queue that is no longer to be owned on the broker, with its way back: it passes to whoever owns it from now on.
func (m *model) release(state *model, before *objectset.Before) {
	if m.releases(state) {
		before.Release(state.workSpec().Name.ValueString())
	}
}

// sayReleased says so, since the plan shows the queue as one that goes.
func (m *model) sayReleased(state *model, diags *diag.Diagnostics) {
	if !m.releases(state) {
		return
	}
	work := state.workSpec().Name.ValueString()
	diags.AddAttributeWarning(path.Root("work_queue"), fmt.Sprintf("Queue %q stays on the broker", work),
		fmt.Sprintf("Without work_queue this topology has queue %q in virtual host %q no more, and the plan shows it and its bindings as removed from objects. All of that stays on the broker, with the "+
			"messages in the queue, and belongs to no resource from then on. Messages still come back to it. A rabbitmq_queue and rabbitmq_binding of the same settings take it over; if it is not to stay, "+
			"bind another queue to exchange %q before you delete it.", work, state.Vhost.ValueString(), m.exchange("return")))
}

func (m *model) releases(state *model) bool {
	return m.WorkQueue.IsNull() && !state.WorkQueue.IsNull()
}
