package retrytopology

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// discover reads the settings of an imported topology off the way that messages take in it. found is false if there is none, and an error
// says why what is there is no retry topology.
func (r *retryTopologyResource) discover(ctx context.Context, m *model, diags *diag.Diagnostics) (found bool) {
	vhost, name := m.Vhost.ValueString(), m.Name.ValueString()
	fail := func(err error) bool {
		kit.Unable(diags, "import", "retry topology", vhost, name, err)
		return false
	}
	var missing *rabbitmq.NotFoundError
	if _, err := r.Client.Exchange(ctx, vhost, m.exchange("retry")); errors.As(err, &missing) {
		return false
	} else if err != nil {
		return fail(err)
	}
	bindings, err := r.Client.Bindings(ctx, vhost)
	if err != nil {
		return fail(err)
	}
	d := discovery{model: m, bindings: bindings, read: func(queue string) (rabbitmq.Queue, error) { return r.Client.Queue(ctx, vhost, queue) }}
	if err := d.tiers(); err != nil {
		return fail(err)
	}
	queues, err := r.Client.Queues(ctx, vhost)
	if err != nil {
		return fail(err)
	}
	d.retiring(queues)
	if err := d.work(diags); err != nil {
		return fail(err)
	}
	m.DeletionPolicy = types.StringValue(queuekit.IfEmpty)
	m.RetryExchange, m.ReturnExchange = types.StringValue(m.exchange("retry")), types.StringValue(m.exchange("return"))
	return !diags.HasError()
}

type discovery struct {
	*model
	bindings []rabbitmq.Binding
	read     func(queue string) (rabbitmq.Queue, error)
}

// behind returns the only queue that an exchange leads to under a key, "" if there is not exactly one.
func (d *discovery) behind(exchange, key string) string {
	queue := ""
	for _, b := range d.bindings {
		if b.Source != exchange || b.RoutingKey != key || b.DestinationType != string(topology.KindQueue) {
			continue
		}
		if queue != "" {
			return ""
		}
		queue = b.Destination
	}
	return queue
}

// tiers follows a message from its first failure to the queue where it is parked.
func (d *discovery) tiers() error {
	var tiers []tier
	var delays []attr.Value
	at := d.behind(d.exchange("first"), "")
	for number := 1; ; number++ {
		if at == "" {
			return fmt.Errorf("it is no retry topology: exchange %q and its routing keys do not lead to one queue after each attempt", d.exchange("retry"))
		}
		q, err := d.read(at)
		if err != nil {
			return err
		}
		values, _ := queueargs.Parse(q.Arguments)
		delay, delayed := values[queueargs.MessageTTL.Attribute].(time.Duration)
		t := tier{number: number, delay: delay, queue: at}
		if !delayed || values[queueargs.DeadLetterExchange.Attribute] != d.exchange("return") || values[queueargs.DeadLetterRoutingKey.Attribute] != t.key(d.model) {
			return d.parked(q, values, tiers, delays)
		}
		d.Type = types.StringValue(q.Type)
		tiers, delays = append(tiers, t), append(delays, kit.DurationValue(delay))
		at = d.behind(d.exchange("retry"), t.key(d.model))
	}
}

// parked takes the queue behind the last tier.
func (d *discovery) parked(q rabbitmq.Queue, values queueargs.Values, tiers []tier, delays []attr.Value) error {
	if len(tiers) == 0 {
		return fmt.Errorf("it is no retry topology: queue %q behind exchange %q does not lead back through exchange %q", q.Name, d.exchange("first"), d.exchange("return"))
	}
	retention := timetypes.NewGoDurationNull()
	if ttl, ok := values[queueargs.MessageTTL.Attribute].(time.Duration); ok {
		retention = kit.DurationValue(ttl)
	}
	d.Exhausted = types.ObjectValueMust(d.Exhausted.AttributeTypes(context.Background()),
		map[string]attr.Value{"queue": types.StringValue(q.Name), "retention": retention})
	d.Delays = types.ListValueMust(timetypes.GoDurationType{}, delays)
	d.setTiers(tiers)
	return nil
}

// retiring takes the queues of delays that were taken out or changed, from which messages still come back: of no other resource would they be.
func (d *discovery) retiring(queues []rabbitmq.Queue) {
	left := objectset.Inventory{Queues: map[string]objectset.Existing{}}
	for _, q := range queues {
		values, _ := queueargs.Parse(q.Arguments)
		key, _ := values[queueargs.DeadLetterRoutingKey.Attribute].(string)
		prefix := d.exchange("retry.")
		if _, delayed := values[queueargs.MessageTTL.Attribute].(time.Duration); delayed && strings.HasPrefix(q.Name, prefix) && strings.HasPrefix(key, prefix) &&
			values[queueargs.DeadLetterExchange.Attribute] == d.exchange("return") && !slices.Contains(d.queues(), q.Name) {
			left.Queues[q.Name] = objectset.Existing{Queue: q}
		}
	}
	d.Objects = left.Value()
	d.setRetiring(slices.Sorted(maps.Keys(left.Queues)))
}

// work takes the queue that messages come back to, if it is one and nothing but this topology is at the end of its dead letters. A
// configuration that does not own it leaves it alone.
func (d *discovery) work(diags *diag.Diagnostics) error {
	name := d.behind(d.exchange("return"), "")
	if name == "" {
		return nil
	}
	q, err := d.read(name)
	if err != nil {
		return err
	}
	values, extra := queueargs.Parse(q.Arguments)
	if values[queueargs.DeadLetterExchange.Attribute] != d.exchange("retry") || values[queueargs.DeadLetterRoutingKey.Attribute] != nil {
		return nil
	}
	// What the topology decides is not written in a configuration.
	delete(values, queueargs.DeliveryLimit.Attribute)
	delete(values, queueargs.Overflow.Attribute)
	o := kit.Object{}
	attrTypes := d.WorkQueue.AttributeTypes(context.Background())
	for name, t := range attrTypes {
		o[name] = null(t, diags)
	}
	queuekit.SetSettings(o, workRows(), values)
	o["name"] = types.StringValue(name)
	if len(extra) > 0 {
		o["extra_arguments"] = kit.Dynamic(extra)
	}
	d.WorkQueue = types.ObjectValueMust(attrTypes, o)
	d.entered(name)
	return nil
}

// entered takes the bindings that bring messages in, if they come from one exchange.
func (d *discovery) entered(work string) {
	var source string
	var keys []attr.Value
	for _, b := range d.bindings {
		if b.DestinationType != string(topology.KindQueue) || b.Destination != work || b.Source == d.exchange("return") {
			continue
		}
		if source != "" && b.Source != source || len(b.Arguments) > 0 {
			return
		}
		source, keys = b.Source, append(keys, types.StringValue(b.RoutingKey))
	}
	if source == "" {
		return
	}
	list := types.ListValueMust(types.StringType, keys)
	d.EnterFrom = types.ObjectValueMust(d.EnterFrom.AttributeTypes(context.Background()),
		map[string]attr.Value{"exchange": types.StringValue(source), "routing_keys": list})
}

// null is the null value of a type.
func null(t attr.Type, diags *diag.Diagnostics) attr.Value {
	ctx := context.Background()
	v, err := t.ValueFromTerraform(ctx, tftypes.NewValue(t.TerraformType(ctx), nil))
	if err != nil {
		diags.AddError("Unreadable queue", err.Error()+".")
	}
	return v
}
