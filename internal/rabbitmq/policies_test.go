package rabbitmq

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestAccPoliciesGoTheWholeWayRound(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	ctx := t.Context()
	vhost := b.Vhost(t) + " %2F/ü+~#@\"'"
	b.CreateVhost(t, vhost)
	for _, operator := range []bool{false, true} {
		for i, name := range append(oddNames, "\n", "amq.x") {
			want := Policy{
				Vhost: vhost, Name: name, Operator: operator, Pattern: `\Q` + name, ApplyTo: "queues", Priority: float64(i) - 2.5,
				Definition: map[string]any{"max-length": json.Number("9007199254740993"), "message-ttl": json.Number("0")},
			}
			if _, err := c.FreshPolicy(ctx, vhost, name, operator); !isNotFound(err) {
				t.Fatalf("before it is there, policy %q was read with %v", name, err)
			}
			if err := c.PutPolicy(ctx, want); err != nil {
				t.Fatal(err)
			}
			want.Definition["message-ttl"] = json.Number("5")
			if err := c.PutPolicy(ctx, want); err != nil {
				t.Fatal(err)
			}
			fresh, err := c.FreshPolicy(ctx, vhost, name, operator)
			listed, listErr := c.Policy(ctx, vhost, name, operator)
			if err := errors.Join(err, listErr); err != nil || !reflect.DeepEqual(fresh, want) || !reflect.DeepEqual(listed, want) {
				t.Fatalf("policy %q was read as %+v and %+v (%v), not as %+v", name, fresh, listed, err, want)
			}
			if i%2 == 0 {
				if err := errors.Join(c.DeletePolicy(ctx, vhost, name, operator), c.DeletePolicy(ctx, vhost, name, operator)); err != nil {
					t.Fatal(err)
				}
				_, freshErr := c.FreshPolicy(ctx, vhost, name, operator)
				if _, err := c.Policy(ctx, vhost, name, operator); !isNotFound(err) || !isNotFound(freshErr) {
					t.Fatalf("after its deletion policy %q was read with %v and %v", name, err, freshErr)
				}
			}
		}
		if list, err := c.Policies(ctx, vhost, operator); err != nil || len(list) != (len(oddNames)+2)/2 {
			t.Errorf("%d policies are left: %v", len(list), err)
		}
	}
	for _, name := range []string{"", ".", ".."} {
		if err := c.PutPolicy(ctx, Policy{Vhost: vhost, Name: name}); err == nil {
			t.Errorf("a policy named %q was put", name)
		}
	}
}

func TestAccPoliciesAreReadFromOneListing(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	for i := range 10 {
		body := `{"pattern":"","definition":{"max-length":5}}`
		acctest.Broker(t).API(t, http.MethodPut, body, "policies", vhost, fmt.Sprint("p", i))
	}
	for i := range 10 {
		if _, err := c.Policy(t.Context(), vhost, fmt.Sprint("p", i), false); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.Requests(); n != 1 {
		t.Errorf("%d requests: %v", n, p.Log())
	}
}

func TestAccRefusedPoliciesSayWhy(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	ctx := t.Context()
	policy := func(operator bool, definition map[string]any) Policy {
		return Policy{Vhost: vhost, Name: "p", Operator: operator, ApplyTo: "all", Definition: definition}
	}
	fine := map[string]any{"max-length": 5}
	admin := client(t, b, b.Endpoint)
	wantWords(t, admin.PutPolicy(ctx, policy(false, map[string]any{"message-ttl": "5"})), `putting policy "p" in vhost`, `Validation failed: <<"5">> is not a valid message TTL`)
	wantWords(t, admin.PutPolicy(ctx, policy(true, map[string]any{"dead-letter-exchange": "x"})), `putting operator policy "p"`, `are not recognised policy settings`)
	wantWords(t, admin.PutPolicy(ctx, Policy{Vhost: "acc-there-is-none", Name: "p", ApplyTo: "all", Definition: fine}), `vhost "acc-there-is-none" does not exist`)

	maker, reader := b.User(t, "policymaker"), b.User(t, "management")
	b.Grant(t, vhost, maker)
	b.Grant(t, vhost, reader)
	if err := client(t, b, b.Endpoint, as(maker)).PutPolicy(ctx, policy(false, fine)); err != nil {
		t.Error(err)
	}
	wantWords(t, client(t, b, b.Endpoint, as(maker)).PutPolicy(ctx, policy(true, fine)), maker, "tag administrator")
	c := client(t, b, b.Endpoint, as(reader))
	wantWords(t, c.PutPolicy(ctx, policy(false, fine)), reader, "tag policymaker")
	wantWords(t, c.DeletePolicy(ctx, vhost, "p", false), reader, "tag policymaker")
	if _, err := c.Policy(ctx, vhost, "p", false); err != nil {
		t.Errorf("reading needs no tag: %v", err)
	}
	who, err := c.Identity(ctx)
	if err != nil || who.Name != reader || who.Has(Administrator, PolicyMaker) || !who.Has("management") {
		t.Errorf("%+v, %v", who, err)
	}
}

func TestAccPolicyIsGoneWithItsVhost(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	if _, err := client(t, b, b.Endpoint).Policy(t.Context(), "acc-there-is-none", "p", false); !isNotFound(err) {
		t.Errorf("to an administrator the policy is gone with its vhost, not: %v", err)
	}
	if _, err := client(t, b, b.Endpoint, as(b.User(t, "management"))).Policy(t.Context(), "acc-there-is-none", "p", false); err == nil || isNotFound(err) {
		t.Errorf("to others it is an error, not: %v", err)
	}
}

// Where operator policies are switched off, the broker answers 405 without a body.
func TestOperatorPoliciesThatAreSwitchedOffAreNamed(t *testing.T) {
	err := &APIError{Method: http.MethodPut, Path: "/api/operator-policies/%2F/p", Status: http.StatusMethodNotAllowed}
	wantWords(t, err, "operator_policy_changes.disabled")
}
