package provider_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const loop = `
resource "rabbitmq_exchange" "main" { name = "main" }
resource "rabbitmq_exchange" "retry" { name = "retry" }
resource "rabbitmq_queue" "work" {
  name        = "work"
  dead_letter = { exchange = rabbitmq_exchange.retry.name, routing_key = "retry" }
  %s
}
resource "rabbitmq_binding" "work" {
  source      = rabbitmq_exchange.main.name
  destination = rabbitmq_queue.work.name
  routing_key = "run"
}
resource "rabbitmq_delay_tier" "tier" {
  name       = "a.tier"
  delay      = "5s"
  enter_from = { exchange = rabbitmq_exchange.retry.name, routing_keys = ["retry"] }
  return_to  = { exchange = rabbitmq_exchange.main.name, routing_key = "run" }
}
`

// The exchanges are planned first, while the broker still has what this plan puts right.
func TestAccAPlanThatMendsWhatARuleFindsIsNotStopped(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const strict = `lint = { dlx_cycle_drops = "error", delivery_limit_into_delay = "error", dlx_unroutable = "error" }`
	const off = `lint = { dlx_cycle_drops = "off", delivery_limit_into_delay = "off" }`
	pt.Run(t,
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, off, fmt.Sprintf(loop, `message_ttl = "1m"`))},
		resource.TestStep{
			Config:      acctest.ConfigWith(b, vhost, strict, fmt.Sprintf(loop, `message_ttl = "1m"`)),
			ExpectError: regexp.MustCompile(`dlx_cycle_drops: queue "work"`),
		},
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, strict, fmt.Sprintf(loop, `delivery_limit = -1`))},
	)
}

// A queue, its binding and its tier are added to exchanges that are there already: whichever is planned first leads to what is not
// there yet.
func TestAccNothingIsSaidOfWhatIsPlannedNext(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const strict = `lint = { dlx_unroutable = "error", dlx_missing = "error" }`
	const exchanges = `
resource "rabbitmq_exchange" "main" { name = "main" }
resource "rabbitmq_exchange" "retry" { name = "retry" }
`
	pt.Run(t,
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, strict, exchanges)},
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, strict, fmt.Sprintf(loop, `delivery_limit = -1`))},
	)
}

// The exchange of a dead-letter queue has the bindings that are planned with it: a key that none of them takes is wrong.
func TestAccAWrongKeyForADeadLetterQueueIsFoundAtOnce(t *testing.T) {
	b := acctest.Broker(t)
	pt.Run(t, resource.TestStep{
		Config: acctest.ConfigWith(b, b.Vhost(t), `lint = { dlx_unroutable = "error" }`, `
resource "rabbitmq_dead_letter_queue" "d" {
  name         = "d"
  exchange     = "dlx"
  routing_keys = ["expired"]
}
resource "rabbitmq_expiring_queue" "q" {
  name        = "q"
  message_ttl = "1m"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.d.exchange, routing_key = "expird" }
}
`),
		ExpectError: regexp.MustCompile(`dlx_unroutable: queue "q"`),
	})
}

// With create_before_destroy the new object cannot be made beside one of the same name. The old one must stay, also when the change is
// undone and Terraform deletes what it takes for the old one.
func TestAccCreateBeforeDestroyLosesNothing(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const config = `
resource "rabbitmq_exchange" "x" {
  name = "x"
  lifecycle { create_before_destroy = true }
}
resource "rabbitmq_queue" "q" {
  name       = "q"
  max_length = %d
  overflow   = "reject-publish"
  lifecycle { create_before_destroy = true }
}
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = "k"
  lifecycle { create_before_destroy = true }
}
`
	const accepted = `lint = { owned_twice = "warning" }`
	pt.Run(t,
		resource.TestStep{Config: acctest.Config(b, vhost, fmt.Sprintf(config, 10))},
		resource.TestStep{
			Config:      acctest.Config(b, vhost, fmt.Sprintf(config, 20)),
			ExpectError: regexp.MustCompile(`(?s)Queue "q" exists already.*create_before_destroy`),
		},
		resource.TestStep{ // what failed has left a deposed object behind, which is the very queue
			Config:      acctest.Config(b, vhost, fmt.Sprintf(config, 10)),
			ExpectError: regexp.MustCompile(`(?s)owned_twice: queue "q".*deposed`),
		},
		resource.TestStep{
			Config: acctest.ConfigWith(b, vhost, accepted, fmt.Sprintf(config, 10)),
			Check:  b.Bound(t, vhost, "q", "x k"),
		},
		resource.TestStep{ // a binding whose queue is replaced, without a change of its own
			Config: acctest.ConfigWith(b, vhost, accepted, fmt.Sprintf(config, 10)),
			Taint:  []string{"rabbitmq_binding.b"},
			Check:  b.Bound(t, vhost, "q", "x k"),
		},
	)
}
