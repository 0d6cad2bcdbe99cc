package queuekit

import (
	"context"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Where the settings of a queue are kept that policies can have: the values of settings_in.
const (
	// InArguments keeps them in the queue's arguments: changing one makes a new queue.
	InArguments = "arguments"
	// InPolicy keeps them in a policy that the resource owns: they change in place.
	InPolicy = "policy"
)

// PlanPriority is what a plan has for policy_priority, of which Terraform has proposed a value: an unset one is 0 where there is a policy, so
// that neither writing it down nor importing it is a change.
func PlanPriority(ctx context.Context, config tfsdk.Config, settingsIn types.String, proposed types.Float64, diags *diag.Diagnostics) types.Float64 {
	if proposed.IsUnknown() || proposed.ValueFloat64() != 0 {
		diags.Append(config.GetAttribute(ctx, path.Root("policy_priority"), &proposed)...) // or else it may be that of the state
	}
	switch {
	case !proposed.IsNull():
		return proposed
	case settingsIn.IsUnknown():
		return types.Float64Unknown()
	case settingsIn.ValueString() == InPolicy:
		return types.Float64Value(0)
	default:
		return proposed
	}
}

// inPolicy reports whether the queue's own policy has a setting on a broker of version v, and whether that is known. A nil v is a broker
// that is not known yet.
//
// A setting of a queue that stays is where it is: an upgraded broker whose policies have more keys, or which takes fewer on queues of this
// type, must not replace it.
func (s Spec) inPolicy(row *queueargs.Row, value any, v *version.Version) (in, known bool) {
	if s.SettingsIn.ValueString() != InPolicy || row.PolicyKey == "" || row.AtDeclaration {
		return false, true
	}
	if s.kept != nil {
		if s.kept.Policy != nil && s.kept.Policy.Definition[row.PolicyKey] != nil {
			return true, true
		}
		if row.PolicySince != "" && s.kept.Arguments.Has(row) {
			return false, true
		}
	}
	eras, _ := row.ErasOf(s.Type(), value)
	switch {
	case s.Type() == "":
		return true, true
	case !eras.EverTaken():
		return false, true // which rules say of arguments
	case v == nil:
		return true, row.PolicySince == "" && len(eras) == 1
	default:
		return eras.Does(v) == queueargs.Takes && row.PolicyTaken(v, false), true
	}
}

// split parts the settings by where they are kept. Those of which that is not known are unknown in both.
func (s Spec) split(v *version.Version) (arguments, policy queueargs.Values) {
	if s.SettingsIn.ValueString() != InPolicy {
		return s.Values, nil
	}
	arguments, policy = queueargs.Values{}, queueargs.Values{}
	for attribute, value := range s.Values {
		switch in, known := s.inPolicy(queueargs.ByAttribute(attribute), value, v); {
		case !known:
			arguments[attribute], policy[attribute] = queueargs.Unknown{}, queueargs.Unknown{}
		case in:
			policy[attribute] = value
		default:
			arguments[attribute] = value
		}
	}
	return arguments, policy
}
