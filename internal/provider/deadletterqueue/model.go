package deadletterqueue

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type model struct {
	ID             types.String         `tfsdk:"id"`
	Vhost          types.String         `tfsdk:"vhost"`
	Name           types.String         `tfsdk:"name"`
	Exchange       types.String         `tfsdk:"exchange"`
	ExchangeType   types.String         `tfsdk:"exchange_type"`
	RoutingKeys    types.List           `tfsdk:"routing_keys"`
	Retention      timetypes.GoDuration `tfsdk:"retention"`
	MaxLength      types.Int64          `tfsdk:"max_length"`
	Overflow       types.String         `tfsdk:"overflow"`
	Type           types.String         `tfsdk:"type"`
	Durable        types.Bool           `tfsdk:"durable"`
	AutoDelete     types.Bool           `tfsdk:"auto_delete"`
	DeliveryLimit  types.Int64          `tfsdk:"delivery_limit"`
	DeletionPolicy types.String         `tfsdk:"deletion_policy"`
	OnReplace      types.String         `tfsdk:"on_replace"`
	Arguments      types.Dynamic        `tfsdk:"arguments"`
	SettingsIn     types.String         `tfsdk:"settings_in"`
	PolicyPriority types.Float64        `tfsdk:"policy_priority"`
	Policy         types.Object         `tfsdk:"policy"`
	Bindings       types.List           `tfsdk:"bindings"`
	LintIgnore     types.List           `tfsdk:"lint_ignore"`
	Timeouts       timeouts.Value       `tfsdk:"timeouts"`
}

// fanout is the exchange type that ignores routing keys.
const fanout = "fanout"

// Owner is how this resource writes the settings of its queue.
var Owner = &topology.Owner{
	Attributes: map[string]string{
		queueargs.QueueType.Argument: "type", queueargs.MessageTTL.Argument: "retention", queueargs.MaxLength.Argument: "max_length",
		queueargs.Overflow.Argument: "overflow",
	},
	Types: []queueargs.Type{queueargs.Quorum, queueargs.Classic},
}

// exchangeTypes are the types of exchange that it offers.
var exchangeTypes = []string{"direct", "topic", fanout}

// spec is the queue. What it drops after its retention, or at its length limit, is dropped on purpose: dead letters of dead letters
// would go nowhere.
func (m *model) spec() queuekit.Spec {
	values := queueargs.Values{}
	for row, v := range map[*queueargs.Row]attr.Value{
		queueargs.QueueType: m.Type, queueargs.MessageTTL: m.Retention, queueargs.MaxLength: m.MaxLength, queueargs.Overflow: m.Overflow,
		queueargs.DeliveryLimit: m.DeliveryLimit,
	} {
		if value := queuekit.Value(v); value != nil {
			values[row.Attribute] = value
		}
	}
	return queuekit.Spec{
		Vhost: m.Vhost, Name: m.Name, Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false),
		Values: values, SettingsIn: m.SettingsIn, PolicyPriority: m.PolicyPriority, DeletionPolicy: m.DeletionPolicy, OnReplace: m.OnReplace, Owner: Owner, Discards: true,
	}
}

// setDeliveryLimit lets the queue's own consumers fail as often as they like. Classic queues never had a limit.
func (m *model) setDeliveryLimit() {
	switch {
	case m.Type.IsUnknown():
		m.DeliveryLimit = types.Int64Unknown()
	case m.Type.ValueString() == string(queueargs.Classic):
		m.DeliveryLimit = types.Int64Null()
	default:
		m.DeliveryLimit = types.Int64Value(-1)
	}
}

