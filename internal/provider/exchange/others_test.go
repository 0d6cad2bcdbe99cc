package exchange_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What others have bound to an exchange, and from it, is theirs: it comes back with a new exchange. What this configuration gives up does
// not.
func TestAccAReplacedExchangeKeepsWhatOthersBound(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, "PUT", acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "theirs")
	bind := func() {
		b.Bind(t, vhost, "x", "k", "theirs")
		b.API(t, "POST", `{"routing_key":"k","arguments":{"n":9007199254740993}}`, "bindings", vhost, "e", "x", "q", "theirs")
		b.API(t, "POST", `{"routing_key":"in","arguments":{}}`, "bindings", vhost, "e", "amq.topic", "e", "x")
		b.API(t, "POST", `{"routing_key":"out","arguments":{}}`, "bindings", vhost, "e", "x", "e", "amq.fanout")
	}
	const own = `
resource "rabbitmq_queue" "q" {
  name           = "q"
  delivery_limit = -1
}
resource "rabbitmq_binding" "refers" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = "refers"
}
`
	const givenUp = `
resource "rabbitmq_binding" "given_up" {
  source      = "x" // without a reference, so that nothing makes it go before the exchange
  destination = rabbitmq_queue.q.name
}
`
	config := func(body, more string) string { return acctest.Config(b, vhost, block(body)+own+more) }
	kept := resource.ComposeTestCheckFunc(
		b.Bound(t, vhost, "theirs", "x k", "x k"), b.Bound(t, vhost, "q", "x refers"),
		b.Through(t, vhost, "amq.topic", "x"), b.Through(t, vhost, "x", "amq.fanout"),
	)
	replaced := action(plancheck.ResourceActionReplace)
	providertest.Run(t,
		resource.TestStep{Config: config("", "")},
		resource.TestStep{Config: config("", givenUp)},
		resource.TestStep{PreConfig: bind, Config: config(`type = "topic"`, ""), ConfigPlanChecks: replaced, Check: kept},
		resource.TestStep{Taint: []string{address}, Config: config(`type = "topic"`, ""), ConfigPlanChecks: replaced, Check: kept},
		resource.TestStep{Config: config(`type = "topic"`, ""), ConfigPlanChecks: providertest.Plan(plancheck.ExpectEmptyPlan())},
	)
}

// Whoever may not bind what others have bound cannot put it back. The exchange is there all the same, and is not replaced again.
func TestAccAReplacedExchangeDoesNotFailForWhatMayNotBeBound(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	user := *b
	user.Username = b.User(t, "management")
	user.Password = user.Username
	b.API(t, "PUT", `{"configure":".*","write":"^x$","read":".*"}`, "permissions", vhost, user.Username)
	b.API(t, "PUT", acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "theirs")
	config := func(body string) string { return acctest.Config(&user, vhost, block(body)) }
	providertest.Run(t,
		resource.TestStep{Config: config("")},
		resource.TestStep{
			PreConfig: func() { b.Bind(t, vhost, "x", "k", "theirs") }, Config: config(`type = "topic"`),
			ConfigPlanChecks: action(plancheck.ResourceActionReplace), Check: b.Bound(t, vhost, "theirs"),
		},
		resource.TestStep{Config: config(`type = "topic"`), ConfigPlanChecks: providertest.Plan(plancheck.ExpectEmptyPlan())},
	)
}
