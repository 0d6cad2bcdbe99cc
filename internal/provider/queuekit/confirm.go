package queuekit

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// What a queue of the broker is compared with: a configuration or a plan.
const (
	wanted  = "wanted"
	planned = "planned"
)

// Confirm reads a queue that an update leaves as it is, and reports whether it still is what was planned: somebody may have deleted it
// since, or declared it anew. What differs is said. arguments are those of the plan.
func Confirm(ctx context.Context, b *kit.Base, spec Spec, arguments types.Dynamic, diags *diag.Diagnostics) bool {
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	args, _, err := kit.Arguments(arguments)
	if err != nil {
		kit.Unable(diags, "update", "queue", vhost, name, err)
		return false
	}
	queue, err := b.Client.Queue(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		kit.Outdated(diags, "queue", vhost, name, kit.Deleted)
		return false
	}
	if err != nil {
		kit.Unable(diags, "read", "queue", vhost, name, err)
		return false
	}
	have := PriorOf(queue)
	if fields := Differences(spec, args, have); len(fields) > 0 {
		kit.Outdated(diags, "queue", vhost, name, describe(fields, planned, spec, args, have))
		return false
	}
	return true
}
