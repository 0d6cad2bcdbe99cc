package datasources

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// declared is what queues and exchanges have in common: somebody has declared them.
type declared struct {
	Name       types.String  `tfsdk:"name"`
	Vhost      types.String  `tfsdk:"vhost"`
	Type       types.String  `tfsdk:"type"`
	Durable    types.Bool    `tfsdk:"durable"`
	AutoDelete types.Bool    `tfsdk:"auto_delete"`
	Arguments  types.Dynamic `tfsdk:"arguments"`
	Policy     types.String  `tfsdk:"policy"`
}

// declaredAttributes are the attributes of declared and more.
func declaredAttributes(kind, ofType, unused string, more map[string]schema.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"name":        schema.StringAttribute{Required: true, MarkdownDescription: "Name of the " + kind + "."},
		"vhost":       vhost(),
		"type":        text(ofType),
		"durable":     flag("Whether it outlives a restart of the broker."),
		"auto_delete": flag("Whether it is deleted when " + unused + "."),
		"arguments":   schema.DynamicAttribute{Computed: true, MarkdownDescription: "Arguments that it was declared with, as the broker has them."},
		"policy":      text("Name of the policy in force on it, empty if there is none. Some releases are seconds late with it."),
	}
	maps.Copy(all, more)
	return all
}

// find asks for the object of a kind that the configuration names.
func find[T any](ctx context.Context, r *kit.Runtime, d *declared, kind string, get func(ctx context.Context, vhost, name string) (T, error), diags *diag.Diagnostics) (object T, found bool) {
	d.Vhost = r.DefaultVhost(d.Vhost)
	object, err := get(ctx, d.Vhost.ValueString(), d.Name.ValueString())
	if err != nil {
		kit.Unable(diags, "read", kind, d.Vhost.ValueString(), d.Name.ValueString(), err)
	}
	return object, err == nil
}

// set says what the object is.
func (d *declared) set(kind string, durable, autoDelete bool, arguments map[string]any, policy string) {
	d.Type, d.Durable, d.AutoDelete = types.StringValue(kind), types.BoolValue(durable), types.BoolValue(autoDelete)
	d.Arguments, d.Policy = kit.Dynamic(arguments), types.StringValue(policy)
}
