// Package queue is the resource rabbitmq_queue.
package queue

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
)

var (
	_ resource.ResourceWithConfigure      = (*queueResource)(nil)
	_ resource.ResourceWithValidateConfig = (*queueResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*queueResource)(nil)
	_ resource.ResourceWithImportState    = (*queueResource)(nil)
	_ resource.ResourceWithUpgradeState   = (*queueResource)(nil)
	_ resource.ResourceWithMoveState      = (*queueResource)(nil)
)

const typeName = "rabbitmq_queue"

type queueResource struct{ queuekit.Whole }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &queueResource{queuekit.Whole{Base: kit.Base{Settings: settings}, TypeName: typeName, Rows: rows, Owner: Owner, Complete: complete}}
}

// complete has nothing to add: every setting of the queue stands in an attribute of its own.
func complete(kit.Object, *queuekit.Spec) {}

func (r *queueResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *queueResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}

func (r *queueResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return queuekit.Takeover.Upgraders()
}
