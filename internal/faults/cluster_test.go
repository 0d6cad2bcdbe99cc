//go:build faults

package faults

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// Quorum queues have members on all three nodes, so that two nodes have everything that the third had.
const replicated = `
provider "rabbitmq" {}
resource "rabbitmq_exchange" "x" {
  count = 20
  name  = "x.${count.index}"
  type  = "direct"
}
resource "rabbitmq_queue" "q" {
  count          = 30
  name           = "q.${count.index}"
  delivery_limit = -1
}
resource "rabbitmq_binding" "b" {
  count       = 50
  source      = rabbitmq_exchange.x[count.index % 20].name
  destination = rabbitmq_queue.q[count.index % 30].name
  routing_key = "k.${count.index}"
}
`

func TestAccFaultNodeBehindTheEndpointIsKilled(t *testing.T) {
	t.Parallel()
	c := counting(t)
	nodes := acctest.Broker(t).OwnCluster(t, 3)
	rest := nodes[1].BrokerInfo
	vhost := rest.Vhost(t)
	named := *rest
	named.Endpoint = nodes[0].Endpoint + "," + nodes[1].Endpoint + "," + nodes[2].Endpoint
	w := open(t, &named, vhost, replicated)
	applying := w.start(append(apply, "-parallelism=4")...)
	applying.halfWay(rest, vhost, 40)
	nodes[0].Kill(t)
	c.injected++
	if ok, said := applying.end(); !ok {
		w.advised(rest, vhost, said)
	}
	w.settles(c, rest, vhost, counted(20, 30, 50))
	takesMessages(t, rest, vhost, counted(20, 30, 50))

	// The provider starts while the first node is down, and with a list of nodes that are all down.
	c.injected++
	w.leaves(c, rest, vhost)
	w.env = append(w.env, "TF_VAR_max_retries=0", "RABBITMQ_ENDPOINT="+nodes[0].Endpoint+",http://127.0.0.1:1")
	w.write(many)
	c.injected++
	w.refused([]string{nodes[0].Endpoint + ": ", "http://127.0.0.1:1: ", "connection refused"}, apply...)
}
