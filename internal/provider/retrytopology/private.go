package retrytopology

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// heldKey is where the private state has which tiers held messages when they were last read. Terraform plans twice, before and while it
// applies, and both have to come to the same; counts do not.
const heldKey = "held"

// KeepsPrivateState implements server.KeepsPrivateState.
func (r *retryTopologyResource) KeepsPrivateState() {}

func held(ctx context.Context, private kit.Private, diags *diag.Diagnostics) map[string]bool {
	text, more := private.GetKey(ctx, heldKey)
	diags.Append(more...)
	var queues map[string]bool
	if len(text) == 0 || json.Unmarshal(text, &queues) != nil {
		return nil
	}
	return queues
}

func keepHeld(ctx context.Context, private kit.Private, queues map[string]bool, diags *diag.Diagnostics) {
	text, err := json.Marshal(queues)
	if err != nil {
		diags.AddError("Unwritable private state", err.Error()+".")
		return
	}
	diags.Append(private.SetKey(ctx, heldKey, text)...)
}
