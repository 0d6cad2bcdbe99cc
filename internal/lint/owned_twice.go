package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// OwnedTwice is the rule about objects that several resources own.
const OwnedTwice = "owned_twice"

var _ = register(Rule{
	ID: OwnedTwice, Default: Error, Homes: Plan,
	Finds: "a queue, an exchange, a binding or a policy that two resources of the plan own: whichever goes first deletes it under the other (warning as long as both are " +
		"in the state and stay), or that one resource deletes while another makes it",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		for _, contest := range c.Topology.Contests(subject) {
			if ofContestedQueue(c, contest) {
				continue
			}
			if f, bad := ownedTwice(c, contest); bad {
				found = append(found, f)
			}
		}
		return found
	},
})

// ofContestedQueue reports whether a contest is about the own policy of a queue that the same resources own, which is said of that.
func ofContestedQueue(c *Context, policy topology.Contest) bool {
	p := c.Topology.Policy(policy.Object)
	if p == nil || !p.Own {
		return false
	}
	instances := func(contest topology.Contest) []uint64 {
		var all []uint64
		for _, claim := range contest.Claims {
			all = append(all, claim.Instance)
		}
		slices.Sort(all)
		return all
	}
	for _, q := range c.Topology.Touched(p) {
		for _, contest := range c.Topology.Contests(topology.Ref{Kind: topology.KindQueue, Name: q.Name}) {
			if contest.Object.Kind == topology.KindQueue && slices.Equal(instances(contest), instances(policy)) {
				return true
			}
		}
	}
	return false
}

func ownedTwice(c *Context, contest topology.Contest) (Finding, bool) {
	var keeping, making, deleting []topology.Claim
	for _, claim := range contest.Claims {
		switch claim.Change {
		case topology.Unchanged:
			keeping = append(keeping, claim)
		case topology.Deleted:
			deleting = append(deleting, claim)
		default:
			making = append(making, claim)
		}
	}
	object := fmt.Sprintf("%s %q in virtual host %q", contest.Object.Kind, contest.Object.Name, c.Topology.Name)
	f := Finding{Object: contest.Object}
	if contest.Object.Kind != topology.KindBinding {
		f.Field = "name"
	}
	owners := slices.Concat(keeping, making)
	switch {
	case len(owners) > 1:
		f.Consequence = fmt.Sprintf("The %s is owned by %s: removing or replacing either deletes it under the other%s.", object, resources(owners), loss(contest.Object))
		f.Advice = fmt.Sprintf("Remove one of the blocks and refer to attributes of the other; if the state has the %[1]s with the block that you remove, put a removed block "+
			"with lifecycle { destroy = false } in its place or run terraform state rm with its address, so that the %[1]s stays, and if one block is the other "+
			"under a new address, write a moved block instead.", contest.Object.Kind)
		if len(making) == 0 {
			f.Severity = Warning
		}
	case len(deleting) > 0 && len(keeping) > 0:
		f.Consequence = fmt.Sprintf("This plan deletes the %s with %s while %s keeps it%s.", object, resources(deleting), resources(keeping), loss(contest.Object))
		f.Advice = fmt.Sprintf("Put a removed block with lifecycle { destroy = false } where the block of the resource was that goes, or run terraform state rm with its address, so that "+
			"the %[1]s stays; a deposed object, which an interrupted create_before_destroy leaves, goes with terraform state rm of its resource, whose %[1]s is imported again.",
			contest.Object.Kind)
	case len(deleting) > 0 && len(making) > 0:
		f.Consequence = fmt.Sprintf("This plan deletes the %s with %s and makes it with %s, in whatever order: it may be gone afterwards%s.", object, resources(deleting),
			resources(making), loss(contest.Object))
		f.Advice = fmt.Sprintf("If the block of one is that of the other under a new label, key or type, write a moved block; if two resources exchange their names, keep one of the names "+
			"or take two applies; a deposed object, which a create_before_destroy that failed leaves, goes with terraform state rm of its resource, whose %[1]s is imported again; otherwise "+
			"put a removed block with lifecycle { destroy = false } in the place of the one that goes, so that the other takes over the %[1]s.", contest.Object.Kind)
	default:
		return f, false
	}
	return f, true
}

// resources names owners by what Terraform lets a provider know of them.
func resources(owners []topology.Claim) string {
	parts := make([]string, len(owners))
	for i, owner := range owners {
		parts[i] = "a " + owner.Resource
		if owner.ID != "" {
			parts[i] += fmt.Sprintf(" (id %q)", owner.ID)
		}
	}
	return strings.Join(parts, " and ")
}

// loss says what goes with an object.
func loss(object topology.Ref) string {
	switch object.Kind {
	case topology.KindQueue:
		return ", with its messages and bindings"
	case topology.KindExchange:
		return ", with its bindings"
	default:
		return ""
	}
}
