package queuekit

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Lacks says what an imported queue lacks to be one of its resource, whose queues have all of the rows; "" for nothing.
func Lacks(spec Spec, q OnBroker, rows ...*queueargs.Row) string {
	if !slices.Contains(spec.Owner.Types, queueargs.Type(q.Type)) {
		return "is a " + q.Type
	}
	names := map[*queueargs.Row]string{queueargs.MessageTTL: "message TTL", queueargs.DeadLetterExchange: "dead-letter exchange"}
	for _, row := range rows {
		if !q.has(row) {
			return fmt.Sprintf("has no %s (%s)", names[row], row.Argument)
		}
	}
	return ""
}

// Foreign says what an imported queue has that its resource would not declare: its next apply would replace the queue. The spec is that of
// the state that was made of the queue.
func Foreign(ctx context.Context, b *kit.Base, spec Spec, q OnBroker) (string, error) {
	v, err := b.Client.Version(ctx)
	if err != nil {
		return "", err
	}
	have := PriorOf(q.Queue)
	have.Policy = q.Policy
	spec.kept = &have
	args := spec.Arguments(v)
	fields := Differences(spec, args, have)
	switch own, _ := spec.policy(v, q.Policy); {
	case len(fields) > 0:
	case q.Policy == nil:
		return "", nil
	case own == nil:
		return fmt.Sprintf("has the policy %q, which has none of its settings", q.Policy.Name), nil
	case !onepolicy.Equal(*own, *q.Policy):
		return fmt.Sprintf("has the policy %q of another kind: %s", own.Name, onepolicy.Differences(onepolicy.Wanted, *own, *q.Policy)), nil
	default:
		return "", nil
	}
	return "is not declared as one: " + describe(fields, "wanted", spec, args, have), nil
}

// RefuseImport says that a queue cannot be imported as what a resource is.
func RefuseImport(diags *diag.Diagnostics, vhost, name, kind, why string) {
	diags.AddError(fmt.Sprintf("Unable to import queue %q", name),
		fmt.Sprintf("Queue %q in virtual host %q is no %s: it %s. Import it as rabbitmq_queue.", name, vhost, kind, why))
}

// existsOtherwise adds the error of creating a queue that is there already and differs in these fields.
func existsOtherwise(resourceType string, spec Spec, args queueargs.Arguments, have Prior, fields []string, diags *diag.Diagnostics) {
	as := importAs(resourceType, spec, fields)
	kit.Exists(diags, as, importID(as, spec, have.Name), "queue", have.Vhost, have.Name, describe(fields, wanted, spec, args, have))
}

// importAs is the resource as which a queue can be imported that differs in these fields from a wanted one: what a resource cannot set it
// refuses to import.
func importAs(resourceType string, want Spec, fields []string) string {
	for _, field := range fields {
		if row := queueargs.ByArgument(field); row != nil && row.Attribute != "" && want.Owner.Attributes[field] == "" {
			return "rabbitmq_queue"
		}
	}
	return resourceType
}

// importID is the id under which the resource of a queue is imported as what importAs says.
func importID(as string, want Spec, name string) string {
	if want.Whole != "" && as != "rabbitmq_queue" {
		return want.Whole
	}
	return kit.ID(want.Vhost.ValueString(), name)
}
