package topology

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Owner is the kind of resource that declares a queue, as far as advice about the queue needs to know it.
type Owner struct {
	// Attributes are the names under which users set arguments in the resource, by argument, with a dot for a nested one. An argument
	// that is missing cannot be set.
	Attributes map[string]string
	// Types are the queue types that it takes.
	Types []queueargs.Type
	// Discards is what users write in the resource to say that messages may vanish; empty if it has nothing for that.
	Discards string
}

// anyQueue is the owner of queues that no other one is known of.
var anyQueue = NewOwner("", queueargs.Types()...)

// NewOwner is an owner that sets, under the names of the table of queue arguments, whatever these types of queues take.
func NewOwner(discards string, types ...queueargs.Type) *Owner {
	o := &Owner{Attributes: map[string]string{}, Types: types, Discards: discards}
	for _, row := range queueargs.Table {
		for _, t := range types {
			if row.Attribute != "" && (row == queueargs.QueueType || row.EverTaken(t)) {
				o.Attributes[row.Argument] = row.Attribute
			}
		}
	}
	return o
}

// OwnerOf returns the owner of a queue.
func OwnerOf(q *Queue) *Owner {
	if q.Owner == nil {
		return anyQueue
	}
	return q.Owner
}

// Written names arguments as the queue's owner writes them: message_ttl (x-message-ttl).
func (q *Queue) Written(arguments []string) []string {
	names := make([]string, len(arguments))
	for i, argument := range arguments {
		names[i] = argument
		if attribute, set := OwnerOf(q).Attributes[argument]; set {
			names[i] = fmt.Sprintf("%s (%s)", attribute, argument)
		}
	}
	return names
}
