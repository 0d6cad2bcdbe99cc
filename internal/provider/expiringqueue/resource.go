// Package expiringqueue is the resource rabbitmq_expiring_queue: a queue whose messages have a bounded life.
package expiringqueue

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*expiringQueueResource)(nil)
	_ resource.ResourceWithValidateConfig = (*expiringQueueResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*expiringQueueResource)(nil)
	_ resource.ResourceWithImportState    = (*expiringQueueResource)(nil)
	_ resource.ResourceWithMoveState      = (*expiringQueueResource)(nil)
)

const typeName = "rabbitmq_expiring_queue"

// discard is the on_expiry of a queue whose messages may vanish.
const discard = "discard"

// queueTypes are those whose messages can expire.
var queueTypes = []queueargs.Type{queueargs.Quorum, queueargs.Classic}

var rows = queuekit.Rows(queueTypes...)

// Owner is how this resource writes the settings of its queue.
var Owner = topology.NewOwner(fmt.Sprintf("on_expiry = %q", discard), queueTypes...)

type expiringQueueResource struct{ queuekit.Whole }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &expiringQueueResource{queuekit.Whole{Base: kit.Base{Settings: settings}, TypeName: typeName, Rows: rows, Owner: Owner, Complete: complete, Kind: "expiring queue", Required: []*queueargs.Row{queueargs.MessageTTL}}}
}

func complete(o kit.Object, spec *queuekit.Spec) {
	spec.Discards = o.String("on_expiry").ValueString() == discard
}

func (r *expiringQueueResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *expiringQueueResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := queuekit.Attributes(queueTypes...)
	queuekit.AddQueueAttributes(attributes, Owner)
	ttl := attributes[queueargs.MessageTTL.Attribute].(schema.StringAttribute)
	ttl.Optional, ttl.Required = false, true
	attributes[queueargs.MessageTTL.Attribute] = ttl
	attributes["on_expiry"] = schema.StringAttribute{
		Optional: true,
		Validators: []validator.String{
			stringvalidator.OneOf(discard),
			stringvalidator.ConflictsWith(path.MatchRoot("dead_letter")),
		},
		MarkdownDescription: "`discard` says that expired messages are meant to vanish. Conflicts with `dead_letter`; without either the plan warns.",
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A queue whose messages have a bounded life: one-time codes, telemetry, price ticks. No message outlives `message_ttl`; what expires " +
			"goes to `dead_letter`, or vanishes on purpose with `on_expiry = \"discard\"`. A `moved` block makes a `rabbitmq_queue` one, and back, without touching the queue.",
		Attributes: kit.CommonAttributes(ctx, attributes),
	}
}

func (r *expiringQueueResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}
