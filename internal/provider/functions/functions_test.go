package functions_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// config calls a function. OpenTofu configures a provider before it asks it for a function; no broker is asked for one.
func config(call string) string {
	return fmt.Sprintf(`provider "rabbitmq" {
  endpoint = "http://127.0.0.1:1"
  username = "nobody"
  password = "none"
}
output "result" {
  value = provider::rabbitmq::%s
}
`, call)
}

func route(exchange, key string) knownvalue.Check {
	return knownvalue.ObjectExact(map[string]knownvalue.Check{"exchange": knownvalue.StringExact(exchange), "routing_key": knownvalue.StringExact(key)})
}

func list(texts ...string) knownvalue.Check {
	checks := make([]knownvalue.Check, len(texts))
	for i, text := range texts {
		checks[i] = knownvalue.StringExact(text)
	}
	return knownvalue.ListExact(checks)
}

// The longest time is MAX_EXPIRY_TIMER of rabbit_misc.erl, ten years of 365 days.
func TestAccFunctions(t *testing.T) {
	var steps []resource.TestStep
	for _, c := range []struct {
		call string
		want knownvalue.Check
	}{
		{`milliseconds("10s")`, knownvalue.Int64Exact(10000)},
		{`milliseconds("1h30m")`, knownvalue.Int64Exact(5400000)},
		{`milliseconds("0s")`, knownvalue.Int64Exact(0)},
		{`expiration("15s")`, knownvalue.StringExact("15000")},
		{`expiration("87600h")`, knownvalue.StringExact("315360000000")},
		{`effective_ttl("1m", "5m")`, knownvalue.StringExact("1m")},
		{`effective_ttl("5m", "60s")`, knownvalue.StringExact("60s")},
		{`effective_ttl(null, "60s")`, knownvalue.StringExact("60s")},
		{`effective_ttl("0s", null)`, knownvalue.StringExact("0s")},
		{`backoff({ initial = "5s", multiplier = 4, max = "1h", attempts = 6 })`, list("5s", "20s", "1m20s", "5m20s", "21m20s", "1h")},
		{`backoff({ initial = "5s", multiplier = 1e400, max = "1h", attempts = 2 })`, list("5s", "1h")},
		{`backoff({ initial = "500ms", multiplier = 1.5, max = null, attempts = 3 })`, list("500ms", "750ms", "1.125s")},
		{`delay_routing_key({ preset = "nservicebus_v2" }, "10s", "orders")`, route("nsb.v2.delay-level-03", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.1.0.orders")},
		{`delay_routing_key({ preset = "celery", prefix = "blue" }, "0s", "a.b")`, route("blue_celery_delayed_0", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.a.b")},
		{`delay_routing_key({ prefix = "d", levels = 4, unit = "500ms" }, "1.2s", "a")`, route("d.level-01", "0.0.1.1.a")},
		{`delay_routing_key({ prefix = "d", levels = 1, preset = null, unit = null }, "1ms", "a")`, route("d.level-00", "1.a")},
	} {
		steps = append(steps, resource.TestStep{
			Config: config(c.call), ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("result", c.want)},
		})
	}
	for call, text := range map[string]string{
		`milliseconds("10")`:     `is no duration`,
		`milliseconds("-1s")`:    `is negative`,
		`milliseconds("1500us")`: `not a whole number of\s+milliseconds`,
		`expiration("87601h")`:   `longer than`,
		`backoff({ initial = "5s", multiplier = 0.5, max = "1h", attempts = 6 })`:  `at\s+least\s+1`,
		`backoff({ initial = "5s", multiplier = 2, max = "1s", attempts = 6 })`:    `max\s+not\s+shorter`,
		`backoff({ initial = "5s", multiplier = 2, max = "1h", attempts = 1000 })`: `1\s+to\s+100`,
		`backoff({ initial = "5s", multiplier = 2, max = "1h", attempts = 1.5 })`:  `attempts\s+is\s+1.5\s+where\s+a\s+whole\s+number\s+from\s+1\s+to\s+100\s+is\s+expected`,
		`backoff({ initial = "5s", multiplier = 2, max = "1h", attempts = 1e30 })`: `1\s+to\s+100`,
		`backoff({ initial = "5s", multiplier = 2, max = "1h", attempts = null })`: `attempts\s+is\s+null`,
		`backoff({ initial = "5s", multiplier = null, max = "1h", attempts = 1 })`: `multiplier\s+is\s+null`,
		`backoff({ initial = "24h", multiplier = 10, max = null, attempts = 10 })`: `set\s+max`,
		`delay_routing_key({ prefix = "d", levels = 4 }, "16s", "a")`:              `longer\s+than\s+15s`,
		`delay_routing_key({ prefix = "d" }, "-1s", "a")`:                          `is\s+negative`,
		`delay_routing_key({ prefix = "d" }, "1", "a")`:                            `is\s+no\s+duration`,
		`delay_routing_key({ prefix = "d" }, "1s", "a.#")`:                         `wildcard`,
		`delay_routing_key({ prefix = "d", levels = 30 }, "1s", "a")`:              `too\s+many`,
		`delay_routing_key({ prefix = "d", levels = 1.5 }, "1s", "a")`:             `levels`,
		`delay_routing_key({ prefix = "d", unit = "1" }, "1s", "a")`:               `unit:`,
		`delay_routing_key({ preset = "other" }, "1s", "a")`:                       `no\s+preset\s+"other"`,
		`delay_routing_key({}, "1s", "a")`:                                         `prefix:`,
		`delay_routing_key("celery", "1s", "a")`:                                   `no\s+object`,
	} {
		steps = append(steps, resource.TestStep{Config: config(call), ExpectError: regexp.MustCompile(text)})
	}
	resource.ParallelTest(t, resource.TestCase{ProtoV6ProviderFactories: providertest.Factories(), Steps: steps})
}
