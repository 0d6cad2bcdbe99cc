//go:build faults

package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// objects lists what a virtual host has beyond what every virtual host has.
func objects(t *testing.T, b *acctest.BrokerInfo, vhost string) []string {
	t.Helper()
	var found []string
	list := func(kind string, name func(o object) string) {
		var all []object
		if err := json.Unmarshal(b.API(t, http.MethodGet, "", kind, vhost), &all); err != nil {
			t.Fatal(err)
		}
		for _, o := range all {
			if n := name(o); n != "" {
				found = append(found, n)
			}
		}
	}
	list("exchanges", func(o object) string {
		if o.Name == "" || strings.HasPrefix(o.Name, "amq.") {
			return ""
		}
		return "exchange " + o.Name
	})
	list("queues", func(o object) string { return "queue " + o.Name })
	list("bindings", func(o object) string {
		if o.Source == "" {
			return ""
		}
		return fmt.Sprintf("binding %s %s %s %s", o.Source, o.DestinationType, o.Destination, o.Key)
	})
	list("policies", func(o object) string { return "policy " + o.Name })
	list("operator-policies", func(o object) string { return "operator policy " + o.Name })
	return found
}

type object struct {
	Name            string `json:"name"`
	Source          string `json:"source"`
	Destination     string `json:"destination"`
	DestinationType string `json:"destination_type"`
	Key             string `json:"properties_key"`
}

// many is a configuration of 20 exchanges, 80 queues and 100 bindings.
const many = `
variable "max_retries" {}
provider "rabbitmq" {
  max_retries = var.max_retries
}
resource "rabbitmq_exchange" "x" {
  count = 20
  name  = "x.${count.index}"
  type  = "direct"
}
resource "rabbitmq_queue" "q" {
  count          = 80
  name           = "q.${count.index}"
  type           = count.index % 4 == 0 ? "quorum" : "classic"
  delivery_limit = count.index % 4 == 0 ? -1 : null
}
resource "rabbitmq_binding" "b" {
  count       = 100
  source      = rabbitmq_exchange.x[count.index % 20].name
  destination = rabbitmq_queue.q[count.index % 80].name
  routing_key = "k.${count.index}"
}
`

// manyObjects are the objects of that configuration.
func manyObjects() []string { return counted(20, 80, 100) }

// counted are so many exchanges, queues and bindings between them.
func counted(exchanges, queues, bindings int) []string {
	var wanted []string
	for i := range exchanges {
		wanted = append(wanted, fmt.Sprintf("exchange x.%d", i))
	}
	for i := range queues {
		wanted = append(wanted, fmt.Sprintf("queue q.%d", i))
	}
	for i := range bindings {
		wanted = append(wanted, fmt.Sprintf("binding x.%d queue q.%d k.%d", i%exchanges, i%queues, i))
	}
	return wanted
}

// halfWay waits until an apply that is under way has made so many objects, or is at its end.
func (r *run) halfWay(b *acctest.BrokerInfo, vhost string, made int) {
	r.t.Helper()
	acctest.Eventually(r.t, fmt.Sprintf("%d objects are made", made), func() bool {
		return len(objects(r.t, b, vhost)) >= made || len(r.done) > 0
	})
	if len(r.done) > 0 {
		_, said := r.end()
		r.t.Fatalf("the apply was at its end before the fault: %s", said)
	}
}

// takesMessages requires that a message goes through every queue: one that was half made looks well and takes none.
func takesMessages(t *testing.T, b *acctest.BrokerInfo, vhost string, wanted []string) {
	t.Helper()
	var channel *amqp.Channel
	for _, o := range wanted {
		queue, ok := strings.CutPrefix(o, "queue ")
		if !ok {
			continue
		}
		if channel == nil {
			channel = b.Channel(t, vhost)
		}
		if err := acctest.Probe(t, channel, queue); err != nil {
			_, members := b.Try(t, http.MethodGet, "", "queues", "quorum", vhost, queue, "status")
			t.Errorf("queue %s takes no message: %v: %s: %s", queue, err, members, b.API(t, http.MethodGet, "", "queues", vhost, queue))
			channel = nil
		}
	}
}
