package queuekit

import (
	"math"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// PolicyName is the name of the policy that has the settings of a queue.
func PolicyName(queue string) string { return "queue-settings " + queue }

// anyType is the apply-to of policies for queues of all types, the only one for queues before RabbitMQ 3.12.
const anyType = "queues"

// applyTo is what the own policy of a queue of type t applies to on a broker of version v. (rabbit_policy.erl, apply_to_validation)
func applyTo(t queueargs.Type, v *version.Version) string {
	if v.Core().LessThan(version.Must(version.NewVersion("3.12.0"))) {
		return anyType
	}
	if t == queueargs.Stream {
		return "streams"
	}
	return string(t) + "_queues"
}

// policy is the queue's own policy as a broker of version v is sent it; nil if it has none, or if that is not known, or on which broker.
// Parts of it may be unknown. there is what the broker has in its place, or nil: one for queues of all types is as good as one for
// those of this type, so that an upgrade of the broker does not change it.
func (s Spec) policy(v *version.Version, there *rabbitmq.Policy) (p *rabbitmq.Policy, known bool) {
	if s.SettingsIn.ValueString() != InPolicy {
		return nil, !s.SettingsIn.IsUnknown()
	}
	_, values := s.split(v)
	definition := queueargs.RenderPolicy(values, v)
	if len(definition) == 0 {
		return nil, true // the broker refuses a policy that sets nothing
	}
	if v == nil && there != nil {
		s.keepUnlimited(definition, there.Definition)
	}
	if !s.Named() || s.Type() == "" || v == nil && there == nil || allUnknown(definition) {
		return nil, false
	}
	p = &rabbitmq.Policy{
		Vhost: s.Vhost.ValueString(), Name: PolicyName(s.Name.ValueString()), Pattern: topology.PatternOf(s.Name.ValueString()),
		Priority: s.PolicyPriority.ValueFloat64(), Definition: definition,
	}
	if v == nil || there != nil && there.ApplyTo == anyType {
		p.ApplyTo = there.ApplyTo
	} else {
		p.ApplyTo = applyTo(s.Type(), v)
	}
	return p, !s.PolicyPriority.IsUnknown() && !kit.HasUnknown(definition)
}

// keepUnlimited writes "no limit" as the policy has it that is there, while it is not known how the broker wants that to be said.
func (s Spec) keepUnlimited(definition, there map[string]any) {
	for key, value := range definition {
		row := queueargs.ByPolicyKey(key)
		if _, unknown := value.(queueargs.Unknown); !unknown || !negative(s.Values[row.Attribute]) || s.kept == nil || !negative(s.kept.Values[row.Attribute]) {
			continue
		}
		delete(definition, key)
		if stated, set := there[key]; set {
			definition[key] = stated
		}
	}
}

func allUnknown(definition queueargs.Arguments) bool {
	for _, value := range definition {
		if _, unknown := value.(queueargs.Unknown); !unknown {
			return false
		}
	}
	return true
}

// inTopology is the queue's own policy as the rules see it, nil if it has none.
func (s Spec) inTopology(v *version.Version, change topology.Change) *topology.Policy {
	if s.SettingsIn.ValueString() != InPolicy || !s.Named() {
		return nil
	}
	_, values := s.split(v)
	definition := queueargs.RenderPolicy(values, v)
	if len(definition) == 0 {
		return nil
	}
	p := &topology.Policy{
		Name: PolicyName(s.Name.ValueString()), Pattern: topology.PatternOf(s.Name.ValueString()), ApplyTo: anyType, Own: true,
		Priority: s.PolicyPriority.ValueFloat64(), Definition: definition, Managed: true, Change: change,
	}
	if s.PolicyPriority.IsUnknown() {
		p.Vague, p.ApplyTo, p.Priority = true, "all", math.Inf(1)
	}
	return p
}

// policyTypes are the attributes of the attribute `policy`.
var policyTypes = map[string]attr.Type{
	"name": types.StringType, "pattern": types.StringType, "apply_to": types.StringType, "priority": types.Float64Type, "definition": types.DynamicType,
}

// policyValue is what the attribute `policy` shows of a policy; null for none.
func policyValue(p *rabbitmq.Policy) types.Object {
	if p == nil {
		return types.ObjectNull(policyTypes)
	}
	return types.ObjectValueMust(policyTypes, map[string]attr.Value{
		"name": types.StringValue(p.Name), "pattern": types.StringValue(p.Pattern), "apply_to": types.StringValue(p.ApplyTo),
		"priority": types.Float64Value(p.Priority), "definition": kit.Dynamic(p.Definition),
	})
}

// plannedPolicy is policyValue of a policy of which parts may not be known yet, or not whether there will be one.
func (s Spec) plannedPolicy(p *rabbitmq.Policy, known bool) types.Object {
	if p == nil && !known {
		return types.ObjectUnknown(policyTypes)
	}
	value := policyValue(p)
	if s.PolicyPriority.IsUnknown() && p != nil {
		members := value.Attributes()
		members["priority"] = types.Float64Unknown()
		value = types.ObjectValueMust(policyTypes, members)
	}
	return value
}

// StatedPolicy reads the attribute `policy` of a state; nil if there is none.
func StatedPolicy(vhost types.String, value types.Object) *rabbitmq.Policy {
	if value.IsNull() || value.IsUnknown() {
		return nil
	}
	members := value.Attributes()
	text := func(name string) string { return members[name].(types.String).ValueString() }
	definition, _, _ := kit.Arguments(members["definition"].(types.Dynamic))
	return &rabbitmq.Policy{
		Vhost: vhost.ValueString(), Name: text("name"), Pattern: text("pattern"), ApplyTo: text("apply_to"),
		Priority: members["priority"].(types.Float64).ValueFloat64(), Definition: definition,
	}
}

// policyRef names the own policy of a queue.
func policyRef(queue string) topology.Ref {
	return onepolicy.Ref(rabbitmq.Policy{Name: PolicyName(queue)})
}

// ofPolicy is the queue's own policy as a subject of rules.
func ofPolicy(queue kit.Subject) kit.Subject {
	policy := queue
	policy.Ref = policyRef(queue.Ref.Name)
	policy.Path = func(field string) path.Path {
		if field == "priority" {
			return path.Root("policy_priority")
		}
		if row := queueargs.ByPolicyKey(field); row != nil {
			return queue.Path(row.Argument)
		}
		return queue.Path("name")
	}
	return policy
}
