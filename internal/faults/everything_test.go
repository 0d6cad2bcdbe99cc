//go:build faults

package faults

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// everything is one of each resource, with a time to live that can be changed.
const everything = `
variable "ttl" {}
provider "rabbitmq" {}
resource "rabbitmq_exchange" "x" {
  name = "x"
  type = "topic"
}
resource "rabbitmq_queue" "q" {
  name           = "q"
  delivery_limit = -1
}
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = "k"
}
resource "rabbitmq_expiring_queue" "e" {
  name        = "e"
  message_ttl = "${var.ttl}h"
  on_expiry   = "discard"
}
resource "rabbitmq_delay_tier" "t" {
  name        = "t"
  delay       = "${var.ttl}m"
  settings_in = "policy"
  enter_from  = { exchange = rabbitmq_exchange.x.name, routing_keys = ["delay"] }
  return_to   = { exchange = "", routing_key = rabbitmq_queue.q.name }
}
resource "rabbitmq_dead_letter_queue" "d" {
  name         = "d"
  exchange     = "d.dlx"
  routing_keys = ["k"]
}
resource "rabbitmq_policy" "p" {
  name        = "p"
  pattern     = "^p\\."
  apply_to    = "queues"
  message_ttl = "${var.ttl}h"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.d.exchange, routing_key = "k" }
}
resource "rabbitmq_operator_policy" "o" {
  name     = "o"
  pattern  = "^o\\."
  apply_to = "queues"
  expires  = "${var.ttl}h"
}
resource "rabbitmq_ttl_ceiling" "c" {
  pattern     = "^c\\."
  message_ttl = "${var.ttl}h"
  priority    = 10
}
resource "rabbitmq_retry_topology" "r" {
  name       = "r"
  work_queue = { name = "r.work" }
  enter_from = { exchange = rabbitmq_exchange.x.name, routing_keys = ["r.#"] }
  delays     = ["5s", "${var.ttl}m"]
  exhausted  = { queue = "r.parking" }
}
resource "rabbitmq_delay_network" "n" {
  prefix = "n"
  levels = 3
  unit   = "1s"
}
resource "rabbitmq_delay_route" "s" {
  network     = rabbitmq_delay_network.n.id
  address     = "q"
  destination = rabbitmq_queue.q.name
}
`

// everythingObjects are what a broker has after that configuration was applied without a fault.
func everythingObjects(t *testing.T, b *acctest.BrokerInfo) []string {
	t.Helper()
	vhost := b.Vhost(t)
	w := open(t, b, vhost, everything)
	w.succeeds(apply...)
	wanted := objects(t, b, vhost)
	w.succeeds(destroy...)
	return wanted
}
