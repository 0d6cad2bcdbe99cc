package provider

import (
	"context"
	"errors"
	"fmt"
	"maps"
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

// Configuration is what Terraform has planned for a resource, or has of it.
type Configuration struct {
	name   string
	kind   describable
	values map[string]any
	raw    tftypes.Value
	// Unknown are the attributes that are not known until the apply, or have parts that are not, sorted.
	Unknown []string
}

// Read reads the values of a resource as Terraform writes them in JSON (numbers are json.Number); what unknown has true for is not known until
// the apply. Its errors name an attribute that the resource has not, or a value that is of another type than the schema has. Check comes next.
func (d *Describer) Read(ctx context.Context, typeName string, values map[string]any, unknown any) (*Configuration, error) {
	kind, has := d.kinds[typeName]
	if !has {
		return nil, fmt.Errorf("the provider has no resource %s", typeName)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if values[name] != nil && kind.schema.Attributes[name] == nil {
			return nil, fmt.Errorf("%s has no attribute %s", typeName, name)
		}
	}
	c := &Configuration{name: typeName, kind: kind, values: values}
	attributes := map[string]tftypes.Value{}
	for name, attribute := range kind.schema.Attributes {
		at := kind.object.AttributeTypes[name]
		if attribute.IsComputed() && !attribute.IsOptional() {
			// A configuration does not have it, and what it says is in the others.
			attributes[name] = tftypes.NewValue(at, nil)
			continue
		}
		value, err := valueOf(at, name, values[name], Part(unknown, name))
		if err != nil {
			return nil, err
		}
		if SomeUnknown(Part(unknown, name)) && !attribute.IsComputed() {
			c.Unknown = append(c.Unknown, name)
		}
		attributes[name] = value
	}
	slices.Sort(c.Unknown)
	c.raw = tftypes.NewValue(kind.object, attributes)
	return c, nil
}

// Describe gives collect each object of the resource. One whose name is not known is left out.
func (c *Configuration) Describe(ctx context.Context, collect func(*topology.VirtualHost, kit.Subject)) {
	r, ok := c.kind.construct(&kit.Settings{Collect: collect}).(resource.ResourceWithValidateConfig)
	if !ok {
		return
	}
	var resp resource.ValidateConfigResponse
	r.ValidateConfig(ctx, resource.ValidateConfigRequest{Config: c.config()}, &resp)
}

func (c *Configuration) config() tfsdk.Config { return tfsdk.Config{Raw: c.raw, Schema: c.kind.schema} }

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
			c, err := d.Read(ctx, name, values, unknown)
			if err == nil {
				err = c.Check(ctx, false)
			}
			if err != nil {
				return false, err
			}
			c.Describe(ctx, collect)
			return len(c.Unknown) > 0, nil
		}
	}
	return false, errors.New("it is no resource of this provider")
}
