package policykit

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// stated is the policy that the state has, as the broker was last seen to have it.
func (r *Resource) stated(o kit.Object) rabbitmq.Policy {
	definition, _, _ := kit.Arguments(o.Dynamic("definition"))
	p := r.spec(o).policy(nil)
	p.Definition = definition
	return p
}

// setState writes what the broker has into the state.
func (r *Resource) setState(o kit.Object, have rabbitmq.Policy, diags *diag.Diagnostics) {
	before := r.stated(o)
	statedValues := queuekit.Settings(o, r.Rows)
	values, extra := queueargs.ParsePolicy(have.Definition, r.Operator)
	for _, row := range r.Rows {
		// "No limit" may be said by no key: keep it, unless the key was there before.
		_, there := have.Definition[row.PolicyKey]
		_, was := before.Definition[row.PolicyKey]
		if n, ok := statedValues[row.Attribute].(int64); row.Unlimited != "" && !there && !was && ok && n < 0 {
			values[row.Attribute] = n
		}
	}
	queuekit.SetSettings(o, r.Rows, values)
	if o["alternate_exchange"] != nil {
		o["alternate_exchange"] = types.StringNull()
		if exchange, ok := extra[alternateExchange].(string); ok {
			o["alternate_exchange"] = types.StringValue(exchange)
			delete(extra, alternateExchange)
		}
	}
	r.setExtra(o, extra, diags)
	if affects, has := o["affects"]; has && affects.IsNull() { // imported
		o["affects"] = types.ListValueMust(types.ObjectType{AttrTypes: effectTypes}, nil)
	}
	o["id"] = types.StringValue(kit.ID(have.Vhost, have.Name))
	o["vhost"], o["name"] = types.StringValue(have.Vhost), types.StringValue(have.Name)
	o["pattern"], o["apply_to"] = types.StringValue(have.Pattern), types.StringValue(have.ApplyTo)
	if stated := o["priority"].(types.Float64); stated.IsNull() || stated.ValueFloat64() != have.Priority {
		o["priority"] = types.Float64Value(have.Priority)
	}
	if o["definition"].IsNull() || !kit.SameArguments(before.Definition, have.Definition) {
		o["definition"] = kit.Dynamic(have.Definition)
	}
}

func (r *Resource) setExtra(o kit.Object, extra queueargs.Arguments, diags *diag.Diagnostics) {
	if o["extra_definition"] == nil {
		return
	}
	stated, _, err := kit.Arguments(o.Dynamic("extra_definition"))
	if err != nil {
		diags.AddError("Unreadable state", "extra_definition in the state cannot be read: "+err.Error()+".")
		return
	}
	if !kit.SameArguments(stated, extra) {
		o["extra_definition"] = types.DynamicNull()
		if len(extra) > 0 {
			o["extra_definition"] = kit.Dynamic(extra)
		}
	}
}
