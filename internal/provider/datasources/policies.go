package datasources

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

type policiesModel struct {
	Vhost    types.String  `tfsdk:"vhost"`
	Policies []policyModel `tfsdk:"policies"`
}

type policyModel struct {
	Name       string  `tfsdk:"name"`
	Operator   bool    `tfsdk:"operator"`
	Pattern    string  `tfsdk:"pattern"`
	ApplyTo    string  `tfsdk:"apply_to"`
	Priority   float64 `tfsdk:"priority"`
	Definition string  `tfsdk:"definition_json"`
}

// NewPolicies returns the data source rabbitmq_policies.
func NewPolicies() datasource.DataSource {
	return &source[policiesModel]{
		name:        "rabbitmq_policies",
		description: "All policies and operator policies of a virtual host, highest priority first.",
		attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"vhost": vhost(),
				"policies": schema.ListNestedAttribute{Computed: true, MarkdownDescription: "The policies.", NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"name":            text("Name of the policy."),
					"operator":        flag("Whether it is an operator policy, which is merged into the policy in force and of which the smaller limit wins."),
					"pattern":         text("Regular expression (PCRE) for the names that it is for."),
					"apply_to":        text("`all`, `queues`, `exchanges`, `classic_queues`, `quorum_queues` or `streams`."),
					"priority":        schema.Float64Attribute{Computed: true, MarkdownDescription: "Of those that match, the one with the highest priority is in force."},
					"definition_json": text("What it sets, as a JSON object: use `jsondecode`."),
				}}},
			}
		},
		read: func(ctx context.Context, r *kit.Runtime, m *policiesModel, diags *diag.Diagnostics) {
			m.Vhost = r.DefaultVhost(m.Vhost)
			lists := [2][]rabbitmq.Policy{}
			var both errgroup.Group
			for i, operator := range []bool{false, true} {
				both.Go(func() (err error) {
					lists[i], err = r.Client.Policies(ctx, m.Vhost.ValueString(), operator)
					return err
				})
			}
			if err := both.Wait(); err != nil {
				diags.AddError("Unable to read policies", kit.Sentence(err.Error()))
				return
			}
			m.Policies = []policyModel{}
			for _, p := range slices.Concat(lists[0], lists[1]) {
				definition, err := json.Marshal(p.Definition)
				if err != nil {
					kit.Unable(diags, "read", "policy", p.Vhost, p.Name, err)
					return
				}
				m.Policies = append(m.Policies, policyModel{p.Name, p.Operator, p.Pattern, p.ApplyTo, p.Priority, string(definition)})
			}
			slices.SortStableFunc(m.Policies, func(a, b policyModel) int {
				return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Name, b.Name))
			})
		},
	}
}
