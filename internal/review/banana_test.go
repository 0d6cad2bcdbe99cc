package review

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// tier and the others are resources as a plan has them, which a test makes unusable in one place.
func tier(more object) object {
	t := object{"vhost": "/", "name": "t", "delay": "10s", "return_to": object{"exchange": "", "routing_key": "work"}}
	for attribute, value := range more {
		t[attribute] = value
	}
	return t
}

func TestValuesThatAreNoneAreRefused(t *testing.T) {
	const noDuration = `= "banana" is no duration: durations are numbers with the units`
	settings := func(more object) object { return object{"name": "q", "settings": []object{more}} }
	for _, test := range []struct {
		address, provider string
		values            object
		says              string
	}{
		{"rabbitmq_queue.q", this, queue(object{"message_ttl": "banana"}), "message_ttl " + noDuration},
		{"rabbitmq_queue.q", this, queue(object{"expires": "banana"}), "expires " + noDuration},
		{"rabbitmq_queue.q", this, queue(object{"message_ttl": "1d"}), `message_ttl = "1d" is no duration: durations are numbers with the units ns, us, ms, s, m and h; write "24h"`},
		{"rabbitmq_queue.q", this, queue(object{"message_ttl": 5}), "message_ttl = 5 where a text is expected"},
		{"rabbitmq_queue.q", this, queue(object{"message_ttl": "1500us"}), "in whole units of 1ms"},
		{"rabbitmq_queue.q", this, queue(object{"max_length": "banana"}), `max_length = "banana" where a number is expected`},
		{"rabbitmq_queue.q", this, queue(object{"max_length": 1.5}), "max_length = 1.5 is not possible: write a whole number"},
		{"rabbitmq_queue.q", this, queue(object{"max_length": -1}), "max_length value must be at least 0, got: -1"},
		{"rabbitmq_queue.q", this, queue(object{"overflow": "banana"}), `overflow value must be one of: ["drop-head"`},
		{"rabbitmq_queue.q", this, queue(object{"durable": "banana"}), `durable = "banana" where true or false is expected`},
		{"rabbitmq_queue.q", this, queue(object{"dead_letter": "banana"}), `dead_letter = "banana" where an object is expected`},
		{"rabbitmq_queue.q", this, queue(object{"dead_letter": object{"exchange": 5}}), "dead_letter.exchange = 5 where a text is expected"},
		{"rabbitmq_queue.q", this, queue(object{"delayed_retry": object{"type": "all", "min": "banana"}}), "delayed_retry.min " + noDuration},
		{"rabbitmq_queue.q", this, queue(object{"timeouts": object{"create": "banana"}}), "timeouts.create " + noDuration},
		{"rabbitmq_queue.q", this, queue(object{"mesage_ttl": "1m"}), "rabbitmq_queue has no attribute mesage_ttl"},
		{"rabbitmq_queue.q", this, object{"vhost": "/"}, "name is missing"},
		{"rabbitmq_expiring_queue.q", this, object{"vhost": "/", "name": "q", "message_ttl": "banana"}, "message_ttl " + noDuration},
		{"rabbitmq_delay_tier.t", this, tier(object{"delay": "banana"}), "delay " + noDuration},
		{"rabbitmq_delay_tier.t", this, tier(object{"delay": nil}), "delay is missing"},
		{"rabbitmq_delay_tier.t", this, tier(object{"return_to": object{"exchange": nil}}), "return_to.exchange is missing"},
		{"rabbitmq_dead_letter_queue.q", this, object{"vhost": "/", "name": "q", "exchange": "x", "routing_keys": []string{"k"}, "retention": "banana"}, "retention " + noDuration},
		{"rabbitmq_policy.p", this, policy(object{"message_ttl": "banana"}), "message_ttl " + noDuration},
		{"rabbitmq_policy.p", this, policy(object{"max_length": 5, "priority": "banana"}), `priority = "banana" where a number is expected`},
		{"rabbitmq_operator_policy.p", this, policy(object{"expires": "banana"}), "expires " + noDuration},
		{"rabbitmq_ttl_ceiling.c", this, object{"vhost": "/", "pattern": "", "message_ttl": "banana"}, "message_ttl " + noDuration},
		{"rabbitmq_retry_topology.r", this, object{"vhost": "/", "name": "r", "delays": []string{"1s", "banana"}}, "delays[1] " + noDuration},
		{"rabbitmq_retry_topology.r", this, object{"vhost": "/", "name": "r", "delays": []string{"1s"}}, "exhausted is missing"},
		{"rabbitmq_delay_network.n", this, object{"vhost": "/", "prefix": "n", "levels": "banana"}, `levels = "banana" where a number is expected`},
		{"rabbitmq_delay_network.n", this, object{"vhost": "/", "prefix": "n", "unit": "banana"}, "unit " + noDuration},
		{"rabbitmq_queue.q", other, settings(object{"arguments_json": "banana"}), `settings.arguments_json = "banana" where an object in JSON is expected`},
		{"rabbitmq_queue.q", other, settings(object{"durable": "banana"}), `settings.durable = "banana" where true or false is expected`},
		{"rabbitmq_queue.q", other, settings(object{"arguments": "banana"}), `settings.arguments = "banana" where an object is expected`},
		{"rabbitmq_queue.q", other, object{"name": "q", "settings": "banana"}, `settings = "banana" where a list with a block is expected`},
		{"rabbitmq_policy.p", other, object{"name": "p", "policy": []object{{"pattern": "", "priority": "banana"}}}, `policy.priority = "banana" where a number is expected`},
		{"rabbitmq_policy.p", other, object{"name": "p", "policy": []object{{"definition": "banana"}}}, `policy.definition = "banana" where an object is expected`},
		{"rabbitmq_binding.b", other, object{"source": "x", "destination": "q", "destination_type": "banana"}, `destination_type = "banana" where queue or exchange is expected`},
	} {
		var out, errs bytes.Buffer
		code := Run([]string{"-"}, bytes.NewReader(planned(t, nil, change(test.address, test.provider, nil, test.values, nil))), &out, &errs)
		if code != exitUnusable || !strings.Contains(errs.String(), test.address+" cannot be read: ") || !strings.Contains(errs.String(), test.says) {
			t.Errorf("%v: %d, not %q: %s%s", test.values, code, test.says, &errs, &out)
		}
	}
}

