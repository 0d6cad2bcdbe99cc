package policykit

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// What policies apply to (rabbit_policy.erl, matches_type); the last three from RabbitMQ 3.12.
var applyTo = []string{"all", "queues", "exchanges", "classic_queues", "quorum_queues", "streams"}

// Attributes makes the schema that all resources have which are one policy: matching, the rows of the argument table that policies of this
// kind take, the rendered definition, and what every resource has.
func (r *Resource) Attributes(ctx context.Context) map[string]schema.Attribute {
	attributes := queuekit.AttributesOf(r.Rows, r.goesTo)
	attributes["name"] = schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "Name of the policy. When it changes, the policy is put under the new name before the old one goes.",
	}
	attributes["pattern"] = schema.StringAttribute{
		Required: true, Validators: []validator.String{pattern{}},
		MarkdownDescription: "Regular expression (PCRE) for the names that the policy matches. It is not anchored: `team` matches `my-team-queue`, `^team\\\\.` does not. " +
			"The empty pattern matches everything.",
	}
	attributes["apply_to"] = schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(applyTo[0]),
		Validators: []validator.String{stringvalidator.OneOf(applyTo...)},
		MarkdownDescription: "What the policy matches: `all` (default), `queues`, `exchanges`, or from RabbitMQ 3.12 on `classic_queues`, `quorum_queues` or " +
			"`streams`.",
	}
	attributes["priority"] = schema.Float64Attribute{
		Optional: true, Computed: true, Default: float64default.StaticFloat64(0), Validators: []validator.Float64{kit.Priority()},
		MarkdownDescription: fmt.Sprintf("Of all %s that match a queue, the one with the highest priority is in force, alone. Default 0.", onepolicy.Plural(r.noun())),
	}
	attributes["definition"] = schema.DynamicAttribute{
		Computed:            true,
		MarkdownDescription: "The policy's definition exactly as it is sent to the broker.",
	}
	return kit.CommonAttributes(ctx, attributes)
}

// AddExtra adds extra_definition, for keys that the table does not have.
func (r *Resource) AddExtra(attributes map[string]schema.Attribute) {
	attributes["extra_definition"] = schema.DynamicAttribute{
		Optional: true,
		MarkdownDescription: "Keys that this provider has no attribute for, such as those of plugins, as an object: `{ \"federation-upstream-set\" = \"all\" }`. " +
			"Values are sent with the types they are written in.",
		Validators: []validator.Dynamic{kit.ExtraObject(r.ownAttribute)},
	}
}

// goesTo says under which key, and from which version on, a policy has a row.
func (r *Resource) goesTo(row *queueargs.Row) string {
	text := fmt.Sprintf("Key `%s`", row.PolicyKey)
	if since, _ := row.PolicyTakenOn(r.Operator); since != "" {
		text += fmt.Sprintf(", in %s from RabbitMQ %s", onepolicy.Plural(r.noun()), since)
	}
	return fmt.Sprintf("%s; %s.", text, queuekit.TypesOf(row))
}

// ownAttribute says what to write for a key that has an attribute, or that no broker takes.
func (r *Resource) ownAttribute(key string, value any) string {
	row := queueargs.ByPolicyKey(key)
	attribute := ""
	if row != nil {
		attribute = row.Attribute
	}
	switch {
	case key == alternateExchange && !r.Operator:
		return "write the attribute alternate_exchange instead, which is checked"
	case row != nil && !row.InPolicies(r.Operator):
		return fmt.Sprintf("operator policies have no %s on any version of RabbitMQ; use a rabbitmq_policy", key)
	default:
		return queuekit.InsteadOf(row, value, attribute)
	}
}
