package rabbitmq

import (
	"context"
	"fmt"
)

// Policy is a policy or operator policy.
type Policy struct {
	Vhost, Name string
	// Pattern is a PCRE, unanchored and case-sensitive.
	Pattern string
	// ApplyTo is all, queues, exchanges or (3.12 and later) classic_queues,
	// quorum_queues or streams.
	ApplyTo string
	// Priority may have a fraction: the broker takes any JSON number.
	Priority float64
	// Definition is never nil; numbers are json.Number.
	Definition map[string]any
}

type policyJSON struct {
	Vhost      string  `json:"vhost"`
	Name       string  `json:"name"`
	Pattern    string  `json:"pattern"`
	ApplyTo    string  `json:"apply-to"`
	Priority   float64 `json:"priority"`
	Definition object  `json:"definition"`
}

// Policies lists the policies of a virtual host. They are read once.
func (c *Client) Policies(ctx context.Context, vhost string) ([]Policy, error) {
	list, err := c.lists.policies(c, vhost).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the policies of vhost %q", vhost), err)
	}
	return list, nil
}

// OperatorPolicies lists the operator policies of a virtual host. They are read once.
func (c *Client) OperatorPolicies(ctx context.Context, vhost string) ([]Policy, error) {
	list, err := c.lists.operatorPolicies(c, vhost).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the operator policies of vhost %q", vhost), err)
	}
	return list, nil
}

// listPolicies reads the policies of one kind. rabbit-hole would decode definitions
// through float64 and fail at a priority with a fraction.
func (c *Client) listPolicies(ctx context.Context, kind, vhost string) ([]Policy, error) {
	var list []policyJSON
	if err := c.collection(ctx, kind, vhost, "", &list); err != nil {
		return nil, err
	}
	out := make([]Policy, len(list))
	for i, p := range list {
		out[i] = Policy{Vhost: p.Vhost, Name: p.Name, Pattern: p.Pattern, ApplyTo: p.ApplyTo, Priority: p.Priority, Definition: p.Definition.orEmpty()}
	}
	return out, nil
}
