package binding

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

func (r *bindingResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	parts, err := kit.ParseID(req.ID, 5)
	if err == nil && parts[3] != "queue" && parts[3] != "exchange" {
		err = fmt.Errorf("the fourth part of the id %q is %q where queue or exchange is expected", req.ID, parts[3])
	}
	if err == nil && parts[1] == "" && parts[0] != "" {
		resp.Diagnostics.AddError("Unable to import a binding of the default exchange",
			fmt.Sprintf("The id %q names no source exchange. The default exchange is bound to queue %q by the broker itself, under the queue's name: that binding is there as long "+
				"as the queue and cannot be managed. Manage the queue instead.", req.ID, parts[2]))
		return
	}
	if err == nil && slices.Contains(parts[:3], "") {
		err = fmt.Errorf("the id %q lacks a virtual host or a destination", req.ID)
	}
	if err != nil {
		resp.Diagnostics.AddError("Invalid import id", err.Error()+". Write <vhost>/<source>/<destination>/<queue or exchange>/<properties_key>, "+
			"each part percent-encoded; instead of the properties key, the routing key of a binding without arguments will do, or ~ for an empty one.")
		return
	}
	for i, name := range []string{"vhost", "source", "destination", "destination_type", "properties_key"} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), parts[i])...)
	}
}

// find reads the binding of a state. The last part of an import id is the properties key as the broker writes it, which is form-encoded
// (%23 for #), or just the routing key of a binding without arguments: such a binding is looked up in the list.
func (r *bindingResource) find(ctx context.Context, state *model) (rabbitmq.Binding, error) {
	vhost, key := state.Vhost.ValueString(), state.binding().Key()
	b, err := r.Client.Binding(ctx, vhost, key)
	var missing *rabbitmq.NotFoundError
	imported := state.ID.IsNull()
	if !imported || !errors.As(err, &missing) {
		return b, err
	}
	all, listErr := r.Client.Bindings(ctx, vhost)
	if listErr != nil {
		return b, listErr
	}
	for _, candidate := range all {
		candidateKey := candidate.Key()
		candidateKey.PropertiesKey = key.PropertiesKey
		if candidateKey == key && len(candidate.Arguments) == 0 && candidate.RoutingKey == key.PropertiesKey {
			return candidate, nil
		}
	}
	return b, err
}

var takeover = kit.Takeover{TypeName: typeName, Identity: []string{"vhost", "source", "destination", "destination_type", "properties_key"}}

func (r *bindingResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return takeover.Upgraders()
}

func (r *bindingResource) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{takeover.Mover()}
}