// A state may be that of an import, in which something is missing; what it has must be readable all the same.
func TestStatesAreReadAsFarAsTheyGo(t *testing.T) {
	state := func(values object) []byte {
		content, err := json.Marshal(object{"format_version": "1.0", "terraform_version": "1.11.4", "values": object{"root_module": object{"resources": []object{{
			"address": "rabbitmq_expiring_queue.q", "mode": "managed", "type": "rabbitmq_expiring_queue", "name": "q", "provider_name": this, "values": values,
		}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	if _, err := Read(t.Context(), state(object{"vhost": "/", "name": "q", "type": "quorum"})); err != nil {
		t.Error(err)
	}
	if _, err := Read(t.Context(), state(object{"vhost": "/", "name": "q", "message_ttl": "banana"})); err == nil {
		t.Error("a TTL that is none is read")
	}
}

func TestDefinitionsThatAreNoneAreRefused(t *testing.T) {
	export := func(queue, binding, policy object) []byte {
		d := object{"rabbit_version": "4.3.0", "vhosts": []object{{"name": "/"}}, "exchanges": []object{}, "queues": []object{}, "bindings": []object{}, "policies": []object{}}
		for list, o := range map[string]object{"queues": queue, "bindings": binding, "policies": policy} {
			if o != nil {
				d[list] = []object{with(with(o, "vhost", "/"), "name", "q")}
			}
		}
		content, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	arguments := func(argument string) object {
		return object{"durable": true, "arguments": object{"x-queue-type": "classic", argument: "banana"}}
	}
	for says, content := range map[string][]byte{
		"queues.durable":               export(object{"durable": "banana"}, nil, nil),
		"queues.arguments":             export(object{"arguments": "banana"}, nil, nil),
		`destination_type = "banana"`:  export(nil, object{"source": "x", "destination": "q", "destination_type": "banana"}, nil),
		"definedPolicy.policies.prior": export(nil, nil, object{"pattern": "", "priority": "banana"}),
	} {
		if _, err := Read(t.Context(), content); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	for _, argument := range []string{"x-message-ttl", "x-expires", "x-max-length", "x-max-length-bytes", "x-max-priority"} {
		finding(t, reviewed(t, export(arguments(argument), nil, nil)), "argument_type", "", `is the string "banana" and must be`)
	}
	for _, key := range []string{"message-ttl", "expires", "max-length", "max-length-bytes", "delivery-limit"} {
		p := object{"pattern": "", "apply-to": "queues", "priority": 1, "definition": object{key: "banana"}}
		finding(t, reviewed(t, export(nil, nil, p)), "argument_type", "", `is the string "banana" and must be`)
	}
}

func TestASensitiveTTLIsNotKnown(t *testing.T) {
	c := change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m", "type": "classic", "overflow": "drop-head"}), nil)
	c["change"].(object)["after_sensitive"] = object{"message_ttl": true, "overflow": true}
	r := reviewed(t, planned(t, nil, c))
	for _, f := range r.Findings {
		if f.Rule == "ttl_zero" {
			t.Errorf("%+v", f)
		}
	}
}
