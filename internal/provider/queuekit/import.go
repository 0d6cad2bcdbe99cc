package queuekit

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Lacks says what an imported queue lacks to be one of its resource, whose queues have all of the rows; "" for nothing.
func Lacks(spec Spec, q rabbitmq.Queue, rows ...*queueargs.Row) string {
	if !slices.Contains(spec.Owner.Types, queueargs.Type(q.Type)) {
		return "is a " + q.Type
	}
	names := map[*queueargs.Row]string{queueargs.MessageTTL: "message TTL", queueargs.DeadLetterExchange: "dead-letter exchange"}
	for _, row := range rows {
		if _, set := q.Arguments[row.Argument]; !set {
			return fmt.Sprintf("has no %s (%s)", names[row], row.Argument)
		}
	}
	return ""
}

// Foreign says what an imported queue has that its resource would not declare: its next apply would replace the queue. The spec is that of
// the state that was made of the queue.
func Foreign(ctx context.Context, b *kit.Base, spec Spec, q rabbitmq.Queue) (string, error) {
	v, err := b.Client.Version(ctx)
	if err != nil {
		return "", err
	}
	args, have := spec.Arguments(v), PriorOf(q)
	fields := Differences(spec, args, have)
	if len(fields) == 0 {
		return "", nil
	}
	return "is not declared as one: " + describe(fields, "wanted", spec, args, have), nil
}

// RefuseImport says that a queue cannot be imported as what a resource is.
func RefuseImport(diags *diag.Diagnostics, vhost, name, kind, why string) {
	diags.AddError(fmt.Sprintf("Unable to import queue %q", name),
		fmt.Sprintf("Queue %q in virtual host %q is no %s: it %s. Import it as rabbitmq_queue.", name, vhost, kind, why))
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
