package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// lintIgnore is the attribute of the findings that are accepted.
func lintIgnore() schema.Attribute {
	some := []validator.String{stringvalidator.LengthAtLeast(1)}
	return schema.ListNestedAttribute{
		Optional: true, Validators: []validator.List{noneNull{}},
		MarkdownDescription: "Findings that are accepted, each for a reason, which `terraform-provider-rabbitmq review` prints. `lint_ignore` of a resource is for its own findings.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"rule": schema.StringAttribute{Required: true, Validators: []validator.String{kit.RuleName()}, MarkdownDescription: "The rule that finds it."},
			"object": schema.StringAttribute{Optional: true, Validators: some,
				MarkdownDescription: "Name of the object that it is about, as the finding has it; every object if unset."},
			"vhost":  schema.StringAttribute{Optional: true, Validators: some, MarkdownDescription: "Virtual host of the object; every one if unset."},
			"reason": schema.StringAttribute{Required: true, Validators: []validator.String{notBlank{}}, MarkdownDescription: "Why it is accepted."},
		}},
	}
}

// suppressions returns what lint_ignore says. An entry of which something is not known yet is left out, and known is then false.
func (m *model) suppressions() (all []lint.Suppression, known bool) {
	known = !m.LintIgnore.IsUnknown()
	for _, element := range m.LintIgnore.Elements() {
		entry, _ := element.(types.Object)
		text := func(name string) string {
			v, _ := entry.Attributes()[name].(types.String)
			known = known && !v.IsUnknown()
			return v.ValueString()
		}
		s, before := lint.Suppression{}, known
		known = !entry.IsUnknown()
		s.Rule, s.Object, s.Vhost = text("rule"), text("object"), text("vhost")
		if known {
			all = append(all, s)
		}
		known = known && before
	}
	return all, known
}

// notBlank refuses a text in which nothing is said.
type notBlank struct{}

func (notBlank) Description(context.Context) string { return "a reason" }

func (v notBlank) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (notBlank) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && strings.TrimSpace(req.ConfigValue.ValueString()) == "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Reason is blank", fmt.Sprintf("%s is blank. Say why the finding is accepted.", req.Path))
	}
}

// noneNull refuses a list with an entry that is null.
type noneNull struct{}

func (noneNull) Description(context.Context) string { return "no element that is null" }

func (v noneNull) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (noneNull) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Element is null", fmt.Sprintf("%s is null. Leave the element out.", at))
		}
	}
}
