package migration

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// marker is an argument of temporary queues that says whose messages are in it. The broker keeps arguments that it does not know
// (rabbit_amqqueue.erl, check_declare_arguments).
const marker = "x-migrating-queue"

// Temporary is the name of the temporary queue of a queue. It has nothing of that queue's name in it, which policies are written for.
func Temporary(queue string) string {
	sum := sha256.Sum256([]byte(queue))
	return "migration-" + hex.EncodeToString(sum[:10])
}

// IsTemporary reports whether a queue of the broker is the temporary one of a queue.
func IsTemporary(q rabbitmq.Queue, queue string) bool { return Marks(q.Name, q.Arguments, queue) }

// Marks is IsTemporary of a name and arguments.
func Marks(name string, arguments map[string]any, queue string) bool {
	return name == Temporary(queue) && arguments[marker] == queue
}

// out and back are the names of the ways from the queue into the temporary one, and from there into the queue: for each an exchange, which
// leads nowhere else, and a shovel. A shovel to an exchange keeps routing keys, one to a queue would not.
func out(queue string) string  { return Temporary(queue) + "-out" }
func back(queue string) string { return Temporary(queue) + "-back" }

// NameTakenError means that somebody else has a queue of the name that a temporary queue needs.
type NameTakenError struct{ Vhost, Name, Queue string }

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("the messages of queue %q have to wait in a queue %q in vhost %q, but there is one of that name which is not for that", e.Queue, e.Name, e.Vhost)
}
