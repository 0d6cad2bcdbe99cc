package binding

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Find returns the binding without arguments that connects the same and has the same routing key, nil if there is none. It is looked up in
// the list of the virtual host, which all share, since its properties key is the broker's to write.
func Find(ctx context.Context, client *rabbitmq.Client, want rabbitmq.Binding) (*rabbitmq.Binding, error) {
	all, err := client.Bindings(ctx, want.Vhost)
	var none *rabbitmq.VhostNotFoundError
	if errors.As(err, &none) && none.Gone {
		return nil, nil
	}
	for _, have := range all {
		if have.Source == want.Source && have.Destination == want.Destination && have.DestinationType == want.DestinationType &&
			have.RoutingKey == want.RoutingKey && len(have.Arguments) == 0 {
			return &have, err
		}
	}
	return nil, err
}

// Remove deletes the binding that Find finds, unless this run has declared it anew.
func Remove(ctx context.Context, b *kit.Base, want rabbitmq.Binding, diags *diag.Diagnostics) {
	have, err := Find(ctx, b.Client, want)
	if err == nil && have != nil {
		err = Delete(ctx, b, *have)
	}
	if err != nil {
		kit.Unable(diags, "delete", "binding", want.Vhost, InTopology(want, topology.Deleted).Name(), err)
	}
}
