package migration

import (
	"context"
	"errors"
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// ExpiresError means that the new queue is deleted when nobody consumes it for a while. Messages that are moved into it would be deleted
// with it: to publish to a queue is no use of it (docs/ttl#queue-ttl), and nobody need consume it yet.
type ExpiresError struct {
	Vhost, Queue string
	// Policy says which policies may set it, "" if an argument does.
	Policy string
}

func (e *ExpiresError) Error() string {
	by := "the argument " + queueargs.Expires.Argument
	if e.Policy != "" {
		by = e.Policy
	}
	return fmt.Sprintf("queue %q in vhost %q expires because of %s: the broker would delete it with the messages that are moved into it if nobody consumes it meanwhile, "+
		"so that none was moved", e.Queue, e.Vhost, by)
}

// GoneError means that somebody or something has deleted the new queue while messages were moved into it.
type GoneError struct{ Vhost, Queue string }

func (e *GoneError) Error() string {
	return fmt.Sprintf("queue %q in vhost %q was deleted while messages were moved into it, and those that were in it are gone", e.Queue, e.Vhost)
}

// stays reads the new queue, and reports why messages must not be moved into it. Policies that have come since the plan are seen here, if the
// broker shows them already.
func (m *Migration) stays(ctx context.Context) error {
	details, err := m.Client.QueueDetails(ctx, m.Vhost, m.Queue)
	if err != nil {
		return err
	}
	row := queueargs.Expires
	if details.Arguments[row.Argument] != nil {
		return &ExpiresError{Vhost: m.Vhost, Queue: m.Queue}
	}
	if details.EffectivePolicyDefinition[row.PolicyKey] == nil {
		return nil
	}
	by := "a policy"
	switch {
	case details.Policy != "" && details.OperatorPolicy != "":
		by = fmt.Sprintf("the policy %q or the operator policy %q", details.Policy, details.OperatorPolicy)
	case details.Policy != "":
		by = fmt.Sprintf("the policy %q", details.Policy)
	case details.OperatorPolicy != "":
		by = fmt.Sprintf("the operator policy %q", details.OperatorPolicy)
	}
	return &ExpiresError{Vhost: m.Vhost, Queue: m.Queue, Policy: by}
}

// kept reports a new queue that has vanished while it was filled: the shovel does not tell.
func (m *Migration) kept(ctx context.Context) error {
	_, err := m.Client.QueueDetails(ctx, m.Vhost, m.Queue)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		return &GoneError{Vhost: m.Vhost, Queue: m.Queue}
	}
	return err
}
