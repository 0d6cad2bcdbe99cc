package objectset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// say says once what is adopted, what was lost, what is left behind, and what is made anew although Terraform shows an update.
func (p *planner) say() {
	all := func(objects []string) string { return strings.Join(objects, ", ") }
	short := func(objects []string) string {
		if len(objects) == 1 {
			return objects[0]
		}
		return fmt.Sprintf("%s and %d more", objects[0], len(objects)-1)
	}
	if len(p.adopted) > 0 {
		p.diags.AddWarning(fmt.Sprintf("Existing %s will be adopted", short(p.adopted)),
			fmt.Sprintf("The broker already has in virtual host %q, exactly as they are described here: %s. Applying takes them into the state instead of creating them.",
				p.Vhost, all(p.adopted)))
	}
	if len(p.lost) > 0 {
		p.diags.AddWarning(fmt.Sprintf("Lost: %s", short(p.lost)),
			fmt.Sprintf("Deleted from virtual host %q outside of this configuration, with all that was in them: %s. This plan creates them again.", p.Vhost, all(p.lost)))
	}
	if len(p.left) > 0 {
		p.diags.AddWarning(fmt.Sprintf("Left on the broker: %s", p.left[0]),
			fmt.Sprintf("This plan takes out of the state and, as deletion_policy = \"retain\" says, does not delete in virtual host %q: %s. They belong to no resource from then on; delete them "+
				"yourself when nothing is left in them.", p.Vhost, all(p.left)))
	}
	if len(p.replaced) > 0 && p.before != nil {
		p.diags.AddWarning(fmt.Sprintf("Made anew: %s", p.replaced[0]),
			fmt.Sprintf("RabbitMQ cannot change these objects in virtual host %q, so that applying this plan deletes them and makes them again, with their bindings: %s. A queue is only "+
				"deleted if it is empty then. Its consumers are cancelled, and what is published in between does not find it.", p.Vhost, all(p.replaced)))
	}
}

// because names a queue that is made anew, and why.
func (p *planner) because(name string) string {
	text := fmt.Sprintf("queue %q", name)
	p.view.With(func(t *topology.VirtualHost) {
		if q := t.Queue(name); q != nil && len(q.Because) > 0 {
			text += " because of " + strings.Join(q.Because, " and ")
		}
	})
	return text
}

// lostAlone reports whether both ends of a binding are still there: what is lost with them is not named.
func (p *planner) lostAlone(b *topology.Binding) bool {
	return !slices.Contains(p.lost, fmt.Sprintf("exchange %q", b.Source)) && !slices.Contains(p.lost, fmt.Sprintf("%s %q", b.DestinationKind, b.Destination))
}
