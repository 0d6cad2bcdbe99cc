package review

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// several is a plan of resources, each with the key of its provider block, which has an endpoint.
func several(t *testing.T, blocks map[string]object, keys map[string]string, changes ...object) []byte {
	t.Helper()
	providers, resources := object{}, []object{}
	for key, expressions := range blocks {
		providers[key] = object{"name": "rabbitmq", "full_name": this, "expressions": expressions}
	}
	for address, key := range keys {
		resources = append(resources, object{"address": address, "mode": "managed", "provider_config_key": key})
	}
	content, err := json.Marshal(object{
		"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": changes,
		"configuration": object{"provider_config": providers, "root_module": object{
			"resources": resources,
			"module_calls": object{"m": object{"module": object{"resources": []object{
				{"address": "rabbitmq_queue.q", "mode": "managed", "provider_config_key": "rabbitmq.b"},
			}}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func withEndpoint(endpoint string, more object) object {
	return with(withLint(more), "endpoint", object{"constant_value": endpoint})
}

func TestBrokersOfOnePlanAreReviewedApart(t *testing.T) {
	of := map[string]string{"rabbitmq_queue.q": "rabbitmq", "rabbitmq_queue.b": "rabbitmq.b"}
	queues := []object{
		change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil),
		change("rabbitmq_queue.b[\"a]\\\"b\"]", this, nil, queue(object{"message_ttl": "2m"}), nil),
		change("module.m[0].rabbitmq_queue.q[\"x\"]", this, nil, queue(object{"name": "m", "message_ttl": "3m"}), nil),
	}
	queues[2]["type"] = "rabbitmq_queue"
	apart := map[string]object{
		"rabbitmq":   withEndpoint("http://one:15672", object{"lint": object{"ttl_without_dlx": "error"}, "lint_ignore": []object{{"rule": "ttl_without_dlx", "object": "m", "reason": "only there"}}}),
		"rabbitmq.b": withEndpoint("http://two:15672", nil),
	}
	input, err := Read(t.Context(), several(t, apart, of, queues...))
	if err != nil {
		t.Fatal(err)
	}
	r := New(input, nil)
	wantSaid(t, r, "ttl_without_dlx rabbitmq_queue.q", "ttl_without_dlx module.m[0].rabbitmq_queue.q[\"x\"]", "ttl_without_dlx rabbitmq_queue.b[\"a]\\\"b\"]")
	if r.Findings[0].Severity != "error" || r.Findings[1].Severity != "warning" || r.Objects != 3 || len(r.Unused) != 1 {
		t.Errorf("%+v", r)
	}
	if names := input.names(); !slices.Equal(names, []string{"/", "/ of provider rabbitmq.b"}) {
		t.Errorf("%q", names)
	}
	if !input.on(input.After["/"], "http://one:15672/api/") || input.on(input.After["/ of provider rabbitmq.b"], "http://one:15672") {
		t.Error("the broker is taken for another")
	}
	if err := input.AddBroker(t.Context(), nil, "http://three:15672"); err == nil || !strings.Contains(err.Error(), `no provider block has the endpoint "http://three:15672"`) {
		t.Error(err)
	}
	if err := input.only("/"); err != nil || len(input.After) != 2 {
		t.Errorf("%v: %q", err, input.names())
	}

	// With one endpoint they are users of one broker, and the block of one resource is as good as that of the other.
	together := map[string]object{"rabbitmq": withEndpoint("http://one:15672", nil), "rabbitmq.b": withEndpoint("http://one:15672/", nil)}
	input, err = Read(t.Context(), several(t, together, of, queues...))
	if err != nil || input.Several || !slices.Equal(input.names(), []string{"/"}) {
		t.Errorf("%v: %q", err, input.names())
	}
}
