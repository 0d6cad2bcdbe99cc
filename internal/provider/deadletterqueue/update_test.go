package deadletterqueue_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDeadLetterQueueChangesItsExchangeInPlaceAndKeepsItsMessages(t *testing.T) {
	s := open(t)
	step := func(body, planned string, bound ...string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(body), Check: s.bound(bound...),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("bindings", planned)),
		}
	}
	created := step("", bindings("dlx", "k"))
	created.ConfigPlanChecks = pt.Plan(
		does(plancheck.ResourceActionCreate), shows("arguments", s.arguments("")), shows("bindings", bindings("dlx", "k")), shows("exchange_type", `"direct"`),
	)
	created.Check = s.bound("dlx k")
	created.ConfigStateChecks = pt.State(
		pt.Has(address, "delivery_limit", "-1"), pt.Has(address, "retention", "null"), pt.Has(address, "durable", "true"),
		pt.Has(address, "bindings", bindings("dlx", "k")), pt.Has(address, "routing_keys", `["k"]`),
	)
	filled := step("routing_keys = [\"k\", \"l\"]", bindings("dlx", "k", "l"), "dlx k", "dlx l")
	filled.PreConfig = func() { s.wait(1) }
	topic := step("exchange_type = \"topic\"\nrouting_keys = [\"*.x\", \"l.#\"]", bindings("dlx", "*.x", "l.#"), "dlx *.x", "dlx l.#")
	topic.ConfigPlanChecks = pt.Plan(does(plancheck.ResourceActionUpdate), shows("exchange_type", `"topic"`), shows("bindings", bindings("dlx", "*.x", "l.#")))
	renamed := step("exchange = \"other\"\nexchange_type = \"topic\"", bindings("other", "k"), "other k")
	pt.Run(t, created,
		s.undone(s.config("")), filled,
		s.undone(s.config("routing_keys = [\"l\", \"k\"]")), // their order means nothing
		step("routing_keys = [\"l\"]", bindings("dlx", "l"), "dlx l"),
		topic,
		step("exchange_type = \"fanout\"\nrouting_keys = null", bindings("dlx", ""), "dlx "),
		renamed,
		step("exchange = \"other\"\nexchange_type = \"topic\"\ndeletion_policy = \"retain\"", bindings("other", "k"), "other k"),
		resource.TestStep{PreConfig: s.holds(1), Config: acctest.Config(s.BrokerInfo, s.vhost, ""), Check: s.bound("other k")},
	)
	if s.holds(1)(); s.typeOf("other") != "topic" {
		t.Error("the exchange was not retained")
	}
	if s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("the exchange that was renamed is still there")
	}
}

func TestAccDeadLetterQueueIsReplacedIfItsQueueCannotBeChanged(t *testing.T) {
	s := open(t)
	step := func(attribute, body, arguments string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(body), Check: s.bound("dlx k"),
			ConfigPlanChecks: pt.Plan(
				does(plancheck.ResourceActionReplace), pt.ReplacedBy(address, attribute), shows("arguments", arguments), shows("bindings", bindings("dlx", "k")),
			),
		}
	}
	other := open(t)
	moved := step("vhost", "vhost = "+acctest.HCL(other.vhost), s.arguments(""))
	moved.Check = other.bound("dlx k")
	pt.Run(t,
		resource.TestStep{Config: s.config("")},
		step("retention", `retention = "168h"`, s.arguments(`,"x-message-ttl":604800000`)),
		s.undone(s.config(`retention = "604800s"`)),
		step("max_length", `max_length = 100000`, s.arguments(`,"x-max-length":100000`)),
		step("overflow", "max_length = 100000\noverflow = \"reject-publish\"", s.arguments(`,"x-max-length":100000,"x-overflow":"reject-publish"`)),
		step("type", `type = "classic"`, `{"x-queue-type":"classic"}`),
		s.undone(s.config(`type = "classic"`)),
		moved,
	)
	if s.Exists(t, "queues", s.vhost, "d") || s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("what was replaced is still there")
	}
}

func TestAccDeadLetterQueueThatHoldsMessagesIsNeitherReplacedNorDestroyed(t *testing.T) {
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			body := "type = " + acctest.HCL(kind) + "\n"
			pt.Run(t,
				resource.TestStep{Config: s.config(body)},
				resource.TestStep{
					PreConfig: func() { s.wait(2) }, Config: s.config(body + `retention = "1h"`),
					ExpectError: regexp.MustCompile(`(?s)replace_loses_messages: queue "d".*holds\s+2\s+messages`),
				},
				resource.TestStep{Config: s.config(body), Destroy: true, ExpectError: regexp.MustCompile(`Queue "d" is not empty`)},
				resource.TestStep{PreConfig: s.holds(2), Config: s.config(body + `deletion_policy = "force"`), Check: s.bound("dlx k")},
				resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
			)
			if s.Exists(t, "queues", s.vhost, "d") || s.Exists(t, "exchanges", s.vhost, "dlx") {
				t.Error("force left something")
			}
		})
	}
}
