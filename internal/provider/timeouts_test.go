package provider_test

import (
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A time that is over before it begins lets every operation fail in the apply: it is refused before.
func TestTimeoutsHaveToBePositive(t *testing.T) {
	server := pt.Serve(t, pt.Object{})
	for _, o := range []object{
		queue(pt.Object{}), tier(pt.Object{"delay": "10s"}), deadLetterQueue(pt.Object{}),
		{"rabbitmq_exchange", pt.Object{"name": "x"}},
		{"rabbitmq_binding", pt.Object{"source": "x", "destination": "q"}},
		{"rabbitmq_expiring_queue", pt.Object{"name": "q", "message_ttl": "1h", "on_expiry": "discard"}},
	} {
		for _, operation := range []string{"create", "read", "update", "delete"} {
			for time, valid := range map[string]bool{"0s": false, "-5s": false, "0.5ms": false, "1ms": true, "1h30m": true} {
				refused := false
				for _, d := range server.Validate(o.typeName, with(o.config, pt.Object{"timeouts": pt.Object{operation: time}})) {
					refused = refused || d.Severity == "error" && d.Attribute == "timeouts."+operation && d.Detail != ""
				}
				if refused == valid {
					t.Errorf("%s: timeouts.%s = %q: refused is %t", o.typeName, operation, time, refused)
				}
			}
		}
	}
}
