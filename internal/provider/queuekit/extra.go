package queuekit

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// ownAttribute says which attribute of a resource to write for an argument that has one there.
func ownAttribute(owner *topology.Owner) func(name string, value any) string {
	return func(name string, value any) string {
		return InsteadOf(queueargs.ByArgument(name), value, owner.Attributes[name])
	}
}

// InsteadOf says to write an attribute for the value of a row, "" if there is no row or attribute. A wrong type is the rule
// argument_type's to say; it too ends in the attribute.
func InsteadOf(row *queueargs.Row, value any, attribute string) string {
	if row == nil || attribute == "" {
		return ""
	}
	if _, ok := row.Value(value); !ok {
		return ""
	}
	return fmt.Sprintf("write the attribute %s instead, which is checked", attribute)
}
