package kit

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// RuleName accepts the id of a rule.
func RuleName() validator.String { return ruleName{} }

type ruleName struct{}

func (ruleName) Description(context.Context) string {
	return "the name of a rule: " + strings.Join(ruleIDs(), ", ")
}

func (v ruleName) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v ruleName) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	name := req.ConfigValue.ValueString()
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || lint.Known(name) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Unknown rule", Sentence(lint.UnknownRule(name).Error()))
}

func ruleIDs() []string {
	rules := lint.Rules()
	ids := make([]string, len(rules))
	for i, rule := range rules {
		ids[i] = rule.ID
	}
	return ids
}

// NotNull refuses null, as an element of a list or a map: it would be passed over without a word.
func NotNull() validator.String { return notNull{} }

type notNull struct{}

func (notNull) Description(context.Context) string { return "not null" }

func (v notNull) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (notNull) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() {
		resp.Diagnostics.AddAttributeError(req.Path, "Element is null", fmt.Sprintf("%s is null. Leave the element out, or give it a value.", req.Path))
	}
}

// NotEmpty refuses a list without elements, which means something else than one that is left out.
func NotEmpty() validator.List { return notEmpty{} }

type notEmpty struct{}

func (notEmpty) Description(context.Context) string { return "at least one element" }

func (v notEmpty) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (notEmpty) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && len(req.ConfigValue.Elements()) == 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "List is empty", fmt.Sprintf("%s is empty. Write at least one element, or leave it out.", req.Path))
	}
}

// Unique refuses a list in which a text stands twice.
func Unique() validator.List { return unique{} }

type unique struct{}

func (unique) Description(context.Context) string { return "no element twice" }

func (v unique) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (unique) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	seen := map[string]bool{}
	for _, element := range req.ConfigValue.Elements() {
		text, ok := element.(types.String)
		if !ok || text.IsNull() || text.IsUnknown() {
			continue
		}
		if seen[text.ValueString()] {
			resp.Diagnostics.AddAttributeError(req.Path, "Element stands twice", fmt.Sprintf("%s has %q twice. Leave one of them out.", req.Path, text.ValueString()))
			return
		}
		seen[text.ValueString()] = true
	}
}
