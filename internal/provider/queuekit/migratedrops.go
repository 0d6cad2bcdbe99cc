package queuekit

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// drops says that the new queue may be too short for the messages that are moved into it; nil is an unknown number of them. The number is
// some seconds old, and publishers go on.
func drops(view *kit.View, spec Spec, messages *int64) (text string) {
	view.With(func(t *topology.VirtualHost) {
		text = tooShort(t, spec.Topology(t.Version, topology.Migrated), messages)
	})
	return text
}

// tooShort is drops for a queue of a virtual host. How many bytes the messages have is not known.
func tooShort(t *topology.VirtualHost, q *topology.Queue, messages *int64) string {
	var limits []string
	over := int64(0)
	for _, row := range []*queueargs.Row{queueargs.MaxLength, queueargs.MaxLengthBytes} {
		setting, set := t.Effective(q, row)
		most, known := setting.Value.(int64)
		switch {
		case !set || !known:
		case row == queueargs.MaxLengthBytes:
			limits = append(limits, fmt.Sprintf("%d bytes", most))
		default:
			limits = append(limits, fmt.Sprintf("%d messages", most))
			if messages != nil {
				over = *messages - most
			}
		}
	}
	if len(limits) == 0 {
		return ""
	}
	overflow, _ := t.Effective(q, queueargs.Overflow)
	value, _ := overflow.Value.(string)
	most := strings.Join(limits, " or ")
	switch {
	case strings.HasPrefix(value, "reject-publish"):
		return fmt.Sprintf("The new queue takes no more than %s and refuses others: if there is more by then, the rest waits in the temporary queue until there is room, "+
			"and the apply fails if that takes longer than timeouts.update.", most)
	case over > 0:
		return fmt.Sprintf("The new queue holds no more than %s: %d of them will be dropped or dead-lettered.", most, over)
	}
	return fmt.Sprintf("The new queue holds no more than %s: if there is more by then, the oldest messages will be dropped or dead-lettered.", most)
}
