package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// applyToSince is the first version that tells queues apart by their type in apply-to (rabbit_policy.erl, apply_to_validation).
const applyToSince = "3.12.0"

// policyNeedsVersion finds what a broker of version v does not have of a policy, and so refuses all of it.
func policyNeedsVersion(p *topology.Policy, v *version.Version) []Finding {
	var found []Finding
	for _, key := range slices.Sorted(maps.Keys(p.Definition)) {
		_, unknown := p.Definition[key].(queueargs.Unknown)
		row := queueargs.ByPolicyKey(key)
		if row == nil || unknown || !row.InPolicies(p.Operator) || row.PolicyTaken(v, p.Operator) {
			continue
		}
		since, until := row.PolicyTakenOn(p.Operator)
		advice := fmt.Sprintf("Remove %s.", policyAttribute(row, key))
		if until == "" {
			advice = fmt.Sprintf("Remove %s, or upgrade the broker to RabbitMQ %s.", policyAttribute(row, key), since)
		}
		found = append(found, Finding{
			Object: p.Ref(), Field: key, Severity: unlessUnchanged(p),
			Consequence: fmt.Sprintf("RabbitMQ %s refuses the %s because of its key %s, which works %s.", v, p.Ref().Kind, key, span(since, until)),
			Advice:      advice,
		})
	}
	byType := slices.Contains([]string{"classic_queues", "quorum_queues", "streams"}, p.ApplyTo)
	if byType && v.Core().LessThan(version.Must(version.NewVersion(applyToSince))) {
		found = append(found, Finding{
			Object: p.Ref(), Field: "apply-to",
			Consequence: fmt.Sprintf("RabbitMQ %s refuses the %s because of apply_to = %q, which works %s.", v, p.Ref().Kind, p.ApplyTo, span(applyToSince, "")),
			Advice:      fmt.Sprintf("Set apply_to = \"queues\" with a pattern that matches no other queues, or upgrade the broker to RabbitMQ %s.", applyToSince),
		})
	}
	return found
}

// unlessUnchanged is unlessDeclared for policies.
func unlessUnchanged(p *topology.Policy) Severity {
	if p.Change == topology.Unchanged {
		return Warning
	}
	return ""
}

// policyAttribute is where a policy resource sets a key.
func policyAttribute(row *queueargs.Row, key string) string {
	if row.Attribute == "" {
		return key
	}
	return row.Attribute
}
