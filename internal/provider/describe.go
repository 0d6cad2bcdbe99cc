package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Describer turns what Terraform has planned for a resource into the objects of a topology, as the resource itself describes them when it
// is validated. It is safe for concurrent use.
type Describer struct {
	kinds map[string]describable
}

type describable struct {
	construct func(*kit.Settings) resource.Resource
	schema    schema.Schema
	object    tftypes.Object
}

// NewDescriber returns a describer of all types of resources that the provider has.
func NewDescriber(ctx context.Context) *Describer {
	d := &Describer{kinds: map[string]describable{}}
	for _, construct := range constructors {
		r := construct(&kit.Settings{})
		var metadata resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{}, &metadata)
		var described resource.SchemaResponse
		r.Schema(ctx, resource.SchemaRequest{}, &described)
		object, _ := described.Schema.Type().TerraformType(ctx).(tftypes.Object)
		d.kinds[metadata.TypeName] = describable{construct, described.Schema, object}
	}
	return d
}

// Describe gives collect each object of a resource with these values, as Terraform writes them in JSON (numbers are json.Number), and
// reports whether it could: not if a value is of another type than the schema has. What unknown has true for is not known until the
// apply; an object whose name is among that is left out. It returns the attributes of the configuration that are not known, sorted.
func (d *Describer) Describe(ctx context.Context, typeName string, values map[string]any, unknown any, collect func(*topology.VirtualHost, kit.Subject)) (open []string, err error) {
	kind, has := d.kinds[typeName]
	if !has {
		return nil, fmt.Errorf("the provider has no resource %s", typeName)
	}
	r, ok := kind.construct(&kit.Settings{Collect: collect}).(resource.ResourceWithValidateConfig)
	if !ok {
		return nil, nil
	}
	attributes := map[string]tftypes.Value{}
	for name, attribute := range kind.schema.Attributes {
		at := kind.object.AttributeTypes[name]
		if attribute.IsComputed() && !attribute.IsOptional() {
			// A configuration does not have it, and what it says is in the others.
			attributes[name] = tftypes.NewValue(at, nil)
			continue
		}
		value, err := valueOf(at, values[name], part(unknown, name))
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		if SomeUnknown(part(unknown, name)) && !attribute.IsComputed() {
			open = append(open, name)
		}
		attributes[name] = value
	}
	var resp resource.ValidateConfigResponse
	r.ValidateConfig(ctx, resource.ValidateConfigRequest{
		Config: tfsdk.Config{Raw: tftypes.NewValue(kind.object, attributes), Schema: kind.schema},
	}, &resp)
	slices.Sort(open)
	return open, nil
}

// describers make the describer for the function lint once it is called.
var describers = sync.OnceValue(func() *Describer { return NewDescriber(context.Background()) })

// describe describes an object whose resource is known by its attributes alone.
func describe(ctx context.Context, values map[string]any, unknown any, collect func(*topology.VirtualHost, kit.Subject)) (open bool, err error) {
	d := describers()
	for name, kind := range d.kinds {
		if len(kind.schema.Attributes) != len(values) {
			continue
		}
		same := true
		for attribute := range kind.schema.Attributes {
			_, has := values[attribute]
			same = same && has
		}
		if same {
			unset, err := d.Describe(ctx, name, values, unknown, collect)
			return len(unset) > 0, err
		}
	}
	return false, errors.New("it is no resource of this provider")
}

// part is what is said about one attribute or element of what is unknown.
func part(unknown any, key any) any {
	switch key := key.(type) {
	case string:
		parts, _ := unknown.(map[string]any)
		return parts[key]
	case int:
		if parts, _ := unknown.([]any); key < len(parts) {
			return parts[key]
		}
	}
	return nil
}

// valueOf converts a value to a type.
func valueOf(t tftypes.Type, value, unknown any) (v tftypes.Value, err error) {
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
		attributes := map[string]tftypes.Value{}
		object, _ := value.(map[string]any)
		for name, at := range t.AttributeTypes {
			if attributes[name], err = valueOf(at, object[name], part(unknown, name)); err != nil {
				return v, fmt.Errorf("%s: %w", name, err)
			}
		}
		return checked(t, attributes)
	case tftypes.Map:
		elements := map[string]tftypes.Value{}
		object, _ := value.(map[string]any)
		for name, element := range object {
			if elements[name], err = valueOf(t.ElementType, element, part(unknown, name)); err != nil {
				return v, fmt.Errorf("%s: %w", name, err)
			}
		}
		return checked(t, elements)
	}
	list, isList := value.([]any)
	if isList {
		elements := make([]tftypes.Value, len(list))
		for i, element := range list {
			if elements[i], err = valueOf(elementType(t, i), element, part(unknown, i)); err != nil {
				return v, fmt.Errorf("element %d: %w", i, err)
			}
		}
		return checked(t, elements)
	}
	if number, is := value.(json.Number); is && t.Is(tftypes.Number) {
		n, _, err := big.ParseFloat(number.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return v, fmt.Errorf("%q is no number", number)
		}
		return tftypes.NewValue(t, n), nil
	}
	return checked(t, value)
}

func checked(t tftypes.Type, value any) (tftypes.Value, error) {
	if err := tftypes.ValidateValue(t, value); err != nil {
		return tftypes.Value{}, fmt.Errorf("the value is not of the type %s", t)
	}
	return tftypes.NewValue(t, value), nil
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
