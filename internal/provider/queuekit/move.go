package queuekit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Takeover takes over queues of other providers, as any resource that is a queue and nothing else.
var Takeover = kit.Takeover{TypeName: "rabbitmq_queue", Identity: []string{"vhost", "name"}}

// wholes are the resources that are a queue and nothing else, with their schema versions: a `moved` block may lead from each to each.
var wholes = map[string]int64{"rabbitmq_queue": 2, "rabbitmq_expiring_queue": 0}

// MoveState implements resource.ResourceWithMoveState.
func (w *Whole) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: w.move}, Takeover.Mover()}
}

// move takes over what both kinds of resources have. What only one has is not known to the broker.
func (w *Whole) move(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	version, known := wholes[req.SourceTypeName]
	if !known || version != req.SourceSchemaVersion || !strings.HasSuffix(req.SourceProviderAddress, "/rabbitmq") {
		return
	}
	schema := resp.TargetState.Schema
	raw, err := req.SourceRawState.UnmarshalWithOpts(schema.Type().TerraformType(ctx), tfprotov6.UnmarshalOpts{
		ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
	})
	if err != nil {
		resp.Diagnostics.AddError("Unreadable state", fmt.Sprintf("The state of %s cannot be read: %s.", req.SourceTypeName, err))
		return
	}
	o, ok := kit.ReadObject(ctx, w.TypeName, tfsdk.State{Raw: raw, Schema: schema}, &resp.Diagnostics)
	if !ok {
		return
	}
	setDefaults(o)
	for name, attribute := range schema.GetAttributes() {
		if attribute.IsRequired() && o[name].IsNull() {
			w.refuseMove(req, resp, o, "it has no "+name)
			return
		}
	}
	if t := o.String("type").ValueString(); !slices.Contains(w.Owner.Types, queueargs.Type(t)) {
		w.refuseMove(req, resp, o, "its type is "+t)
		return
	}
	resp.Diagnostics.Append(resp.TargetState.Set(ctx, o.Value(ctx))...)
}

func (w *Whole) refuseMove(req resource.MoveStateRequest, resp *resource.MoveStateResponse, o kit.Object, why string) {
	resp.Diagnostics.AddError(fmt.Sprintf("Unable to move %s to %s", req.SourceTypeName, w.TypeName),
		fmt.Sprintf("Queue %s in virtual host %s cannot be a %s as it is: %s. Without the moved block the plan replaces the queue.",
			o.String("name"), o.String("vhost"), w.TypeName, why))
}
