package exchange

import (
	"fmt"
	"maps"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// What an exchange of the broker is compared with: a configuration or a plan.
const (
	wanted  = "wanted"
	planned = "planned"
)

// Differences lists the settings and arguments in which an exchange of the broker differs from the wanted one. The broker can change
// none.
func Differences(want rabbitmq.ExchangeSettings, have rabbitmq.Exchange) []string {
	var fields []string
	add := func(different bool, field string) {
		if different {
			fields = append(fields, field)
		}
	}
	add(want.Type != have.Type, "type")
	add(want.Durable != have.Durable, "durable")
	add(want.AutoDelete != have.AutoDelete, "auto_delete")
	add(want.Internal != have.Internal, "internal")
	all := maps.Clone(have.Arguments)
	maps.Copy(all, want.Arguments)
	for _, name := range kit.Names(all) {
		a, ok := want.Arguments[name]
		b, there := have.Arguments[name]
		add(ok != there || !kit.SameArguments(map[string]any{name: a}, map[string]any{name: b}), name)
	}
	return fields
}

// Describe says how what there is differs from what is wanted or planned, in the broker's names.
func Describe(fields []string, expected string, want rabbitmq.ExchangeSettings, have rabbitmq.Exchange) string {
	settings := map[string][2]any{
		"type": {have.Type, want.Type}, "durable": {have.Durable, want.Durable}, "auto_delete": {have.AutoDelete, want.AutoDelete},
		"internal": {have.Internal, want.Internal},
	}
	parts := make([]string, len(fields))
	for i, field := range fields {
		if values, ok := settings[field]; ok {
			parts[i] = fmt.Sprintf("its %s is %v, %s is %v", field, values[0], expected, values[1])
			continue
		}
		parts[i] = fmt.Sprintf("%s is %s, %s is %s", field, kit.Show(have.Arguments, field), expected, kit.Show(want.Arguments, field))
	}
	return strings.Join(parts, ", ")
}
