package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/server"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// HiddenPrefix begins texts that stand for sensitive ones. What they are is not known, and nothing is refused for their sake.
const HiddenPrefix = "(sensitive value "

// Check returns an error that names the first value which cannot be used: a number that is not whole, a duration that is none and, if the
// configuration is of a plan, whatever Terraform would have refused. A state may have what an import has found.
func (c *Configuration) Check(ctx context.Context, planned bool) error {
	if planned && server.Accepts(ctx, c.config(), c.kind.schema.Attributes) {
		return nil
	}
	readable, said := server.Unreadable(c.kind.schema.Type(), c.raw)
	c.raw = readable
	if err := refusal(said, c.values); err != nil || !planned {
		return err
	}
	if missing := missing(c.kind.schema.Attributes, c.raw, ""); missing != "" {
		return fmt.Errorf("%s is missing", missing)
	}
	return c.validate(ctx)
}

// validate asks the framework for what it has to say.
func (c *Configuration) validate(ctx context.Context) error {
	shown, err := tftypes.Transform(c.raw, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		var text string
		if v.Type().Is(tftypes.String) && v.IsKnown() && !v.IsNull() && v.As(&text) == nil && strings.HasPrefix(text, HiddenPrefix) {
			return tftypes.NewValue(tftypes.String, tftypes.UnknownValue), nil
		}
		return v, nil
	})
	if err != nil {
		return err
	}
	config, err := tfprotov6.NewDynamicValue(c.kind.object, shown)
	if err != nil {
		return err
	}
	framework, err := validating()
	if err != nil {
		return err
	}
	resp, err := framework.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: c.name, Config: &config})
	if err != nil {
		return err
	}
	return refusal(resp.Diagnostics, nil)
}

// validating is the framework's server, which says of what it takes nothing, findings of rules among it.
var validating = sync.OnceValues(func() (tfprotov6.ProviderServer, error) {
	silent := &kit.Settings{Collect: func(*topology.VirtualHost, kit.Subject) {}}
	return providerserver.NewProtocol6WithError(&rabbitmqProvider{settings: silent})()
})

// refusal is the first error of some diagnostics, nil if there is none. What stands for sensitive values is left out.
func refusal(said []*tfprotov6.Diagnostic, values map[string]any) error {
	for _, d := range said {
		if d.Severity == tfprotov6.DiagnosticSeverityError && !hidden(values, d.Attribute) {
			detail := strings.TrimSuffix(d.Detail, ".")
			if d.Attribute != nil {
				if name, ok := d.Attribute.Steps()[0].(tftypes.AttributeName); ok && !strings.Contains(detail, string(name)) {
					detail = string(name) + ": " + detail
				}
			}
			return errors.New(detail)
		}
	}
	return nil
}

// hidden reports whether at a place there is what stands for a sensitive value.
func hidden(values any, at *tftypes.AttributePath) bool {
	for _, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			object, _ := values.(map[string]any)
			values = object[string(step)]
		case tftypes.ElementKeyInt:
			list, _ := values.([]any)
			if int(step) >= len(list) {
				return false
			}
			values = list[step]
		}
	}
	text, _ := values.(string)
	return strings.HasPrefix(text, HiddenPrefix)
}

// missing names an attribute that has to be set and is not; empty if there is none.
func missing(attributes map[string]schema.Attribute, object tftypes.Value, at string) string {
	var values map[string]tftypes.Value
	if !object.IsKnown() || object.IsNull() || object.As(&values) != nil {
		return ""
	}
	var names []string
	for name := range attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		a := attributes[name]
		if a.IsRequired() && values[name].IsNull() {
			return at + name
		}
		if nested, ok := a.(schema.SingleNestedAttribute); ok {
			if inside := missing(nested.Attributes, values[name], at+name+"."); inside != "" {
				return inside
			}
		}
	}
	return ""
}
