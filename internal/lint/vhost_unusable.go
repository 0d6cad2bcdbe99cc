package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "vhost_unusable", Default: Error, Homes: Plan,
	Finds:  "a virtual host that does not exist, or in which the user has no permissions",
	Source: "rabbit_access_control.erl (check_vhost_access), docs/access-control",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if subject.Kind != topology.KindVhost {
			return nil
		}
		vhost, user := c.Topology.Name, c.Topology.User
		grant := fmt.Sprintf("rabbitmqctl set_permissions -p %q %q '.*' '.*' '.*'", vhost, user)
		f := Finding{Object: subject, Field: "vhost"}
		switch c.Topology.Access {
		case topology.Absent:
			f.Consequence = fmt.Sprintf("Nothing can be made in virtual host %q: the broker does not have it.", vhost)
			f.Advice = fmt.Sprintf("Make it first (rabbitmqctl add_vhost %q, then %s), or correct its name; if the same apply makes it, %s.", vhost, grant, madeInTheSameApply)
		case topology.Hidden:
			f.Consequence = fmt.Sprintf("Nothing can be made in virtual host %q: the broker does not have it, or user %q has no permissions in it.", vhost, user)
			f.Advice = fmt.Sprintf("Make it (rabbitmqctl add_vhost %q) and grant permissions in it (%s), or correct its name; if the same apply does that, %s.", vhost, grant, madeInTheSameApply)
		case topology.Forbidden:
			f.Consequence = fmt.Sprintf("The broker refuses all that is to be made in virtual host %q: user %q has no permissions in it.", vhost, user)
			f.Advice = fmt.Sprintf("Grant them (%s), or log in as a user who has some.", grant)
		case topology.Doubtful:
			f.Severity = Warning
			f.Consequence = fmt.Sprintf("The broker refuses all that is to be made in virtual host %q unless another authorization backend permits it: it has itself no "+
				"permissions of user %q on record.", vhost, user)
			f.Advice = fmt.Sprintf("Grant them (%s), or log in as a user who has some.", grant)
		default:
			return nil
		}
		return []Finding{f}
	},
})

// madeInTheSameApply says how the plan knows that it has to wait.
const madeInTheSameApply = "take its name from what is known only then, such as the id of the resource that makes it (vhost = <type>.<label>.id), since the provider " +
	`does not see depends_on, or set lint_ignore = ["vhost_unusable"]`
