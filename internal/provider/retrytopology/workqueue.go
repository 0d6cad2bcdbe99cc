package retrytopology

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// workRows are the rows of the argument table that the work queue has attributes for. Where dead letters go is not for the user to say.
func workRows() []*queueargs.Row {
	var rows []*queueargs.Row
	for _, row := range queuekit.Rows(queueargs.Quorum, queueargs.Classic) {
		if !strings.HasPrefix(row.Attribute, "dead_letter.") {
			rows = append(rows, row)
		}
	}
	return rows
}

func workQueueAttribute() schema.Attribute {
	attributes := queuekit.Attributes(queueargs.Quorum, queueargs.Classic)
	delete(attributes, "dead_letter")
	whole := map[string]schema.Attribute{}
	queuekit.AddQueueAttributes(whole, workOwner)
	attributes["name"], attributes["extra_arguments"] = whole["name"], whole["extra_arguments"]
	for row, description := range workDescriptions {
		attributes[row.Attribute] = described(attributes[row.Attribute], description)
	}
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "The queue that consumers read, if this resource is to own it; with the attributes of `rabbitmq_queue`, except those that the topology decides. Unset, the application owns its queue: it " +
			"dead-letters to `retry_exchange` and is bound to `return_exchange`, and the refused attributes below are for its owner to mind, as is `delivery_limit = -1` (before RabbitMQ 4.0 `2147483647`, which stays no limit after an upgrade). " +
			"Taking this out leaves the queue and its binding to `return_exchange` on the broker.\n\n" +
			"`message_ttl`, `expires`, a `delivery_limit` other than -1 and an `overflow` other than `reject-publish` are refused, since they would lose messages, and so is a length limit of a classic queue.",
		Attributes: attributes,
	}
}

// workDescriptions are those of attributes that mean something else in a topology than elsewhere.
var workDescriptions = map[*queueargs.Row]string{
	queueargs.MessageTTL:    "Refused: messages that expire in the work queue would not come back.",
	queueargs.Expires:       "Refused: the work queue would be deleted with its messages.",
	queueargs.DeliveryLimit: "Always none, also after an upgrade of the broker to a version that has one by default. `-1` may be written, anything else is refused.",
	queueargs.Overflow:      "`reject-publish`, which quorum queues always have; anything else is refused.",
	queueargs.MaxLength: "Most messages that the queue holds (quorum queues). Publishers are refused beyond it, and messages that come back wait in their tier, from which they are " +
		"sent again every three minutes.",
	queueargs.MaxLengthBytes: "Most bytes of message bodies that the queue holds (quorum queues). See `max_length`.",
}

func described(a schema.Attribute, description string) schema.Attribute {
	switch a := a.(type) {
	case schema.StringAttribute:
		a.MarkdownDescription = description
		return a
	case schema.Int64Attribute:
		a.MarkdownDescription = description
		return a
	}
	return a
}

// workSpec is the work queue. What a consumer rejects goes to the retry exchange under its own routing key; nothing else leaves the queue.
func (m *model) workSpec() queuekit.Spec {
	o := kit.Object(m.WorkQueue.Attributes())
	values := queuekit.Settings(o, workRows())
	m.setType(values)
	values[queueargs.DeadLetterExchange.Attribute] = m.exchange("retry")
	m.handOver(values)
	m.unlimit(values)
	extra, known, err := kit.Arguments(o.Dynamic("extra_arguments"))
	return queuekit.Spec{
		Vhost: m.Vhost, Name: o.String("name"), Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false), Values: values,
		Extra: extra, ExtraUnknown: err == nil && !known, Owner: workOwner,
	}
}

func (m *model) workQueue() objectset.Queue {
	return objectset.Queue{Spec: m.workSpec(), Path: func(field string) path.Path {
		row := queueargs.ByArgument(field)
		switch {
		case row == queueargs.QueueType:
			return path.Root("type")
		case row == queueargs.DeadLetterExchange || row == queueargs.DeadLetterStrategy || field == "durable" || field == "auto_delete" || field == "arguments":
			return path.Root(objectset.Attribute)
		case field == "vhost":
			return path.Root("vhost")
		}
		at := path.Root("work_queue")
		for _, step := range queuekit.Path(field).Steps() {
			if name, ok := step.(path.PathStepAttributeName); ok {
				at = at.AtName(string(name))
			}
		}
		return at
	}}
}

// refuseLosses says which settings of the work queue would lose messages. RabbitMQ does not let a message come back to a queue that it left
// without being rejected: it drops it (rabbit_dead_letter.erl, detect_cycles), or a queue that hands over at least once keeps it for ever.
func (m *model) refuseLosses(diags *diag.Diagnostics) {
	if m.WorkQueue.IsNull() || m.WorkQueue.IsUnknown() {
		return
	}
	const back = " and would not come back: RabbitMQ lets no message come back to a queue that it left without being rejected."
	values := queuekit.Settings(kit.Object(m.WorkQueue.Attributes()), workRows())
	refuse := func(row *queueargs.Row, why string) {
		diags.AddAttributeError(path.Root("work_queue").AtName(row.Attribute), "work_queue."+row.Attribute+" would lose messages", why)
	}
	known := func(row *queueargs.Row) (any, bool) {
		value, set := values[row.Attribute]
		return value, set && value != any(queueargs.Unknown{})
	}
	if _, set := known(queueargs.MessageTTL); set {
		refuse(queueargs.MessageTTL, "A message that expires in the work queue would wait for its first retry"+back+" Leave message_ttl out. Messages that are of no use "+
			"after some time belong into a rabbitmq_expiring_queue, which is not part of a retry topology, or are for the consumer to drop.")
	}
	if _, set := known(queueargs.Expires); set {
		refuse(queueargs.Expires, "The work queue would be deleted with all messages in it when nobody has used it for some time, and those that wait for a retry would find no way back. Leave expires out.")
	}
	if limit, set := known(queueargs.DeliveryLimit); set && limit.(int64) >= 0 {
		refuse(queueargs.DeliveryLimit, "A message whose consumer crashes more often than the limit allows would wait for its first retry"+back+" Leave delivery_limit out: the work queue "+
			"has none on any version of RabbitMQ, and a message goes round only if its consumer rejects it.")
	}
	if overflow, set := known(queueargs.Overflow); set && overflow != "reject-publish" {
		refuse(queueargs.Overflow, "Messages that the work queue has no room for would wait for their first retry"+back+" Leave overflow out, or write \"reject-publish\": publishers are told, and messages that "+
			"come back wait until there is room.")
	}
	for _, row := range []*queueargs.Row{queueargs.MaxLength, queueargs.MaxLengthBytes} {
		if _, set := known(row); set && m.Type.ValueString() == string(queueargs.Classic) {
			refuse(row, "Messages that come back from a classic queue to a full work queue would be dropped. Leave "+row.Attribute+" out, or set type = \"quorum\": quorum queues hand over at least once, so that "+
				"such messages wait until there is room.")
		}
	}
}
