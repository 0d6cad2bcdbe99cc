package exchange

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Bindings returns the bindings from an exchange and to it.
func Bindings(ctx context.Context, b *kit.Base, vhost, name string) ([]rabbitmq.Binding, error) {
	all, err := b.Client.Bindings(ctx, vhost)
	var missing *rabbitmq.VhostNotFoundError
	if errors.As(err, &missing) && missing.Gone {
		return nil, nil
	}
	var its []rabbitmq.Binding
	for _, have := range all {
		if have.Source == name || have.DestinationType == string(topology.KindExchange) && have.Destination == name {
			its = append(its, have)
		}
	}
	return its, err
}

// Names lists bindings by their names.
func Names(bindings []rabbitmq.Binding) string {
	names := make([]string, len(bindings))
	for i, b := range bindings {
		names[i] = binding.InTopology(b, topology.Unchanged).Name()
	}
	return strings.Join(names, ", ")
}

// Restore makes bindings again that went with an exchange, except those that this run deletes or whose other end is gone. It returns
// those that the broker refuses, and why.
func Restore(ctx context.Context, b *kit.Base, lost []rabbitmq.Binding) (refused []rabbitmq.Binding, err error) {
	for _, want := range lost {
		view, object := b.View(want.Vhost), binding.InTopology(want, topology.Created).Object()
		if view.Deleted(object) {
			continue
		}
		key, declareErr := b.Client.DeclareBinding(ctx, want.Vhost, want)
		var answer *rabbitmq.APIError
		switch {
		case errors.As(declareErr, &answer) && answer.Status == http.StatusNotFound:
		case declareErr != nil:
			refused, err = append(refused, want), errors.Join(err, declareErr)
		case view.Deleted(object): // in the meantime, and perhaps before it was there again
			err = errors.Join(err, b.Client.DeleteBinding(ctx, want.Vhost, key))
		}
	}
	return refused, err
}

// restore is Restore for an exchange that was just created. Its failure is no error: Terraform would replace the exchange once more.
func (r *exchangeResource) restore(ctx context.Context, vhost, name string, diags *diag.Diagnostics) {
	refused, err := Restore(ctx, &r.Base, r.View(vhost).Lost(name))
	if err != nil {
		diags.AddWarning(fmt.Sprintf("Bindings of exchange %q were not restored", name),
			fmt.Sprintf("Exchange %q in virtual host %q was deleted and made anew, and what others had bound to it went with it: %s. Bind that again. %s.",
				name, vhost, Names(refused), err))
	}
}
