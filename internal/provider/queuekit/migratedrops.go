package queuekit

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// drops says that the new queue may be too short for the messages that are moved into it; nil is an unknown number of them.
func drops(view *kit.View, spec Spec, messages *int64) (text string) {
	if messages != nil && *messages == 0 {
		return ""
	}
	view.With(func(t *topology.VirtualHost) {
		text = tooShort(t, spec.Topology(t.Version, topology.Migrated), messages)
	})
	return text
}

// tooShort is drops for a queue of a virtual host. How many bytes the messages have is not known.
func tooShort(t *topology.VirtualHost, q *topology.Queue, messages *int64) string {
	limit := func(row *queueargs.Row) (int64, bool) {
		setting, set := t.Effective(q, row)
		most, known := setting.Value.(int64)
		return most, set && known
	}
	most, limited := limit(queueargs.MaxLength)
	bytes, limitedBytes := limit(queueargs.MaxLengthBytes)
	limited = limited && (messages == nil || *messages > most)
	overflow, _ := t.Effective(q, queueargs.Overflow)
	value, _ := overflow.Value.(string)
	rejects := strings.HasPrefix(value, "reject-publish")
	const rest = " and refuses others: the rest waits in the temporary queue until there is room, and the apply fails if that takes longer than timeouts.update."
	switch {
	case limited && rejects:
		return fmt.Sprintf("The new queue takes no more than %d messages", most) + rest
	case limited && messages != nil:
		return fmt.Sprintf("The new queue holds no more than %d messages: %d of them will be dropped or dead-lettered.", most, *messages-most)
	case limited:
		return fmt.Sprintf("The new queue holds no more than %d messages: the oldest beyond that will be dropped or dead-lettered.", most)
	case limitedBytes && rejects:
		return fmt.Sprintf("The new queue takes no more than %d bytes", bytes) + rest
	case limitedBytes:
		return fmt.Sprintf("The new queue holds no more than %d bytes: the oldest of %s beyond that will be dropped or dead-lettered at once.", bytes, number(messages, "message", "messages"))
	}
	return ""
}
