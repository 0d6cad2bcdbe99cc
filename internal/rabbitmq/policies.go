package rabbitmq

import (
	"context"
	"fmt"
	"net/http"
)

// Policy is a policy or operator policy.
type Policy struct {
	Vhost, Name string
	// Operator is true for an operator policy. The two kinds have names of their own.
	Operator bool
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

func (p *policyJSON) policy(operator bool) Policy {
	return Policy{
		Vhost: p.Vhost, Name: p.Name, Operator: operator, Pattern: p.Pattern, ApplyTo: p.ApplyTo, Priority: p.Priority,
		Definition: p.Definition.orEmpty(),
	}
}

// policyKinds are the segments of the API's paths, by whether operator policies are meant.
var policyKinds = map[bool]string{false: "policies", true: "operator-policies"}

func policyObject(vhost, name string, operator bool) string {
	if operator {
		return fmt.Sprintf("operator policy %q in vhost %q", name, vhost)
	}
	return fmt.Sprintf("policy %q in vhost %q", name, vhost)
}

// Policies lists the policies, or the operator policies, of a virtual host. Listing them
// needs no more than access to the virtual host. The listing is made anew only after a
// write of this client. The slice must not be changed.
func (c *Client) Policies(ctx context.Context, vhost string, operator bool) ([]Policy, error) {
	list, err := c.lists.policies(c, vhost, operator).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the %s of vhost %q", policyKinds[operator], vhost), err)
	}
	return list, nil
}

// PoliciesNow is Policies of this moment: others may have changed some since the listing that Policies keeps.
func (c *Client) PoliciesNow(ctx context.Context, vhost string, operator bool) ([]Policy, error) {
	list, err := c.listPolicies(ctx, vhost, operator)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the %s of vhost %q", policyKinds[operator], vhost), err)
	}
	return list, nil
}

// listPolicies reads the policies of one kind. rabbit-hole would decode definitions
// through float64 and fail at a priority with a fraction.
func (c *Client) listPolicies(ctx context.Context, vhost string, operator bool) ([]Policy, error) {
	var list []policyJSON
	if err := c.collection(ctx, policyKinds[operator], vhost, "", &list); err != nil {
		return nil, err
	}
	out := make([]Policy, len(list))
	for i := range list {
		out[i] = list[i].policy(operator)
	}
	return out, nil
}

// Policy returns a policy as the listing has it, or *NotFoundError. Policies are few, and
// who may see the virtual host may list them, whereas reading a single one needs the tag
// that changing it needs.
func (c *Client) Policy(ctx context.Context, vhost, name string, operator bool) (Policy, error) {
	what := policyObject(vhost, name, operator)
	list, err := c.lists.policies(c, vhost, operator).all(ctx)
	if err != nil {
		return Policy{}, failed("reading", what, goneWithVhost(what, err))
	}
	for _, p := range list {
		if p.Name == name {
			return p, nil
		}
	}
	return Policy{}, &NotFoundError{Object: what}
}

// FreshPolicy asks for one policy, whatever has been listed before, or returns
// *NotFoundError. It needs the tag that changing the policy needs.
func (c *Client) FreshPolicy(ctx context.Context, vhost, name string, operator bool) (Policy, error) {
	what := policyObject(vhost, name, operator)
	path, err := apiPath(policyKinds[operator], vhost, name)
	if err != nil {
		return Policy{}, failed("reading", what, err)
	}
	var p policyJSON
	err = c.getObject(ctx, vhost, what, path, &p, func() bool { return p.ApplyTo != "" })
	if err != nil {
		return Policy{}, failed("reading", what, err)
	}
	return p.policy(operator), nil
}

// PutPolicy creates a policy, or replaces all of one that exists. It is in force at once.
func (c *Client) PutPolicy(ctx context.Context, p Policy) error {
	what := policyObject(p.Vhost, p.Name, p.Operator)
	path, err := apiPath(policyKinds[p.Operator], p.Vhost, p.Name)
	if err != nil {
		return failed("putting", what, err)
	}
	defer c.lists.policies(c, p.Vhost, p.Operator).touchAll()
	// rabbit-hole's priority is an integer.
	_, err = c.send(ctx, http.MethodPut, path, map[string]any{
		"pattern": p.Pattern, "apply-to": p.ApplyTo, "priority": p.Priority, "definition": object(p.Definition).orEmpty(),
	})
	if err != nil {
		return failed("putting", what, c.inVhost(ctx, p.Vhost, err))
	}
	return nil
}

// DeletePolicy deletes a policy. That it is already absent is a success.
func (c *Client) DeletePolicy(ctx context.Context, vhost, name string, operator bool) error {
	what := policyObject(vhost, name, operator)
	path, err := apiPath(policyKinds[operator], vhost, name)
	if err != nil {
		return failed("deleting", what, err)
	}
	defer c.lists.policies(c, vhost, operator).touchAll()
	_, err = c.send(ctx, http.MethodDelete, path, nil)
	return c.deleted(ctx, vhost, what, err)
}
