package deadletterqueue_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Whatever happens to the exchange or the queue, bindings of the same configuration follow in the same apply.
func TestAccBindingsFollowADeadLetterQueue(t *testing.T) {
	s := open(t)
	config := func(body string) string {
		return acctest.Config(s.BrokerInfo, s.vhost, dlq(body)+`
resource "rabbitmq_queue" "audit" {
  name        = "audit"
  lint_ignore = ["delivery_limit_drops"]
}
resource "rabbitmq_binding" "audit" {
  source      = rabbitmq_dead_letter_queue.d.exchange
  destination = rabbitmq_queue.audit.name
  routing_key = "audited"
}
resource "rabbitmq_exchange" "more" {
  name = "more"
}
resource "rabbitmq_binding" "more" {
  source      = rabbitmq_exchange.more.name
  destination = rabbitmq_dead_letter_queue.d.name
  routing_key = "more"
}
resource "rabbitmq_binding" "through" {
  source           = rabbitmq_exchange.more.name
  destination      = rabbitmq_dead_letter_queue.d.exchange
  destination_type = "exchange"
  routing_key      = "through"
}
`)
	}
	through := func(exchange string) resource.TestCheckFunc {
		return resource.ComposeTestCheckFunc(
			s.bound(exchange+" k", "more more"), s.Bound(t, s.vhost, "audit", exchange+" audited"), s.through("more", exchange),
		)
	}
	follow := func(body, exchange string, action plancheck.ResourceActionType) resource.TestStep {
		return resource.TestStep{Config: config(body), Check: through(exchange), ConfigPlanChecks: pt.Plan(does(action))}
	}
	retention := "exchange = \"other\"\nexchange_type = \"topic\"\nretention = \"1h\"\n"
	pt.Run(t,
		resource.TestStep{Config: config(""), Check: through("dlx")},
		follow(`exchange_type = "topic"`, "dlx", plancheck.ResourceActionUpdate),
		s.undone(config(`exchange_type = "topic"`)),
		follow("exchange = \"other\"\nexchange_type = \"topic\"", "other", plancheck.ResourceActionUpdate),
		follow(retention, "other", plancheck.ResourceActionReplace),
		s.undone(config(retention)),
		resource.TestStep{Taint: []string{address}, Config: config(retention), Check: through("other")},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	for _, exchange := range []string{"dlx", "other"} {
		if s.Exists(t, "exchanges", s.vhost, exchange) {
			t.Errorf("exchange %q is left over", exchange)
		}
	}
}

// What others have bound to the exchange is theirs: it stays where it can, and is not cut off silently where it cannot.
func TestAccDeadLetterQueueCutsNobodyOff(t *testing.T) {
	s := open(t)
	s.API(t, "PUT", acctest.Queue(`{"x-queue-type":"classic"}`), "queues", s.vhost, "theirs")
	bind := func() {
		s.Bind(t, s.vhost, "dlx", "k", "theirs")
		s.API(t, "POST", `{"routing_key":"in","arguments":{}}`, "bindings", s.vhost, "e", "amq.topic", "e", "dlx")
	}
	kept := func(exchange string) resource.TestCheckFunc {
		return resource.ComposeTestCheckFunc(s.bound(exchange+" k"), s.Bound(t, s.vhost, "theirs", "dlx k"), s.through("amq.topic", "dlx"))
	}
	used := regexp.MustCompile(`(?s)Exchange "dlx" is used by others.*amq.topic -> dlx\s+\(in\),\s+dlx\s+->\s+theirs\s+\(k\)`)
	force := `deletion_policy = "force"`
	pt.Run(t,
		resource.TestStep{Config: s.config("")},
		resource.TestStep{
			PreConfig: bind, Config: s.config(`exchange_type = "topic"`), Check: kept("dlx"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
		},
		resource.TestStep{Config: s.config("exchange_type = \"topic\"\nexchange = \"other\""), ExpectError: used},
		resource.TestStep{Config: s.config("exchange_type = \"topic\"\nretention = \"1h\""), ExpectError: used},
		resource.TestStep{Config: s.config(`exchange_type = "topic"`), Destroy: true, ExpectError: used},
		resource.TestStep{Config: s.config(`exchange_type = "topic"`), Check: kept("dlx"), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		resource.TestStep{Config: s.config(force + "\nexchange_type = \"topic\"")},
		resource.TestStep{Config: s.config(force + "\nexchange_type = \"topic\"\nexchange = \"other\""), Check: s.bound("other k")},
	)
	if s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("force left the exchange that was renamed")
	}
}
