package kit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Claim is a resource that is planned, and what the plan does to an object that it has as its own.
type Claim struct {
	// Resource is its type.
	Resource string
	ID       types.String
	Change   topology.Change
}

// Claim records that a planned resource has an object as its own.
func (v *View) Claim(ctx context.Context, object topology.Object, claim Claim) {
	call := CallOf(ctx)
	if call.Instance == 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.topology.Claim(object, topology.Claim{
		Instance: call.Instance, Resource: claim.Resource, ID: claim.ID.ValueString(), Change: claim.Change,
	})
}

// Leave records that the plan deletes an object which a resource owns, and reports whether the object goes: another resource of the
// plan may have it, as after a change of the address or of the type of a resource. What then is wrong with that is said here.
func (b *Base) Leave(ctx context.Context, view *View, object topology.Object, claim Claim, subject Subject, diags *diag.Diagnostics) (goes bool) {
	claim.Change = topology.Deleted
	view.Claim(ctx, object, claim)
	stays := false
	view.With(func(t *topology.VirtualHost) { stays = t.Claimed(object) })
	if stays {
		subject.Only = lint.OwnedTwice
		b.CheckPlan(view, subject, diags)
	}
	return !stays
}
