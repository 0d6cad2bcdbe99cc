package kit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

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
