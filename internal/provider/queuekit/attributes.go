package queuekit

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// groupDescriptions describe the nested attributes that several rows of the table share.
var groupDescriptions = map[string]string{
	"dead_letter":   "Where rejected, expired and overflowing messages go. Without it they vanish.",
	"delayed_retry": "Delay before a returned message is delivered again, done by the broker (quorum queues from RabbitMQ 4.3).",
}

// Attributes makes the schema of all rows of the table that one of the queue types takes, except the queue type itself.
func Attributes(forTypes ...queueargs.Type) map[string]schema.Attribute {
	return AttributesOf(Rows(forTypes...), func(row *queueargs.Row) string {
		return fmt.Sprintf("Argument `%s`, %s.", row.Argument, TypesOf(row))
	})
}

// AttributesOf makes the schema of rows of the table. goesTo says where a row's value is sent, after what it does.
func AttributesOf(rows []*queueargs.Row, goesTo func(*queueargs.Row) string) map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	groups := map[string]map[string]schema.Attribute{}
	for _, row := range rows {
		made := attribute(row, row.Description+" "+goesTo(row))
		group, name, nested := strings.Cut(row.Attribute, ".")
		if !nested {
			attributes[group] = made
			continue
		}
		if groups[group] == nil {
			groups[group] = map[string]schema.Attribute{}
		}
		groups[group][name] = made
	}
	for group, nested := range groups {
		attributes[group] = schema.SingleNestedAttribute{
			Optional: true, MarkdownDescription: groupDescriptions[group], Attributes: nested,
		}
	}
	return attributes
}

// Rows lists the rows of the table that are attributes and that one of the queue types takes, except the queue type itself.
func Rows(forTypes ...queueargs.Type) []*queueargs.Row {
	var rows []*queueargs.Row
	for _, row := range queueargs.Table {
		if row == queueargs.QueueType || row.Attribute == "" {
			continue
		}
		for _, t := range forTypes {
			if row.EverTaken(t) {
				rows = append(rows, row)
				break
			}
		}
	}
	return rows
}

func attribute(row *queueargs.Row, description string) schema.Attribute {
	switch row.Kind {
	case queueargs.Integer:
		return schema.Int64Attribute{Optional: true, MarkdownDescription: description, Validators: integerValidators(row)}
	case queueargs.Boolean:
		return schema.BoolAttribute{Optional: true, MarkdownDescription: description}
	case queueargs.String:
		a := schema.StringAttribute{Optional: true, MarkdownDescription: description}
		if len(row.OneOf) > 0 {
			a.Validators = []validator.String{stringvalidator.OneOf(row.OneOf...)}
		}
		return a
	default:
		return schema.StringAttribute{
			CustomType: timetypes.GoDurationType{}, Optional: true, MarkdownDescription: description, Validators: durationValidators(row),
		}
	}
}

func integerValidators(row *queueargs.Row) []validator.Int64 {
	var validators []validator.Int64
	if row.Min != nil {
		validators = append(validators, int64validator.AtLeast(*row.Min))
	}
	if row.Max != nil {
		validators = append(validators, int64validator.AtMost(*row.Max))
	}
	return validators
}

// durationValidators leaves the range of message TTL and expires to the rule ttl_out_of_range.
func durationValidators(row *queueargs.Row) []validator.String {
	if row == queueargs.MessageTTL || row == queueargs.Expires {
		return []validator.String{kit.DurationBetween(nil, nil, row.Resolution())}
	}
	return []validator.String{kit.DurationBetween(asDuration(row.Min), asDuration(row.Max), row.Resolution())}
}

func asDuration(milliseconds *int64) *time.Duration {
	if milliseconds == nil {
		return nil
	}
	d := time.Duration(*milliseconds) * time.Millisecond
	return &d
}

// TypesOf names the queue types that take a row.
func TypesOf(row *queueargs.Row) string {
	var names []string
	for _, t := range queueargs.Types() {
		if row.EverTaken(t) {
			names = append(names, string(t))
		}
	}
	sort.Strings(names)
	return strings.Join(names, ", ") + " queues"
}

// Settings reads the rows' values from a configuration, plan or state.
func Settings(o kit.Object, rows []*queueargs.Row) queueargs.Values {
	values := queueargs.Values{}
	for _, row := range rows {
		group, name, nested := strings.Cut(row.Attribute, ".")
		v := o[group]
		if nested {
			object := v.(types.Object)
			switch {
			case object.IsUnknown():
				values[row.Attribute] = queueargs.Unknown{}
				continue
			case object.IsNull():
				continue
			}
			v = object.Attributes()[name]
		}
		if value := Value(v); value != nil {
			values[row.Attribute] = value
		}
	}
	return values
}

