package queueargs

import "github.com/hashicorp/go-version"

// InPolicies reports whether policies, or operator policies, of some supported broker have the row as a key.
func (r *Row) InPolicies(operator bool) bool {
	return r.PolicyKey != "" && (!operator || r.OperatorSince != never)
}

// PolicyTaken reports whether a broker of version v knows the row's policy key, in operator policies if operator.
func (r *Row) PolicyTaken(v *version.Version, operator bool) bool {
	since, until := r.PolicyTakenOn(operator)
	return r.InPolicies(operator) && atLeast(v, since) && (until == "" || !atLeast(v, until))
}

// PolicyTakenOn returns the first version whose policies, or operator policies, have the row's key, "" if every one does, and the
// first later one that no longer takes it, "" for none.
func (r *Row) PolicyTakenOn(operator bool) (since, until string) {
	if operator && r.OperatorSince != "" {
		return r.OperatorSince, r.PolicyUntil
	}
	return r.PolicySince, r.PolicyUntil
}

// PolicyRows lists the rows that policies, or operator policies, offer as attributes.
func PolicyRows(operator bool) []*Row {
	var rows []*Row
	for _, row := range Table {
		if row.offeredInPolicies(operator) {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r *Row) offeredInPolicies(operator bool) bool {
	return r.Attribute != "" && r.InPolicies(operator)
}

// RenderPolicy is Render for the definition of a policy.
func RenderPolicy(values Values, v *version.Version) Arguments {
	return render(values, v, func(r *Row) string { return r.PolicyKey })
}

// ParsePolicy is Parse for the definition of a policy or operator policy.
func ParsePolicy(definition Arguments, operator bool) (values Values, extra Arguments) {
	return parse(definition, func(key string) (*Row, bool) {
		row := ByPolicyKey(key)
		return row, row != nil && row.offeredInPolicies(operator)
	})
}
