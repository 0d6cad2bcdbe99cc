package queuekit

import (
	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Spec is a queue as a resource describes it. Every part may be unknown in a plan.
type Spec struct {
	Vhost, Name         types.String
	Durable, AutoDelete types.Bool
	// Values are the settings of the argument table, the queue type among them.
	Values queueargs.Values
	// Extra are arguments that the table does not offer as attributes; ExtraUnknown means that they are not known yet.
	Extra        queueargs.Arguments
	ExtraUnknown bool
	// SettingsIn is InArguments or InPolicy, PolicyPriority that of the queue's own policy; null is 0.
	SettingsIn     types.String
	PolicyPriority types.Float64
	// OnReplace is Refuse, null for the same, or Migrate.
	OnReplace types.String
	// DeletionPolicy is one of the DeletionPolicies.
	DeletionPolicy types.String
	// Owner says how the resource writes the queue's settings.
	Owner *topology.Owner
	// DelayTier and Discards say what the queue is for, as in topology.Queue.
	DelayTier, Discards bool
	// kept is the queue that there is and that stays, nil for one that is made.
	kept *Prior
	// Whole is the id of the resource, if the queue is only a part of it.
	Whole string
}

// Named reports whether it is known which queue this is.
func (s Spec) Named() bool { return !unset(s.Vhost) && !unset(s.Name) }

func unset(v types.String) bool { return v.IsNull() || v.IsUnknown() }

// WithDefaults returns the spec with the default queue type if none is set, as configurations have it before the plan.
func (s Spec) WithDefaults() Spec {
	if _, set := s.Values[queueargs.QueueType.Attribute]; !set {
		s.Values[queueargs.QueueType.Attribute] = string(queueargs.Quorum)
	}
	return s
}

// Type returns the queue type, empty if it is not known.
func (s Spec) Type() queueargs.Type {
	t, _ := s.Values[queueargs.QueueType.Attribute].(string)
	return queueargs.Type(t)
}

// Arguments returns what a broker of version v is sent; a nil v is a broker that is not known yet.
func (s Spec) Arguments(v *version.Version) queueargs.Arguments {
	values, _ := s.split(v)
	args := queueargs.Render(values, v)
	for name, value := range s.Extra {
		args[name] = value
	}
	return args
}

// Topology returns the queue as the rules see it.
func (s Spec) Topology(v *version.Version, change topology.Change) *topology.Queue {
	policy := s.DeletionPolicy.ValueString()
	q := &topology.Queue{
		Name: s.Name.ValueString(), Type: s.Type(), // While a flag is not known, it is taken for the harmless one.
		Durable: s.Durable.IsUnknown() || s.Durable.ValueBool(), AutoDelete: s.AutoDelete.ValueBool(),
		Arguments: s.Arguments(v), Managed: true, Change: change,
		Owner: s.Owner, DelayTier: s.DelayTier, Discards: s.Discards,
		ForceDelete: policy == Force, Retain: policy == Retain,
	}
	if s.SettingsIn.ValueString() == InPolicy {
		q.OwnPolicy = PolicyName(q.Name)
	}
	return q
}

// Rendered is what the attribute `arguments` shows: the arguments as they are sent.
func (s Spec) Rendered(v *version.Version) types.Dynamic {
	if s.ExtraUnknown || s.SettingsIn.IsUnknown() {
		return types.DynamicUnknown()
	}
	return kit.Dynamic(s.Arguments(v))
}
