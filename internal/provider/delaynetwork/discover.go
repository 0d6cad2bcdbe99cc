package delaynetwork

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// discover finds out the settings of an imported network, of which the delivery exchange is known. found is false if there is none, and an
// error says why what is there is no delay network. What differs from these settings shows as drift.
func (r *delayNetworkResource) discover(ctx context.Context, m *model, diags *diag.Diagnostics) (found bool) {
	vhost, delivery := m.Vhost.ValueString(), m.DeliveryExchange.ValueString()
	fail := func(err error) bool {
		kit.Unable(diags, "import", "delay network", vhost, delivery, err)
		return false
	}
	preset, prefix, ok := delayladder.Identify(delivery)
	if !ok {
		return fail(fmt.Errorf("exchange %q is not the delivery exchange of a delay network: those are nsb.v2.delay-delivery, celery_delayed_delivery, "+
			"<prefix>_celery_delayed_delivery and <prefix>.delivery", delivery))
	}
	var missing *rabbitmq.NotFoundError
	if _, err := r.Client.Exchange(ctx, vhost, delivery); errors.As(err, &missing) {
		return false
	} else if err != nil {
		return fail(err)
	}
	if preset != "" {
		m.Preset = types.StringValue(preset)
	}
	if prefix != "" {
		m.Prefix = types.StringValue(prefix)
	}
	m.setDefaults()
	m.DeletionPolicy = types.StringValue(queuekit.IfEmpty)
	l, no := m.ladder()
	if no != nil {
		return fail(no)
	}
	bottom, err := r.Client.Queue(ctx, vhost, l.Level(0))
	if err != nil {
		return fail(err)
	}
	m.Type = types.StringValue(bottom.Type)
	if preset == "" {
		if err := r.measure(ctx, m, l, bottom); err != nil {
			return fail(err)
		}
	}
	if l, no = m.ladder(); no != nil {
		return fail(no)
	}
	m.export(l)
	return true
}

// measure finds out unit and number of levels of a network of one's own.
func (r *delayNetworkResource) measure(ctx context.Context, m *model, l delayladder.Ladder, bottom rabbitmq.Queue) error {
	values, _ := queueargs.Parse(bottom.Arguments)
	unit, timed := values[queueargs.MessageTTL.Attribute].(time.Duration)
	if !timed || values[queueargs.DeadLetterExchange.Attribute] != l.Delivery {
		return fmt.Errorf("it is no delay network: queue %q does not hold messages for exchange %q", bottom.Name, l.Delivery)
	}
	// The key that lets messages into the lowest queue has a word for each level before the last one.
	bindings, err := r.Client.Bindings(ctx, m.Vhost.ValueString())
	if err != nil {
		return err
	}
	levels := 0
	for _, b := range bindings {
		if b.Source == bottom.Name && b.Destination == bottom.Name && strings.HasSuffix(b.RoutingKey, "1.#") {
			levels = strings.Count(b.RoutingKey, ".")
		}
	}
	m.Unit, m.Levels = kit.DurationValue(unit), types.Int64Value(int64(levels))
	return nil
}
