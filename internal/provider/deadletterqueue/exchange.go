package deadletterqueue

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// readExchange writes into the state what the broker has of the exchange. Its type is null if the exchange is gone, or is not the
// one that this resource made: the plan then makes it again in place.
func (r *deadLetterQueueResource) readExchange(ctx context.Context, state *model, diags *diag.Diagnostics) {
	vhost, name := state.Vhost.ValueString(), state.Exchange.ValueString()
	x, err := r.Client.Exchange(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		state.ExchangeType = types.StringNull()
	case err != nil:
		kit.Unable(diags, "read", "exchange", vhost, name, err)
	case !x.Durable || x.AutoDelete || x.Internal || len(x.Arguments) > 0:
		state.ExchangeType = types.StringNull()
	default:
		state.ExchangeType = types.StringValue(x.Type)
	}
}

// updateExchange makes the exchange what the plan says. One that differs cannot be changed: it is deleted and made again, and
// dead letters that arrive in between are lost.
func (r *deadLetterQueueResource) updateExchange(ctx context.Context, state, plan *model, diags *diag.Diagnostics) bool {
	vhost, name := plan.Vhost.ValueString(), plan.Exchange.ValueString()
	if state.Exchange.Equal(plan.Exchange) {
		if state.ExchangeType.Equal(plan.ExchangeType) {
			return true
		}
		if err := r.Client.DeleteExchange(ctx, vhost, name); err != nil {
			kit.Unable(diags, "replace", "exchange", vhost, name, err)
			return false
		}
	}
	_, ok := exchange.Declare(ctx, &r.Base, typeName, vhost, name, plan.exchange(), diags)
	return ok
}

// deleteExchange deletes an exchange that the resource owned.
func (r *deadLetterQueueResource) deleteExchange(ctx context.Context, state *model, diags *diag.Diagnostics) {
	vhost, name := state.Vhost.ValueString(), state.Exchange.ValueString()
	if err := r.Client.DeleteExchange(ctx, vhost, name); err != nil {
		kit.Unable(diags, "delete", "exchange", vhost, name, err)
	}
}
