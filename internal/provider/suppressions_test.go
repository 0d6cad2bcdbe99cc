package provider_test

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// accepting is a provider block that accepts findings of ttl_without_dlx.
func accepting(more pt.Object) pt.Object {
	return pt.Object{"lint_ignore": []any{with(pt.Object{"rule": "ttl_without_dlx", "reason": "worthless by then"}, more)}}
}

func TestTheProviderBlockAcceptsFindings(t *testing.T) {
	config := queue(pt.Object{"message_ttl": "1h", "vhost": "v"})
	for name, test := range map[string]struct {
		entry pt.Object
		said  int
	}{
		"everywhere":                {nil, 0},
		"object":                    {pt.Object{"object": "q", "vhost": "v"}, 0},
		"another object":            {pt.Object{"object": "other"}, 1},
		"another virtual host":      {pt.Object{"vhost": "/"}, 1},
		"another rule":              {pt.Object{"rule": "ttl_zero"}, 1},
		"an object that may be it":  {pt.Object{"object": pt.Unknown{}}, 0}, // the plan says it
		"a reason that comes later": {pt.Object{"reason": pt.Unknown{}}, 0},
	} {
		if of := found(pt.Serve(t, accepting(test.entry)).Validate(config.typeName, config.config), "ttl_without_dlx"); len(of) != test.said {
			t.Errorf("%s: %+v", name, of)
		}
	}
	inDefault := queue(pt.Object{"message_ttl": "1h"})
	if of := found(pt.Serve(t, accepting(pt.Object{"vhost": "v"})).Validate(inDefault.typeName, inDefault.config), "ttl_without_dlx"); len(of) != 0 {
		t.Errorf("the virtual host is not known yet: %+v", of)
	}
}

func TestAccThePlanKeepsQuietOfWhatTheProviderBlockAccepts(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for name, test := range map[string]struct {
		entry pt.Object
		said  int
	}{
		"the virtual host": {pt.Object{"vhost": vhost, "object": "q"}, 0},
		"another":          {pt.Object{"vhost": "/"}, 1},
		"not known":        {pt.Object{"object": pt.Unknown{}}, 1},
	} {
		server := pt.Serve(t, with(reach(b, vhost), accepting(test.entry))).Configure()
		config := queue(pt.Object{"message_ttl": "1h"})
		if of := found(server.Plan(config.typeName, nil, config.config), "ttl_without_dlx"); len(of) != test.said {
			t.Errorf("%s: %+v", name, of)
		}
	}
}
