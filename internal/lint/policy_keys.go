package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// typesInPolicy finds the keys of a policy whose values have the wrong JSON type. Of policies, unlike of arguments, brokers check them
// all (rabbit_policies.erl, validate_policy0).
func typesInPolicy(p *topology.Policy) []Finding {
	var found []Finding
	for _, key := range slices.Sorted(maps.Keys(p.Definition)) {
		row := queueargs.ByPolicyKey(key)
		if row == nil || hasType(row, p.Definition[key]) {
			continue
		}
		found = append(found, Finding{
			Object: p.Ref(), Field: key,
			Consequence: fmt.Sprintf("The broker refuses the %s: %s is %s and must be %s.", p.Ref().Kind, key, describe(p.Definition[key]), wants(row)),
			Advice:      fmt.Sprintf("Set %s, which is sent as %s.", policyAttribute(row, key), wants(row)),
		})
	}
	return found
}

// unknownInPolicy finds keys that are nearly those of the table. Others may be those of plugins.
func unknownInPolicy(p *topology.Policy) []Finding {
	var found []Finding
	for _, key := range slices.Sorted(maps.Keys(p.Definition)) {
		nearest := queueargs.Nearest(key)
		if queueargs.ByPolicyKey(key) != nil || nearest == nil || !nearest.InPolicies(p.Operator) {
			continue
		}
		found = append(found, Finding{
			Object: p.Ref(), Field: key,
			Consequence: fmt.Sprintf("The broker refuses the %s unless a plugin knows its key %s.", p.Ref().Kind, key),
			Advice:      fmt.Sprintf("Set %s (%s), if that is what %s means, or else remove it.", policyAttribute(nearest, nearest.PolicyKey), nearest.PolicyKey, key),
		})
	}
	return found
}
