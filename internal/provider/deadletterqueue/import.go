package deadletterqueue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
)

// importParts takes over the exchange and the routing keys of an imported queue.
func (r *deadLetterQueueResource) importParts(ctx context.Context, state *model, queue queuekit.OnBroker, diags *diag.Diagnostics) bool {
	vhost, name := queue.Vhost, queue.Name
	why := queuekit.Lacks(state.spec(), queue)
	var err error
	if why == "" {
		// It has no limit of deliveries, or it is none of this resource. Before 4.0 that is said by no argument.
		state.setDeliveryLimit()
		why, err = queuekit.Foreign(ctx, &r.Base, state.spec(), queue)
	}
	if err != nil {
		kit.Unable(diags, "read", "queue", vhost, name, err)
		return false
	}
	if why == "" {
		there, err := bindingset.To(ctx, &r.Base, vhost, name)
		if err != nil {
			kit.Unable(diags, "read", "bindings of queue", vhost, name, err)
			return false
		}
		if !state.adoptBindings(there) {
			why = "is not bound to exactly one exchange without arguments, so that there is no dead-letter exchange to own. " +
				"Create the exchange and the binding, or remove the others, before the import"
		}
	}
	if why != "" {
		queuekit.RefuseImport(diags, vhost, name, kind, why)
	}
	return why == ""
}

const kind = "dead-letter queue with an exchange of its own"

// ownsExchange refuses to import an exchange that this resource would have made otherwise: its next apply would delete it and make another.
func (m *model) ownsExchange(diags *diag.Diagnostics) bool {
	exchange := m.Exchange.ValueString()
	if !strings.HasPrefix(exchange, "amq.") && slices.Contains(exchangeTypes, m.ExchangeType.ValueString()) {
		return true
	}
	queuekit.RefuseImport(diags, m.Vhost.ValueString(), m.Name.ValueString(), kind,
		fmt.Sprintf("is fed by the exchange %q, which is not durable, is auto-delete, internal, of another type than %s, has arguments, or is the broker's own (amq.)",
			exchange, strings.Join(exchangeTypes, ", ")))
	return false
}
