package provider_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Whatever of a resource is not known in the plan is there in the apply: no part falls back to a default in the meantime.
func TestAccValuesThatAreNotKnownYet(t *testing.T) {
	b := acctest.Broker(t)
	vhost, other := b.Vhost(t), b.Vhost(t)
	config := acctest.Config(b, vhost, fmt.Sprintf(`
resource "terraform_data" "later" {
  input = {
    vhost = %q, x = "x", q = "q", key = "k", classic = "classic", yes = true, number = 5, time = "1h", topic = "topic", late = "late", fanout = "amq.fanout", 
    large = 9007199254740993
  }
}
locals {
  later = terraform_data.later.output
}
resource "rabbitmq_exchange" "x" {
  vhost              = local.later.vhost
  name               = local.later.x
  type               = local.later.topic
  auto_delete        = local.later.yes
  alternate_exchange = local.later.fanout
  extra_arguments    = { "x-large" = local.later.large }
}
resource "rabbitmq_queue" "q" {
  vhost           = local.later.vhost
  name            = local.later.q
  type            = local.later.classic
  auto_delete     = local.later.yes
  message_ttl     = local.later.time
  max_length      = local.later.number
  dead_letter     = { exchange = local.later.x, routing_key = local.later.late }
  extra_arguments = { "x-large" = local.later.large }
}
resource "rabbitmq_expiring_queue" "e" {
  vhost       = local.later.vhost
  name        = "e"
  message_ttl = local.later.time
  on_expiry   = "discard"
}
resource "rabbitmq_binding" "b" {
  vhost       = local.later.vhost
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = local.later.key
  arguments   = { n = local.later.large }
}
`, other))
	var checks []plancheck.PlanCheck
	for _, address := range []string{"rabbitmq_exchange.x", "rabbitmq_queue.q", "rabbitmq_expiring_queue.e", "rabbitmq_binding.b"} {
		checks = append(checks, plancheck.ExpectUnknownValue(address, pt.Path("vhost")), plancheck.ExpectUnknownValue(address, pt.Path("id")))
	}
	pt.Run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(checks...)},
		resource.TestStep{
			PreConfig: func() {
				b.HasArguments(t, "queues", other, "q", `{"x-queue-type":"classic","x-message-ttl":3600000,"x-max-length":5,`+
					`"x-dead-letter-exchange":"x","x-dead-letter-routing-key":"late","x-large":9007199254740993}`)
				b.HasArguments(t, "exchanges", other, "x", `{"alternate-exchange":"amq.fanout","x-large":9007199254740993}`)
			},
			Config: config, PlanOnly: true,
		},
	)
}