// Value returns what a setting of an attribute is in queueargs.Values: nil if it is null, queueargs.Unknown while it is unknown.
func Value(v attr.Value) any {
	if v.IsNull() {
		return nil
	}
	if v.IsUnknown() {
		return queueargs.Unknown{}
	}
	switch v := v.(type) {
	case timetypes.GoDuration:
		return kit.Duration(v)
	case types.Int64:
		return v.ValueInt64()
	case types.Bool:
		return v.ValueBool()
	default:
		return v.(types.String).ValueString()
	}
}

// Part returns the Value of one attribute of a nested object.
func Part(o types.Object, name string) any {
	if o.IsNull() || o.IsUnknown() {
		return Value(o)
	}
	return Value(o.Attributes()[name])
}

// SetSettings writes values into the rows' attributes; a group of nested attributes without any value becomes null, unless the
// state has it empty.
func SetSettings(o kit.Object, rows []*queueargs.Row, values queueargs.Values) {
	groups := map[string]map[string]attr.Value{}
	for _, row := range rows {
		group, name, nested := strings.Cut(row.Attribute, ".")
		v := attrValue(row, values[row.Attribute])
		if !nested {
			o[group] = v
			continue
		}
		if groups[group] == nil {
			groups[group] = map[string]attr.Value{}
		}
		groups[group][name] = v
	}
	for group, nested := range groups {
		setGroup(o, group, nested)
	}
}

func setGroup(o kit.Object, group string, nested map[string]attr.Value) {
	before := o[group].(types.Object)
	attrTypes := before.AttributeTypes(context.Background())
	for _, v := range nested {
		if !v.IsNull() || !before.IsNull() && allNull(before) {
			o[group] = types.ObjectValueMust(attrTypes, nested)
			return
		}
	}
	o[group] = types.ObjectNull(attrTypes)
}

func allNull(object types.Object) bool {
	for _, v := range object.Attributes() {
		if !v.IsNull() {
			return false
		}
	}
	return true
}

func attrValue(row *queueargs.Row, value any) attr.Value {
	switch row.Kind {
	case queueargs.Integer:
		if n, ok := value.(int64); ok {
			return types.Int64Value(n)
		}
		return types.Int64Null()
	case queueargs.Boolean:
		if b, ok := value.(bool); ok {
			return types.BoolValue(b)
		}
		return types.BoolNull()
	case queueargs.String:
		if s, ok := value.(string); ok {
			return types.StringValue(s)
		}
		return types.StringNull()
	default:
		if d, ok := value.(time.Duration); ok {
			return kit.DurationValue(d)
		}
		return timetypes.NewGoDurationNull()
	}
}

// KeepSpellings takes durations that are as long as those of the state over from it, as they are written there.
func KeepSpellings(plan, state kit.Object, rows []*queueargs.Row) {
	for _, row := range rows {
		if row.Kind != queueargs.Duration && row.Kind != queueargs.MaxAge {
			continue
		}
		group, name, nested := strings.Cut(row.Attribute, ".")
		if !nested {
			plan[group] = keepSpelling(plan[group], state[group])
			continue
		}
		planned, stated := plan[group].(types.Object), state[group].(types.Object)
		if planned.IsNull() || planned.IsUnknown() || stated.IsNull() {
			continue
		}
		members := planned.Attributes()
		members[name] = keepSpelling(members[name], stated.Attributes()[name])
		plan[group] = types.ObjectValueMust(planned.AttributeTypes(context.Background()), members)
	}
}

func keepSpelling(planned, stated attr.Value) attr.Value {
	if d, ok := planned.(timetypes.GoDuration); ok {
		return kit.KeepSpelling(d, stated.(timetypes.GoDuration))
	}
	return planned
}

// Path returns the attribute of an argument or property, for resources whose attributes have the names of the table.
func Path(field string) path.Path {
	row := queueargs.ByArgument(field)
	if row == nil || row.Attribute == "" {
		if strings.HasPrefix(field, "x-") {
			return path.Root("extra_arguments")
		}
		return path.Root(field)
	}
	return dotted(row.Attribute)
}

// PartPath returns the attribute of an argument or property of a queue that is a part of a resource.
func PartPath(owner *topology.Owner, field string) path.Path {
	switch attribute, set := owner.Attributes[field]; {
	case set:
		return dotted(attribute)
	case slices.Contains([]string{"name", "vhost", "durable", "auto_delete", "settings_in"}, field):
		return path.Root(field)
	default:
		return path.Root("arguments")
	}
}

func dotted(attribute string) path.Path {
	group, name, nested := strings.Cut(attribute, ".")
	if !nested {
		return path.Root(group)
	}
	return path.Root(group).AtName(name)
}
