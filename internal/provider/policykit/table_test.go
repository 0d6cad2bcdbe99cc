package policykit_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// sample is a value of a row as JSON and as it is written in a configuration; other is another value as JSON.
func sample(row *queueargs.Row) (value, written, other string) {
	switch {
	case row.Kind == queueargs.Duration:
		return "60000", `"1m"`, "61000"
	case row.Kind == queueargs.MaxAge:
		return `"3600s"`, `"1h"`, `"2h"`
	case row.PolicyKey == "queue-version":
		return "2", "2", ""
	case row.Kind == queueargs.Integer:
		return "20", "20", "21"
	case len(row.OneOf) > 0:
		return fmt.Sprintf("%q", row.OneOf[len(row.OneOf)-1]), fmt.Sprintf("%q", row.OneOf[len(row.OneOf)-1]), fmt.Sprintf("%q", row.OneOf[0])
	case row.PolicyKey == "queue-master-locator":
		return `"min-masters"`, "", ""
	default:
		return `"x"`, `"x"`, `"y"`
	}
}

// The broker itself says which keys it has in policies of each kind.
func TestAccPolicyKeysOfTheTableAreThoseOfTheBroker(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		for _, row := range queueargs.Table {
			if row.PolicyKey == "" {
				continue
			}
			value, _, _ := sample(row)
			definition := fmt.Sprintf("%q:%s", row.PolicyKey, value)
			if row == queueargs.DelayedRetryType {
				definition += `,"delayed-retry-min":1000`
			}
			status, answer := b.Try(t, http.MethodPut, `{"pattern":"","definition":{`+definition+`}}`, k.path, vhost, "p")
			if taken := status < http.StatusBadRequest; taken != row.PolicyTaken(b.Version(t), k.operator()) {
				t.Errorf("%s: the broker takes it: %t (%s), the table says %t", row.PolicyKey, taken, answer, !taken)
			}
		}
	})
}

// Every attribute is sent, read back, and repaired in place when somebody changes it.
func TestAccPolicyHasAllSettings(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		var attributes, definition, drifted []string
		groups := map[string][]string{}
		for _, row := range queueargs.PolicyRows(k.operator()) {
			if !row.PolicyTaken(b.Version(t), k.operator()) {
				continue
			}
			value, written, other := sample(row)
			definition = append(definition, fmt.Sprintf("%q:%s", row.PolicyKey, value))
			if other != "" {
				drifted = append(drifted, fmt.Sprintf("%q:%s", row.PolicyKey, other))
			}
			if group, name, nested := strings.Cut(row.Attribute, "."); nested {
				groups[group] = append(groups[group], name+" = "+written)
			} else {
				attributes = append(attributes, row.Attribute+" = "+written)
			}
		}
		for group, members := range groups {
			attributes = append(attributes, fmt.Sprintf("%s = { %s }", group, strings.Join(members, ", ")))
		}
		if !k.operator() {
			attributes = append(attributes, `alternate_exchange = "amq.fanout"`)
			definition = append(definition, `"alternate-exchange":"amq.fanout"`)
		}
		slices.Sort(definition)
		whole := "{" + strings.Join(definition, ",") + "}"
		step := func(body string, want plancheck.ResourceActionType, definition string) resource.TestStep {
			return resource.TestStep{
				Config:           acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n"+body)),
				ConfigPlanChecks: pt.Plan(pt.Does(k.address(), want), pt.Shows(k.address(), "definition", definition)),
			}
		}
		body := strings.Join(attributes, "\n  ")
		drift := step(body, plancheck.ResourceActionUpdate, whole)
		drift.PreConfig = func() {
			k.has(t, b, vhost, "^q", "all", "0", whole)
			b.API(t, http.MethodPut, `{"pattern":"^drifted","priority":3,"apply-to":"queues","definition":{`+strings.Join(drifted, ",")+`}}`, k.path, vhost, "p")
		}
		less := step("max_length = 5", plancheck.ResourceActionUpdate, `{"max-length":5}`)
		less.PreConfig = func() { k.has(t, b, vhost, "^q", "all", "0", whole) }
		pt.Run(t,
			step(body, plancheck.ResourceActionCreate, whole),
			resource.TestStep{ResourceName: k.address(), ImportState: true, ImportStateId: kit.ID(vhost, "p"), ImportStateVerify: true},
			drift, less,
		)
	})
}

// An age is the same in whatever unit it was put, and an exact number keeps its digits.
func TestAccPolicyKeepsWhatTheBrokerHasIfItIsTheSame(t *testing.T) {
	b := acctest.Broker(t)
	k, vhost := kinds[0], b.Vhost(t)
	b.API(t, http.MethodPut, `{"pattern":"","definition":{"max-age":"7D","message-ttl":60000}}`, k.path, vhost, "p")
	config := acctest.ConfigWith(b, vhost, lintOff(), k.block(`pattern = "", max_age = "168h", message_ttl = "1m"`))
	config = strings.ReplaceAll(config, ", ", "\n  ")
	pt.Run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(pt.Shows(k.address(), "definition", `{"max-age":"7D","message-ttl":60000}`))},
		resource.TestStep{Config: config, PlanOnly: true},
	)
}

// Before 4.0 no limit is said by no key, and an upgrade of the broker is answered with an update in place.
func TestAccPolicyWithoutDeliveryLimit(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		want := `{"delivery-limit":-1,"max-length":5}`
		alone := resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n delivery_limit = -1"))}
		if !b.AtLeast(t, "4.0.0") {
			want = `{"max-length":5}`
			alone.ExpectError = nothingSet
		}
		config := acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n delivery_limit = -1\n max_length = 5"))
		drifted := resource.TestStep{
			PreConfig: func() {
				b.API(t, http.MethodPut, `{"pattern":"^q","definition":{"delivery-limit":7,"max-length":5}}`, k.path, vhost, "p")
			},
			Config: config, ConfigPlanChecks: pt.Plan(pt.Does(k.address(), plancheck.ResourceActionUpdate), pt.Shows(k.address(), "definition", want)),
		}
		pt.Run(t,
			resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(pt.Shows(k.address(), "definition", want))},
			resource.TestStep{PreConfig: func() { k.has(t, b, vhost, "^q", "all", "0", want) }, Config: config, PlanOnly: true},
			drifted, alone,
		)
	})
}

func TestAccPolicyWithoutLimitOutlivesAnUpgradeOfTheBroker(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		b.API(t, http.MethodPut, `{"pattern":"^q","definition":{"max-length":5}}`, k.path, vhost, "p")
		provider := pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}
		config := pt.Object{"name": "p", "pattern": "^q", "delivery_limit": -1, "max_length": 5}
		state := pt.Object{
			"id": kit.ID(vhost, "p"), "vhost": vhost, "name": "p", "pattern": "^q", "apply_to": "all", "priority": 0, "delivery_limit": -1, "max_length": 5,
			"definition": pt.Object{"max-length": 5},
		}
		server := pt.Serve(t, provider).Configure()
		read := server.Read(server.Existing(k.typeName, state))
		if changes := server.Changes(read, config); changes != b.AtLeast(t, "4.0.0") {
			t.Errorf("the plan changes the policy: %t", changes)
		}
	})
}
