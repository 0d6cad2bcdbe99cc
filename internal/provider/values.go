package provider

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Part is what is said of one attribute or element, where something is said of a value as a whole or of its parts: what is not known of it, or
// sensitive.
func Part(said any, key any) any {
	if whole, is := said.(bool); is {
		return whole
	}
	switch key := key.(type) {
	case string:
		parts, _ := said.(map[string]any)
		return parts[key]
	case int:
		if parts, _ := said.([]any); key < len(parts) {
			return parts[key]
		}
	}
	return nil
}

// valueOf converts a value to a type; at is where it stands, for errors.
func valueOf(t tftypes.Type, at string, value, unknown any) (v tftypes.Value, err error) {
	if is, _ := unknown.(bool); is {
		return tftypes.NewValue(t, tftypes.UnknownValue), nil
	}
	if t.Is(tftypes.DynamicPseudoType) && value != nil {
		t = typeOf(value)
	}
	if value == nil && !SomeUnknown(unknown) {
		return tftypes.NewValue(t, nil), nil
	}
	switch t := t.(type) {
	case tftypes.Object:
		object, is := value.(map[string]any)
		if value != nil && !is {
			return v, unexpected(t, at, value)
		}
		attributes := map[string]tftypes.Value{}
		for name, of := range t.AttributeTypes {
			if attributes[name], err = valueOf(of, at+"."+name, object[name], Part(unknown, name)); err != nil {
				return v, err
			}
		}
		return checked(t, at, attributes)
	case tftypes.Map:
		object, is := value.(map[string]any)
		if value != nil && !is {
			return v, unexpected(t, at, value)
		}
		elements := map[string]tftypes.Value{}
		for name, element := range object {
			if elements[name], err = valueOf(t.ElementType, at+"."+name, element, Part(unknown, name)); err != nil {
				return v, err
			}
		}
		return checked(t, at, elements)
	}
	list, isList := value.([]any)
	if isList {
		elements := make([]tftypes.Value, len(list))
		for i, element := range list {
			if elements[i], err = valueOf(elementType(t, i), fmt.Sprintf("%s[%d]", at, i), element, Part(unknown, i)); err != nil {
				return v, err
			}
		}
		return checked(t, at, elements)
	}
	if number, is := value.(json.Number); is && t.Is(tftypes.Number) {
		n, _, err := big.ParseFloat(number.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return v, unexpected(t, at, value)
		}
		return tftypes.NewValue(t, n), nil
	}
	return checked(t, at, value)
}

func checked(t tftypes.Type, at string, value any) (tftypes.Value, error) {
	if err := tftypes.ValidateValue(t, value); err != nil {
		return tftypes.Value{}, unexpected(t, at, value)
	}
	return tftypes.NewValue(t, value), nil
}

// unexpected is the error about a value of another type than the schema has.
func unexpected(t tftypes.Type, at string, value any) error {
	expected := "another value"
	switch {
	case t.Is(tftypes.String):
		expected = "a text"
	case t.Is(tftypes.Number):
		expected = "a number"
	case t.Is(tftypes.Bool):
		expected = "true or false"
	case t.Is(tftypes.List{}), t.Is(tftypes.Set{}), t.Is(tftypes.Tuple{}):
		expected = "a list"
	case t.Is(tftypes.Object{}), t.Is(tftypes.Map{}):
		expected = "an object"
	}
	text, err := json.Marshal(value)
	if err != nil {
		text = fmt.Append(nil, value)
	}
	return fmt.Errorf("%s = %s where %s is expected", at, text, expected)
}

func elementType(t tftypes.Type, i int) tftypes.Type {
	switch t := t.(type) {
	case tftypes.List:
		return t.ElementType
	case tftypes.Set:
		return t.ElementType
	case tftypes.Tuple:
		if i < len(t.ElementTypes) {
			return t.ElementTypes[i]
		}
	}
	return tftypes.DynamicPseudoType
}

// SomeUnknown reports whether anything in a value is not known.
func SomeUnknown(unknown any) bool {
	switch u := unknown.(type) {
	case bool:
		return u
	case map[string]any:
		for _, part := range u {
			if SomeUnknown(part) {
				return true
			}
		}
	case []any:
		for _, part := range u {
			if SomeUnknown(part) {
				return true
			}
		}
	}
	return false
}

// typeOf is the type that a value of no declared type has.
func typeOf(value any) tftypes.Type {
	switch value := value.(type) {
	case bool:
		return tftypes.Bool
	case json.Number:
		return tftypes.Number
	case []any:
		types := make([]tftypes.Type, len(value))
		for i, element := range value {
			types[i] = typeOf(element)
		}
		return tftypes.Tuple{ElementTypes: types}
	case map[string]any:
		types := map[string]tftypes.Type{}
		for name, element := range value {
			types[name] = typeOf(element)
		}
		return tftypes.Object{AttributeTypes: types}
	case nil:
		return tftypes.DynamicPseudoType
	default:
		return tftypes.String
	}
}
