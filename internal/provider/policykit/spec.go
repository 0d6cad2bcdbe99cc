package policykit

import (
	"math"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// alternateExchange is the only key of exchanges that needs no plugin.
const alternateExchange = "alternate-exchange"

// spec is a policy as a resource describes it. Every part may be unknown in a plan.
type spec struct {
	operator                      bool
	vhost, name, pattern, applyTo types.String
	priority                      types.Float64
	// values are the settings of the argument table.
	values queueargs.Values
	// extra are keys that have no row there; extraUnknown means that they are not known yet.
	extra        queueargs.Arguments
	extraUnknown bool
}

func (r *Resource) spec(o kit.Object) spec {
	s := spec{
		operator: r.Operator, vhost: o.String("vhost"), name: o.String("name"), pattern: o.String("pattern"), applyTo: o.String("apply_to"),
		priority: o["priority"].(types.Float64), values: queuekit.Settings(o, r.Rows), extra: queueargs.Arguments{},
	}
	if o["extra_definition"] != nil {
		extra, known, err := kit.Arguments(o.Dynamic("extra_definition"))
		s.extraUnknown = err == nil && !known
		for key, value := range extra {
			s.extra[key] = value
		}
	}
	if o["alternate_exchange"] != nil {
		if value := queuekit.Value(o["alternate_exchange"]); value != nil {
			s.extra[alternateExchange] = value
		}
	}
	return s
}

// named reports whether it is known which policy this is.
func (s spec) named() bool { return isKnown(s.vhost) && isKnown(s.name) }

func isKnown(v types.String) bool { return !v.IsNull() && !v.IsUnknown() }

// vague reports whether it is not known yet what the policy matches, or what it outranks.
func (s spec) vague() bool {
	return !isKnown(s.pattern) || !isKnown(s.applyTo) || s.priority.IsUnknown()
}

// definition is what a broker of version v is sent; a nil v is a broker that is not known yet.
func (s spec) definition(v *version.Version) queueargs.Arguments {
	definition := queueargs.RenderPolicy(s.values, v)
	for key, value := range s.extra {
		definition[key] = value
	}
	return definition
}

// rendered is what the attribute `definition` shows.
func (s spec) rendered(v *version.Version) types.Dynamic {
	if s.extraUnknown {
		return types.DynamicUnknown()
	}
	return kit.Dynamic(s.definition(v))
}

// policy is what a broker of version v is sent, once all of it is known.
func (s spec) policy(v *version.Version) rabbitmq.Policy {
	return rabbitmq.Policy{
		Vhost: s.vhost.ValueString(), Name: s.name.ValueString(), Operator: s.operator, Pattern: s.pattern.ValueString(),
		ApplyTo: s.applyTo.ValueString(), Priority: s.priority.ValueFloat64(), Definition: s.definition(v),
	}
}

// topology is the policy as the rules see it.
func (s spec) topology(v *version.Version, change topology.Change) *topology.Policy {
	p := &topology.Policy{
		Name: s.name.ValueString(), Operator: s.operator, Pattern: s.pattern.ValueString(), ApplyTo: s.applyTo.ValueString(),
		Priority: s.priority.ValueFloat64(), Definition: s.definition(v), Managed: true, Change: change,
	}
	if s.vague() {
		p.Vague, p.ApplyTo, p.Priority = true, "all", math.Inf(1)
	}
	return p
}

func (s spec) ref() topology.Ref {
	return (&topology.Policy{Name: s.name.ValueString(), Operator: s.operator}).Ref()
}