// bindings are those between the exchange and the queue; known is false while a part of them is not known.
func (m *model) bindings() (set bindingset.Set, known bool) {
	for _, v := range []attr.Value{m.Vhost, m.Name, m.Exchange, m.ExchangeType, m.RoutingKeys} {
		if v.IsUnknown() {
			return set, false
		}
	}
	for _, key := range m.RoutingKeys.Elements() {
		if key.IsUnknown() {
			return set, false
		}
	}
	set = bindingset.Set{Vhost: m.Vhost.ValueString(), Source: m.Exchange.ValueString(), Queue: m.Name.ValueString(), Keys: kit.Strings(m.RoutingKeys), OwnsSource: true}
	if len(set.Keys) == 0 {
		set.Keys = []string{""}
	}
	return set, true
}

func (m *model) exchange() rabbitmq.ExchangeSettings {
	return rabbitmq.ExchangeSettings{Type: m.ExchangeType.ValueString(), Durable: true}
}

func (m *model) exchangeInTopology(change topology.Change) *topology.Exchange {
	return &topology.Exchange{
		Name: m.Exchange.ValueString(), Type: m.ExchangeType.ValueString(), Durable: true, Managed: true, Change: change,
		Closed: true,
	}
}

func (m *model) prior() queuekit.Prior {
	args, _, _ := kit.Arguments(m.Arguments)
	spec := m.spec()
	return queuekit.Prior{
		Vhost: m.Vhost.ValueString(), Name: m.Name.ValueString(), Type: spec.Type(),
		Durable: m.Durable.ValueBool(), AutoDelete: m.AutoDelete.ValueBool(), Arguments: args, Values: spec.Values, Lost: m.Arguments.IsNull(),
		SettingsIn: m.SettingsIn.ValueString(), Policy: queuekit.StatedPolicy(m.Vhost, m.Policy),
		DeletionPolicy: m.DeletionPolicy.ValueString(), Ignore: kit.Strings(m.LintIgnore),
	}
}

// set writes what the broker has of the queue into the state.
func (m *model) set(q queuekit.OnBroker) {
	values, _ := queuekit.ParseArguments(q, m.prior())
	queuekit.SetPlace(q, &m.SettingsIn, &m.PolicyPriority, &m.Policy)
	m.ID = types.StringValue(kit.ID(q.Vhost, q.Name))
	m.Type, m.Durable, m.AutoDelete = types.StringValue(q.Type), types.BoolValue(q.Durable), types.BoolValue(q.AutoDelete)
	stated := m.Retention
	m.Retention = timetypes.NewGoDurationNull()
	if d, ok := values[queueargs.MessageTTL.Attribute].(time.Duration); ok {
		m.Retention = kit.KeepSpelling(kit.DurationValue(d), stated)
	}
	m.MaxLength = types.Int64Null()
	if n, ok := values[queueargs.MaxLength.Attribute].(int64); ok {
		m.MaxLength = types.Int64Value(n)
	}
	m.DeliveryLimit = types.Int64Null()
	if n, ok := values[queueargs.DeliveryLimit.Attribute].(int64); ok {
		m.DeliveryLimit = types.Int64Value(n)
	}
	m.Overflow = types.StringNull()
	if overflow, ok := values[queueargs.Overflow.Attribute].(string); ok {
		m.Overflow = types.StringValue(overflow)
	}
	if m.DeletionPolicy.IsNull() {
		m.DeletionPolicy = types.StringValue(queuekit.IfEmpty)
	}
	m.Arguments = kit.Dynamic(q.Arguments)
}

// adoptBindings takes over, in an import, the exchange and the routing keys that feed the queue. It reports false if they do not come
// from one exchange, without arguments.
func (m *model) adoptBindings(there []rabbitmq.Binding) bool {
	if len(there) == 0 {
		return false
	}
	var keys []attr.Value
	for _, b := range there {
		if b.Source != there[0].Source || len(b.Arguments) > 0 {
			return false
		}
		keys = append(keys, types.StringValue(b.RoutingKey))
	}
	m.Exchange = types.StringValue(there[0].Source)
	m.RoutingKeys = types.ListValueMust(types.StringType, keys)
	if len(there) == 1 && there[0].RoutingKey == "" {
		m.RoutingKeys = types.ListNull(types.StringType)
	}
	return true
}
