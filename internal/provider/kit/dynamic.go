package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"sort"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// ToJSON converts a Terraform value to what it is in JSON: json.Number, string, bool, []any or map[string]any. Numbers keep
// every digit. Null elements are left out of objects, since RabbitMQ refuses null; unknown ones become queueargs.Unknown.
func ToJSON(v attr.Value) (any, error) {
	if v == nil || v.IsNull() {
		return nil, nil
	}
	if v.IsUnknown() {
		return queueargs.Unknown{}, nil
	}
	switch v := v.(type) {
	case types.Dynamic:
		return ToJSON(v.UnderlyingValue())
	case types.String:
		return v.ValueString(), nil
	case types.Bool:
		return v.ValueBool(), nil
	case types.Number:
		return jsonNumber(v.ValueBigFloat()), nil
	case types.Object:
		return jsonObject(v.Attributes())
	case types.Map:
		return jsonObject(v.Elements())
	case types.Tuple:
		return jsonArray(v.Elements())
	case types.List:
		return jsonArray(v.Elements())
	case types.Set:
		return jsonArray(v.Elements())
	default:
		return nil, fmt.Errorf("a %s cannot be sent to RabbitMQ", v.Type(context.Background()))
	}
}

// jsonNumber writes integers without fraction or exponent: RabbitMQ takes 60000.0 and 6e4 for a double and refuses them.
func jsonNumber(f *big.Float) json.Number {
	if f.IsInt() {
		return json.Number(f.Text('f', 0))
	}
	return json.Number(f.Text('g', -1))
}

func jsonObject(attrs map[string]attr.Value) (any, error) {
	object := make(map[string]any, len(attrs))
	for name, v := range attrs {
		value, err := ToJSON(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if value != nil {
			object[name] = value
		}
	}
	return object, nil
}

func jsonArray(elements []attr.Value) (any, error) {
	array := make([]any, len(elements))
	for i, v := range elements {
		value, err := ToJSON(v)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		if value == nil {
			return nil, fmt.Errorf("element %d is null, which RabbitMQ refuses", i)
		}
		array[i] = value
	}
	return array, nil
}

// FromJSON converts a JSON value to the Terraform value that shows it, objects and arrays as object and tuple.
func FromJSON(value any) attr.Value {
	switch value := value.(type) {
	case string:
		return types.StringValue(value)
	case bool:
		return types.BoolValue(value)
	case json.Number:
		f, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return types.StringValue(value.String())
		}
		return types.NumberValue(f)
	case queueargs.Unknown:
		return types.DynamicUnknown()
	case queueargs.Arguments:
		return FromJSON(map[string]any(value))
	case map[string]any:
		attrs, attrTypes := make(map[string]attr.Value, len(value)), make(map[string]attr.Type, len(value))
		for name, v := range value {
			attrs[name] = FromJSON(v)
			attrTypes[name] = attrs[name].Type(context.Background())
		}
		return types.ObjectValueMust(attrTypes, attrs)
	case []any:
		elements, elementTypes := make([]attr.Value, len(value)), make([]attr.Type, len(value))
		for i, v := range value {
			elements[i] = FromJSON(v)
			elementTypes[i] = elements[i].Type(context.Background())
		}
		return types.TupleValueMust(elementTypes, elements)
	default:
		return types.DynamicNull()
	}
}

// Dynamic wraps arguments for an attribute that shows them as they are sent. It is unknown as a whole if one of them is.
func Dynamic(args map[string]any) types.Dynamic {
	if HasUnknown(args) {
		return types.DynamicUnknown()
	}
	return types.DynamicValue(FromJSON(args))
}

// HasUnknown reports whether a JSON value is or contains an unknown one.
func HasUnknown(value any) bool {
	switch value := value.(type) {
	case queueargs.Unknown:
		return true
	case queueargs.Arguments:
		return HasUnknown(map[string]any(value))
	case map[string]any:
		for _, v := range value {
			if HasUnknown(v) {
				return true
			}
		}
	case []any:
		for _, v := range value {
			if HasUnknown(v) {
				return true
			}
		}
	}
	return false
}

// Arguments reads a dynamic attribute that holds arguments: an object or a map. Null is no argument.
func Arguments(v types.Dynamic) (queueargs.Arguments, bool, error) {
	value, err := ToJSON(v)
	if err != nil {
		return nil, false, err
	}
	switch value := value.(type) {
	case nil:
		return queueargs.Arguments{}, true, nil
	case queueargs.Unknown:
		return nil, false, nil
	case map[string]any:
		return value, true, nil
	default:
		return nil, false, fmt.Errorf("write an object, for example { \"x-argument\" = 1 }")
	}
}

// SameArguments compares arguments as RabbitMQ does: by type and value, absent and empty being the same.
func SameArguments(a, b map[string]any) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(canonical(a), canonical(b))
}

// canonical makes numbers comparable: 1.5 and 1.50 are the same number.
func canonical(value any) any {
	switch value := value.(type) {
	case json.Number:
		if f, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven); err == nil {
			return jsonNumber(f)
		}
		return value
	case queueargs.Arguments:
		return canonical(map[string]any(value))
	case map[string]any:
		out := make(map[string]any, len(value))
		for k, v := range value {
			out[k] = canonical(v)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = canonical(v)
		}
		return out
	default:
		return value
	}
}

// Names returns the sorted names of arguments.
func Names(args map[string]any) []string {
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Show writes an argument for people: a string in quotes, so that "1" and 1 differ.
func Show(args map[string]any, name string) string {
	value, ok := args[name]
	if !ok {
		return "not set"
	}
	if s, ok := value.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(value)
}
