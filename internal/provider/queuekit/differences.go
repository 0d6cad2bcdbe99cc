package queuekit

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Prior is a queue as the state has it, which a read has made what the broker has.
type Prior struct {
	Vhost, Name         string
	Type                queueargs.Type
	Durable, AutoDelete bool
	Arguments           queueargs.Arguments
	// Values are the typed settings of the state. They differ from Arguments only where "no limit" is said by leaving
	// an argument out.
	Values queueargs.Values
	// SettingsIn is InArguments or InPolicy, empty for a queue that no state has; Policy is its own policy, nil if it has none.
	SettingsIn string
	Policy     *rabbitmq.Policy
	// DeletionPolicy is the one that counts when the queue is deleted or replaced: that of the state.
	DeletionPolicy string
	// Ignore are the rules of the state's lint_ignore.
	Ignore []string
	// DelayTier is true for a queue that nobody consumes: it empties itself.
	DelayTier bool
	// Interrupted is true if a migration has left a temporary queue.
	Interrupted bool
	// Lost is true if the broker no longer has the queue although the resource is still there.
	Lost bool
	// InUse is true once the queue was seen to have consumers.
	InUse bool
}

// Differences lists the arguments and properties in which the wanted queue differs from the one there is, sorted. A queue cannot be
// changed, so each is a reason to replace it. Unknown values count as different.
func Differences(want Spec, args queueargs.Arguments, have Prior) []string {
	var fields []string
	add := func(different bool, field string) {
		if different {
			fields = append(fields, field)
		}
	}
	add(want.Vhost.ValueString() != have.Vhost, "vhost")
	add(want.Name.ValueString() != have.Name, "name")
	add(want.Type() != have.Type, queueargs.QueueType.Argument)
	add(want.Durable.IsUnknown() || want.Durable.ValueBool() != have.Durable, "durable")
	add(want.AutoDelete.IsUnknown() || want.AutoDelete.ValueBool() != have.AutoDelete, "auto_delete")
	add(want.ExtraUnknown, "arguments")
	moves := want.SettingsIn.IsUnknown()
	for _, name := range union(args, have.Arguments) {
		row := queueargs.ByArgument(name)
		if row == queueargs.QueueType || row != nil && keptUnlimited(row, want, args, have) {
			continue
		}
		a, wanted := args[name]
		b, there := have.Arguments[name]
		if wanted && there && row.SameAge(a, b) {
			continue
		}
		if wanted != there && row != nil && row.PolicyKey != "" && have.SettingsIn != "" && have.SettingsIn != want.SettingsIn.ValueString() {
			moves = true // into the policy, or out of it
			continue
		}
		add(wanted != there || !kit.SameArguments(map[string]any{name: a}, map[string]any{name: b}), name)
	}
	add(moves, "settings_in")
	sort.Strings(fields)
	return fields
}

// Wanted reports whether a queue of the broker, with the policy of its own, is exactly the wanted one.
func Wanted(view *kit.View, want Spec, have Prior) bool {
	var brokerVersion *version.Version
	view.With(func(t *topology.VirtualHost) { brokerVersion = t.Version })
	want.kept = &have
	own, known := want.policy(brokerVersion, have.Policy)
	policyFits := have.Policy == nil || own != nil && known && onepolicy.Equal(*own, *have.Policy)
	return !have.Lost && policyFits && len(Differences(want, want.Arguments(brokerVersion), have)) == 0
}

// keptUnlimited is true for a queue that is and stays without a limit, although the arguments differ: it was declared on a broker
// where that is said otherwise or by no argument, and an upgrade of the broker must not replace it; or the broker is not known, and so
// not how it wants that to be said.
func keptUnlimited(row *queueargs.Row, want Spec, args queueargs.Arguments, have Prior) bool {
	if row.Unlimited == "" || !negative(want.Values[row.Attribute]) {
		return false
	}
	if value, ok := row.Value(have.Arguments[row.Argument]); ok && have.Arguments.Has(row) && !args.IsUnknown(row) {
		n, number := value.(int64)
		elsewhere := want.SettingsIn.ValueString() == InPolicy && !args.Has(row)
		return number && n >= queueargs.NeverReached && !elsewhere
	}
	return negative(have.Values[row.Attribute])
}

// negative reports whether a setting says that there is no limit.
func negative(v any) bool {
	n, ok := v.(int64)
	return ok && (n < 0 || n >= queueargs.NeverReached)
}

func union(a, b queueargs.Arguments) []string {
	all := make(map[string]any, len(a)+len(b))
	for name := range a {
		all[name] = nil
	}
	for name := range b {
		all[name] = nil
	}
	return kit.Names(all)
}

// PriorOf is a queue of the broker, for comparison with what is wanted.
func PriorOf(q rabbitmq.Queue) Prior {
	return Prior{
		Vhost: q.Vhost, Name: q.Name, Type: queueargs.Type(q.Type), Durable: q.Durable, AutoDelete: q.AutoDelete, Arguments: q.Arguments,
	}
}

// describe says how what there is differs from what is wanted or planned, in the broker's names.
func describe(fields []string, expected string, want Spec, args queueargs.Arguments, have Prior) string {
	parts := make([]string, len(fields))
	for i, field := range fields {
		is, should := kit.Show(have.Arguments, field), kit.Show(args, field)
		switch field {
		case "durable":
			is, should = strconv.FormatBool(have.Durable), want.Durable.String()
		case "auto_delete":
			is, should = strconv.FormatBool(have.AutoDelete), want.AutoDelete.String()
		case queueargs.QueueType.Argument:
			field, is, should = "its type", string(have.Type), string(want.Type())
		}
		parts[i] = fmt.Sprintf("%s is %s, %s is %s", field, is, expected, should)
	}
	return strings.Join(parts, ", ")
}
