package delaytier

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
	Delay          timetypes.GoDuration `tfsdk:"delay"`
	EnterFrom      types.Object         `tfsdk:"enter_from"`
	ReturnTo       types.Object         `tfsdk:"return_to"`
	Type           types.String         `tfsdk:"type"`
	Strategy       types.String         `tfsdk:"strategy"`
	MaxLength      types.Int64          `tfsdk:"max_length"`
	Durable        types.Bool           `tfsdk:"durable"`
	AutoDelete     types.Bool           `tfsdk:"auto_delete"`
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

var (
	enterFromType = map[string]attr.Type{"exchange": types.StringType, "routing_keys": types.ListType{ElemType: types.StringType}}
	returnToType  = map[string]attr.Type{"exchange": types.StringType, "routing_key": types.StringType}
)

// Strategies of returning messages, as queues know them.
const (
	atMostOnce  = "at-most-once"
	atLeastOnce = "at-least-once"
)

// Owner is how this resource writes the settings of its queue.
var Owner = &topology.Owner{
	Attributes: map[string]string{
		queueargs.QueueType.Argument: "type", queueargs.MessageTTL.Argument: "delay", queueargs.MaxLength.Argument: "max_length",
		queueargs.DeadLetterExchange.Argument: "return_to.exchange", queueargs.DeadLetterRoutingKey.Argument: "return_to.routing_key",
		queueargs.DeadLetterStrategy.Argument: "strategy", queueargs.Overflow.Argument: "strategy",
	},
	Types: []queueargs.Type{queueargs.Quorum, queueargs.Classic},
}

// spec is the tier's queue. A message waits in it until it expires, and is dead-lettered to return_to.
func (m *model) spec() queuekit.Spec {
	values := queueargs.Values{}
	set := func(row *queueargs.Row, value any) {
		if value != nil {
			values[row.Attribute] = value
		}
	}
	set(queueargs.QueueType, queuekit.Value(m.Type))
	set(queueargs.MessageTTL, queuekit.Value(m.Delay))
	set(queueargs.DeadLetterExchange, queuekit.Part(m.ReturnTo, "exchange"))
	set(queueargs.DeadLetterRoutingKey, queuekit.Part(m.ReturnTo, "routing_key"))
	set(queueargs.MaxLength, queuekit.Value(m.MaxLength))
	switch strategy := queuekit.Value(m.Strategy); strategy {
	case nil, atMostOnce: // the broker's default
	case atLeastOnce:
		set(queueargs.DeadLetterStrategy, strategy)
		set(queueargs.Overflow, "reject-publish") // without it the broker falls back to at-most-once
	default:
		set(queueargs.DeadLetterStrategy, queueargs.Unknown{})
		set(queueargs.Overflow, queueargs.Unknown{})
	}
	return queuekit.Spec{
		Vhost: m.Vhost, Name: m.Name, Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false),
		Values: values, SettingsIn: m.SettingsIn, PolicyPriority: m.PolicyPriority, DeletionPolicy: m.DeletionPolicy, OnReplace: m.OnReplace, Owner: Owner, DelayTier: true,
	}
}

// bindings are those that bring messages in; known is false while a part of them is not known.
func (m *model) bindings() (set bindingset.Set, known bool) {
	set = bindingset.Set{Vhost: m.Vhost.ValueString(), Queue: m.Name.ValueString()}
	if m.EnterFrom.IsUnknown() || m.Vhost.IsUnknown() || m.Name.IsUnknown() {
		return set, false
	}
	if m.EnterFrom.IsNull() {
		return set, true
	}
	source := m.EnterFrom.Attributes()["exchange"].(types.String)
	keys := m.EnterFrom.Attributes()["routing_keys"].(types.List)
	if source.IsUnknown() || keys.IsUnknown() {
		return set, false
	}
	for _, key := range keys.Elements() {
		if key.IsUnknown() {
			return set, false
		}
	}
	set.Source, set.Keys = source.ValueString(), kit.Strings(keys)
	if keys.IsNull() {
		set.Keys = []string{""}
	}
	return set, true
}

func (m *model) prior() queuekit.Prior {
	args, _, _ := kit.Arguments(m.Arguments)
	spec := m.spec()
	return queuekit.Prior{
		Vhost: m.Vhost.ValueString(), Name: m.Name.ValueString(), Type: spec.Type(),
		Durable: m.Durable.ValueBool(), AutoDelete: m.AutoDelete.ValueBool(), Arguments: args, Values: spec.Values, Lost: m.Arguments.IsNull(),
		SettingsIn: m.SettingsIn.ValueString(), Policy: queuekit.StatedPolicy(m.Vhost, m.Policy),
		DeletionPolicy: m.DeletionPolicy.ValueString(), Ignore: kit.Strings(m.LintIgnore), DelayTier: true,
	}
}

// set writes what the broker has into the state.
func (m *model) set(q queuekit.OnBroker) {
	values, _ := queuekit.ParseArguments(q, m.prior())
	queuekit.SetPlace(q, &m.SettingsIn, &m.PolicyPriority, &m.Policy)
	m.ID = types.StringValue(kit.ID(q.Vhost, q.Name))
	m.Type, m.Durable, m.AutoDelete = types.StringValue(q.Type), types.BoolValue(q.Durable), types.BoolValue(q.AutoDelete)
	stated := m.Delay
	m.Delay = timetypes.NewGoDurationNull()
	if d, ok := values[queueargs.MessageTTL.Attribute].(time.Duration); ok {
		m.Delay = kit.KeepSpelling(kit.DurationValue(d), stated)
	}
	m.Strategy = types.StringValue(atMostOnce)
	if strategy, ok := values[queueargs.DeadLetterStrategy.Attribute].(string); ok {
		m.Strategy = types.StringValue(strategy)
	}
	m.MaxLength = types.Int64Null()
	if n, ok := values[queueargs.MaxLength.Attribute].(int64); ok {
		m.MaxLength = types.Int64Value(n)
	}
	m.ReturnTo = types.ObjectNull(returnToType)
	if exchange, ok := values[queueargs.DeadLetterExchange.Attribute].(string); ok {
		key := types.StringNull()
		if k, ok := values[queueargs.DeadLetterRoutingKey.Attribute].(string); ok {
			key = types.StringValue(k)
		}
		m.ReturnTo = types.ObjectValueMust(returnToType, map[string]attr.Value{"exchange": types.StringValue(exchange), "routing_key": key})
	}
	if m.DeletionPolicy.IsNull() {
		m.DeletionPolicy = types.StringValue(queuekit.IfEmpty)
	}
	m.Arguments = kit.Dynamic(q.Arguments)
}

// adoptBindings takes over, in an import, the bindings that the queue has, if they come from one exchange.
func (m *model) adoptBindings(there []rabbitmq.Binding) {
	m.EnterFrom = types.ObjectNull(enterFromType)
	var keys []attr.Value
	for _, b := range there {
		if b.Source != there[0].Source || len(b.Arguments) > 0 {
			return
		}
		keys = append(keys, types.StringValue(b.RoutingKey))
	}
	if len(keys) == 0 {
		return
	}
	list := types.ListValueMust(types.StringType, keys)
	if len(there) == 1 && there[0].RoutingKey == "" {
		list = types.ListNull(types.StringType)
	}
	m.EnterFrom = types.ObjectValueMust(enterFromType, map[string]attr.Value{"exchange": types.StringValue(there[0].Source), "routing_keys": list})
}
