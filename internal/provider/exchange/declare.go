package exchange

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Declare creates an exchange and reads it back. One that exists already is taken if it is equal to what is wanted; created is then
// false.
func Declare(ctx context.Context, b *kit.Base, resourceType, vhost, name string, want rabbitmq.ExchangeSettings, diags *diag.Diagnostics) (x rabbitmq.Exchange, created, ok bool) {
	created, err := b.Client.DeclareExchange(ctx, vhost, name, want)
	var refused *rabbitmq.APIError
	if err != nil && (!errors.As(err, &refused) || refused.Status != http.StatusBadRequest) {
		kit.Unable(diags, "create", "exchange", vhost, name, err)
		return x, false, false
	}
	// Of an exchange that exists the broker compares neither all arguments nor says what differs: it is read. A refusal may mean
	// that it exists with other settings; if it does not exist, the refusal is the error.
	have, readErr := b.Client.Exchange(ctx, vhost, name)
	if readErr != nil {
		kit.Unable(diags, "create", "exchange", vhost, name, errors.Join(err, readErr))
		return x, false, false
	}
	fields := Differences(want, have)
	switch {
	case len(fields) > 0 && created:
		diags.AddError(fmt.Sprintf("Exchange %q is not as it was declared", name),
			fmt.Sprintf("The broker created the exchange in virtual host %q, but %s. Another client may have declared it at the same time. Plan again.", vhost, Describe(fields, wanted, want, have)))
		return x, false, false
	case len(fields) > 0:
		kit.Exists(diags, typeName, kit.ID(vhost, name), "exchange", vhost, name, Describe(fields, wanted, want, have))
		return x, false, false
	case err != nil:
		kit.Unable(diags, "create", "exchange", vhost, name, err)
		return x, false, false
	}
	if !b.View(vhost).MarkDeclared(topology.KindExchange, name) {
		kit.Taken(diags, "exchange", vhost, name)
		return x, false, false
	}
	return have, created, true
}
