package retrytopology

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type model struct {
	ID             types.String         `tfsdk:"id"`
	Vhost          types.String         `tfsdk:"vhost"`
	Name           types.String         `tfsdk:"name"`
	WorkQueue      types.Object         `tfsdk:"work_queue"`
	EnterFrom      types.Object         `tfsdk:"enter_from"`
	Delays         types.List           `tfsdk:"delays"`
	Backoff        types.Object         `tfsdk:"backoff"`
	Exhausted      types.Object         `tfsdk:"exhausted"`
	Type           types.String         `tfsdk:"type"`
	DeletionPolicy types.String         `tfsdk:"deletion_policy"`
	RetryExchange  types.String         `tfsdk:"retry_exchange"`
	ReturnExchange types.String         `tfsdk:"return_exchange"`
	Attempts       types.List           `tfsdk:"attempts"`
	ParkedAfter    timetypes.GoDuration `tfsdk:"parked_after"`
	Retiring       types.List           `tfsdk:"retiring"`
	Objects        types.Dynamic        `tfsdk:"objects"`
	LintIgnore     types.List           `tfsdk:"lint_ignore"`
	Timeouts       timeouts.Value       `tfsdk:"timeouts"`
}

// exchange is the name of one of the topology's exchanges, and of what else begins with its prefix.
func (m *model) exchange(part string) string { return m.Name.ValueString() + "." + part }

// delays returns the delay before each further attempt; known is false while one of them is not known. An error is one of backoff's settings.
func (m *model) delays() (delays []time.Duration, known bool, err error) {
	if !m.Backoff.IsNull() {
		return m.backoff()
	}
	if m.Delays.IsUnknown() {
		return nil, false, nil
	}
	for _, v := range m.Delays.Elements() {
		if v.IsUnknown() || v.IsNull() {
			return nil, false, nil
		}
		delays = append(delays, kit.Duration(v))
	}
	return delays, true, nil
}

func (m *model) backoff() (delays []time.Duration, known bool, err error) {
	if m.Backoff.IsUnknown() {
		return nil, false, nil
	}
	settings := m.Backoff.Attributes()
	for _, v := range settings {
		if v.IsUnknown() {
			return nil, false, nil
		}
	}
	b := kit.Backoff{
		Initial: kit.Duration(settings["initial"]), Multiplier: settings["multiplier"].(types.Float64).ValueFloat64(),
		Attempts: settings["attempts"].(types.Int64).ValueInt64(),
	}
	if !settings["max"].IsNull() {
		b.Max = kit.Duration(settings["max"])
	}
	delays, err = b.Delays()
	return delays, true, err
}

// keepSpellings takes over from the state what is only written differently.
func (m *model) keepSpellings(state *model) {
	if sameDurations(m.Delays, state.Delays) {
		m.Delays = state.Delays
	}
	m.Backoff = kit.KeepSpellings(m.Backoff, state.Backoff)
	m.Exhausted = kit.KeepSpellings(m.Exhausted, state.Exhausted)
	m.WorkQueue = kit.KeepSpellings(m.WorkQueue, state.WorkQueue)
}

func sameDurations(a, b types.List) bool {
	planned, stated := a.Elements(), b.Elements()
	if a.IsNull() || b.IsNull() || len(planned) != len(stated) {
		return false
	}
	for i := range planned {
		if planned[i].IsUnknown() || planned[i].IsNull() || stated[i].IsNull() || kit.Duration(planned[i]) != kit.Duration(stated[i]) {
			return false
		}
	}
	return true
}

var attemptType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"number": types.Int64Type, "delay": timetypes.GoDurationType{}, "key": types.StringType, "queue": types.StringType,
	"since_first_failure": timetypes.GoDurationType{},
}}

// setTiers shows the schedule.
func (m *model) setTiers(tiers []tier) {
	attempts := make([]attr.Value, len(tiers))
	var since time.Duration
	for i, t := range tiers {
		since += t.delay
		attempts[i] = types.ObjectValueMust(attemptType.AttrTypes, map[string]attr.Value{
			"number": types.Int64Value(int64(t.number)), "delay": kit.DurationValue(t.delay), "key": types.StringValue(t.key(m)),
			"queue": types.StringValue(t.queue), "since_first_failure": kit.DurationValue(since),
		})
	}
	m.Attempts, m.ParkedAfter = types.ListValueMust(attemptType, attempts), kit.DurationValue(since)
}

// queues are the names of the queues of the attempts, in order.
func (m *model) queues() []string {
	var names []string
	for _, v := range m.Attempts.Elements() {
		names = append(names, v.(types.Object).Attributes()["queue"].(types.String).ValueString())
	}
	return names
}
