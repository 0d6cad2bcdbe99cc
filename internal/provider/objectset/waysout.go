package objectset

import "github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"

const orPolicy = `or apply deletion_policy = "force" before to lose them on purpose, or "retain" to leave all objects on the broker.`

const (
	// whilePlanned are the ways out of a plan that stops.
	whilePlanned = `Consume or move them, or wait until those that are delayed have gone on, ` + orPolicy
	// onceRefused are the ways out after a destruction was refused, which may have taken what the messages need to go on.
	onceRefused = `Apply the configuration again as it was, which makes anew what is missing, and only then wait until those that are delayed have gone on; ` +
		`or consume or move them, ` + orPolicy
)

// goesFirst says what a destruction takes, and does to messages, before it comes to the objects of the resource and is refused: Terraform
// destroys what depends on a resource before it.
func (i Inventory) goesFirst() string {
	return "But what refers to it in other resources goes before: routes, bindings, the queues that messages arrive in. From then on " + i.nowhere() +
		". So do this before you apply:"
}

// goneFirst is goesFirst once the destruction was refused.
func (i Inventory) goneFirst() string {
	return "What refers to it in other resources is gone if this run destroys it too: routes, bindings, the queues that messages arrive in. As long as that is missing, " +
		i.nowhere() + "."
}

// nowhere says what becomes of messages that go on and arrive in no queue.
func (i Inventory) nowhere() string {
	if i.dropping() {
		return "classic queues drop the messages whose time is over, since these arrive nowhere"
	}
	return "messages whose time is over arrive nowhere and stay, so that waiting does not empty the queues"
}

// dropping reports whether a queue drops what it can hand over to nobody.
func (i Inventory) dropping() bool {
	for _, q := range i.Queues {
		if queueargs.Type(q.Type) == queueargs.Classic {
			return true
		}
	}
	return false
}
