package delaynetwork

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type model struct {
	ID               types.String         `tfsdk:"id"`
	Vhost            types.String         `tfsdk:"vhost"`
	Preset           types.String         `tfsdk:"preset"`
	Prefix           types.String         `tfsdk:"prefix"`
	Levels           types.Int64          `tfsdk:"levels"`
	Unit             timetypes.GoDuration `tfsdk:"unit"`
	Type             types.String         `tfsdk:"type"`
	DeletionPolicy   types.String         `tfsdk:"deletion_policy"`
	EntryExchange    types.String         `tfsdk:"entry_exchange"`
	DeliveryExchange types.String         `tfsdk:"delivery_exchange"`
	LevelExchanges   types.List           `tfsdk:"level_exchanges"`
	MaxDelay         timetypes.GoDuration `tfsdk:"max_delay"`
	Objects          types.Dynamic        `tfsdk:"objects"`
	LintIgnore       types.List           `tfsdk:"lint_ignore"`
	Timeouts         timeouts.Value       `tfsdk:"timeouts"`
}

// setDefaults fills what is not set as the schema's defaults do, which is needed before the plan and for imports.
func (m *model) setDefaults() {
	if m.Levels.IsNull() {
		m.Levels = types.Int64Value(delayladder.LibraryLevels)
	}
	if m.Unit.IsNull() {
		m.Unit = kit.DurationValue(delayladder.LibraryUnit)
	}
	if m.Type.IsNull() {
		m.Type = types.StringValue(string(queueargs.Quorum))
	}
}

// known reports whether it is known which network this is.
func (m *model) known() bool {
	for _, v := range []attr.Value{m.Preset, m.Prefix, m.Levels, m.Unit} {
		if v.IsUnknown() {
			return false
		}
	}
	return true
}

// ladder is the network that the settings, which have to be known, describe.
func (m *model) ladder() (delayladder.Ladder, *delayladder.Refused) {
	if m.Preset.ValueString() == delayladder.NServiceBus && !m.Type.IsUnknown() && m.Type.ValueString() != string(queueargs.Quorum) {
		return delayladder.Ladder{}, &delayladder.Refused{Setting: "type", Summary: "Type that the library does not declare",
			Text: "NServiceBus declares quorum queues, and fails where others are. Leave type out."}
	}
	return delayladder.Settings{
		Preset: m.Preset.ValueString(), Prefix: m.Prefix.ValueString(), Levels: m.Levels.ValueInt64(), Unit: kit.Duration(m.Unit),
	}.Ladder()
}

// refuse says which setting cannot be as it is.
func refuse(no *delayladder.Refused, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(no.Setting), no.Summary, no.Text)
}

// export sets what follows from the ladder.
func (m *model) export(l delayladder.Ladder) {
	m.ID = kit.PlannedID(m.Vhost, types.StringValue(l.Delivery))
	m.EntryExchange, m.DeliveryExchange = types.StringValue(l.Entry()), types.StringValue(l.Delivery)
	exchanges := make([]attr.Value, l.Levels)
	for n, name := range l.Exchanges() {
		exchanges[n] = types.StringValue(name)
	}
	m.LevelExchanges, m.MaxDelay = types.ListValueMust(types.StringType, exchanges), kit.DurationValue(l.MaxDelay())
}

// forget makes unknown what follows from a ladder that is not known.
func (m *model) forget() {
	m.ID, m.EntryExchange, m.DeliveryExchange = types.StringUnknown(), types.StringUnknown(), types.StringUnknown()
	m.LevelExchanges, m.MaxDelay = types.ListUnknown(types.StringType), timetypes.NewGoDurationUnknown()
}

// ref is the object that stands for the whole network.
func ref(l delayladder.Ladder) topology.Ref {
	return topology.Ref{Kind: topology.KindExchange, Name: l.Delivery}
}

// before is what a state has of the network.
func (m *model) before() objectset.Before {
	l, _ := m.ladder()
	return objectset.Before{Set: m.set(l), Has: objectset.Recorded(m.Vhost.ValueString(), m.Objects)}
}

// replacing lists the attributes whose change makes another network. A message has the bits of one number of levels, so that even the
// bindings of the levels that stay would be others.
func (m *model) replacing(state *model) path.Paths {
	var paths path.Paths
	for _, of := range []struct {
		name           string
		planned, prior attr.Value
	}{
		{"vhost", m.Vhost, state.Vhost}, {"preset", m.Preset, state.Preset}, {"prefix", m.Prefix, state.Prefix},
		{"levels", m.Levels, state.Levels}, {"unit", m.Unit, state.Unit}, {"type", m.Type, state.Type},
	} {
		if !of.planned.Equal(of.prior) {
			paths = append(paths, path.Root(of.name))
		}
	}
	return paths
}

// shortest is the shortest unit: TTLs are whole milliseconds.
const shortest = time.Millisecond
