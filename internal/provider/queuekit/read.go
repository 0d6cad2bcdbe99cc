package queuekit

import (
	"context"
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// OnBroker is a queue as the broker has it, with the policy of its own.
type OnBroker struct {
	rabbitmq.Queue
	// Policy is nil if there is none, or if the queue's settings are not kept in one.
	Policy *rabbitmq.Policy
	// Waiting is true if there is no such queue now, but its messages are there: its migration was interrupted.
	Waiting bool
	// Unborn is true if the broker lists the queue, which was half made and counts as gone.
	Unborn bool
}

// Read returns the queue as the broker has it; found is false if it certainly does not exist, though its own policy may. settingsIn is
// that of the state, and so is stated, the attribute `policy`. An import finds out whether the queue has a policy of its own.
func Read(ctx context.Context, b *kit.Base, resourceType, vhost, name string, settingsIn types.String, stated types.Object, imported bool, diags *diag.Diagnostics) (q OnBroker, found bool) {
	queue, err := b.Client.Queue(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	found = !errors.As(err, &missing)
	if err != nil && found {
		kit.Unable(diags, "read", "queue", vhost, name, err)
		return q, false
	}
	if found && !imported && queueargs.Type(queue.Type) == queueargs.Quorum {
		if q.Unborn, err = unborn(ctx, b, vhost, name); err != nil {
			kit.Unable(diags, "read", "queue", vhost, name, err)
			return q, false
		}
		if q.Unborn {
			queue, found = rabbitmq.Queue{}, false
		}
	}
	q.Queue = queue
	view := b.View(vhost)
	if !found {
		temporary, err := b.Client.Queue(ctx, vhost, migration.Temporary(name))
		if err != nil && !errors.As(err, &missing) {
			kit.Unable(diags, "read", "queue", vhost, migration.Temporary(name), err)
			return q, false
		}
		q.Waiting = err == nil && migration.IsTemporary(temporary, name)
	}
	if found {
		view.MarkStated(resourceType, topology.Ref{Kind: topology.KindQueue, Name: name})
	}
	if settingsIn.ValueString() != InPolicy && (!imported || !found) {
		return q, found
	}
	policy, err := b.Client.Policy(ctx, vhost, PolicyName(name), false)
	switch {
	case errors.As(err, &missing):
		return q, found
	case err != nil:
		kit.Unable(diags, "read", "policy", vhost, PolicyName(name), err)
		return q, false
	case imported && !isOwn(queue, policy):
		return q, found
	}
	q.Policy = &policy
	view.MarkStated(resourceType, policyRef(name))
	if was := StatedPolicy(types.StringValue(vhost), stated); was != nil && !onepolicy.Equal(*was, policy) {
		view.With(func(t *topology.VirtualHost) {
			t.NoteDrift(&topology.Policy{Name: was.Name, Definition: was.Definition})
		})
	}
	return q, found
}

// isOwn reports whether a policy with the name of a queue's own one can be that: a resource keeps each setting in one place.
func isOwn(queue rabbitmq.Queue, policy rabbitmq.Policy) bool {
	for key := range policy.Definition {
		if row := queueargs.ByPolicyKey(key); row != nil && queue.Arguments[row.Argument] != nil {
			return false
		}
	}
	return policy.Pattern == topology.PatternOf(queue.Name)
}

// has reports whether the broker has a value for a row, as an argument or in the queue's own policy.
func (q OnBroker) has(row *queueargs.Row) bool {
	_, there := q.Arguments[row.Argument]
	return there || q.Policy != nil && q.Policy.Definition[row.PolicyKey] != nil
}

// has is the same of a state.
func (p Prior) has(row *queueargs.Row) bool {
	return p.Arguments.Has(row) || p.Policy != nil && p.Policy.Definition[row.PolicyKey] != nil
}

// ParseArguments splits what the broker has into typed settings and the rest.
func ParseArguments(q OnBroker, stated Prior) (queueargs.Values, queueargs.Arguments) {
	values, extra := queueargs.Parse(q.Arguments)
	if q.Policy != nil {
		kept, _ := queueargs.ParsePolicy(q.Policy.Definition, false)
		maps.Copy(values, kept)
	}
	values[queueargs.QueueType.Attribute] = q.Type
	for _, row := range queueargs.Table {
		if row.Unlimited == "" || !negative(stated.Values[row.Attribute]) {
			continue
		}
		// "No limit" may be said by nothing: keep it, unless something was there before. Or it is said by a limit that is never reached.
		limit, _ := values[row.Attribute].(int64)
		if !q.has(row) && !stated.has(row) || limit >= queueargs.NeverReached {
			values[row.Attribute] = stated.Values[row.Attribute]
		}
	}
	return values, extra
}

// SetPlace writes into a state where the settings of its queue are kept.
func SetPlace(q OnBroker, settingsIn *types.String, priority *types.Float64, policy *types.Object) {
	if settingsIn.IsNull() {
		*settingsIn = types.StringValue(InArguments)
		if q.Policy != nil {
			*settingsIn, *priority = types.StringValue(InPolicy), types.Float64Value(0)
		}
	}
	if q.Policy != nil && q.Policy.Priority != priority.ValueFloat64() {
		*priority = types.Float64Value(q.Policy.Priority)
	}
	if value := policyValue(q.Policy); !value.Equal(*policy) {
		*policy = value
	}
}
