package onepolicy

import (
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Noun is what the broker calls a policy of a kind.
func Noun(operator bool) string {
	if operator {
		return string(topology.KindOperatorPolicy)
	}
	return string(topology.KindPolicy)
}

// Title begins a noun with a capital letter.
func Title(noun string) string { return strings.ToUpper(noun[:1]) + noun[1:] }

// Plural is the plural of a noun.
func Plural(noun string) string { return strings.TrimSuffix(noun, "y") + "ies" }

// Ref names a policy.
func Ref(p rabbitmq.Policy) topology.Ref {
	return (&topology.Policy{Name: p.Name, Operator: p.Operator}).Ref()
}
