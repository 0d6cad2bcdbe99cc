package provider_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// more are queues of other types beside everything.
const more = everything + `
resource "rabbitmq_queue" "kept" {
  name = "kept"
  type = "classic"
}
resource "rabbitmq_binding" "kept" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.kept.name
  routing_key = "kept"
}
resource "rabbitmq_queue" "s" {
  name = "s"
  type = "stream"
}
`

// What Terraform destroys before a queue that is not empty, it makes again, and the messages never leave their queues.
func TestAccDestroyingAllKeepsTheQueuesThatHoldMessages(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, more)
	full := map[string]string{"q": "quorum", "kept": "classic", "s": "stream", "d": "a dead letter"}
	left := func() {
		for _, queue := range []string{"q", "kept", "s", "d", "e", "t"} {
			if exists := b.Exists(t, "queues", vhost, queue); exists != (full[queue] != "") {
				t.Errorf("queue %q: %t", queue, exists)
			}
			if got := b.Bindings(t, vhost, queue); len(got) > 0 && queue != "d" {
				t.Errorf("queue %q has still the bindings %q", queue, got)
			}
		}
		if b.Exists(t, "exchanges", vhost, "x") {
			t.Error("the exchange x is still there")
		}
	}
	whole := func(*terraform.State) error {
		for queue := range full {
			b.Counted(t, vhost, queue, 1)
		}
		return nil
	}
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{
			PreConfig: func() {
				for queue, text := range full {
					b.Publish(t, vhost, queue, text)
				}
			},
			Config: config, Destroy: true,
			ExpectError: regexp.MustCompile(`(?s)"(q|kept|s|d)"\s+is\s+not\s+empty.*deletion_policy\s+=\s+"force".*undo\s+the\s+change\s+and\s+apply`),
		},
		resource.TestStep{
			PreConfig: left, Config: config,
			ConfigPlanChecks: pt.Plan(
				pt.Does("rabbitmq_queue.q", plancheck.ResourceActionNoop), pt.Does("rabbitmq_queue.kept", plancheck.ResourceActionNoop),
				pt.Does("rabbitmq_queue.s", plancheck.ResourceActionNoop), pt.Does("rabbitmq_exchange.x", plancheck.ResourceActionCreate),
				pt.Does("rabbitmq_binding.b", plancheck.ResourceActionCreate), pt.Does("rabbitmq_delay_tier.t", plancheck.ResourceActionCreate),
			),
			ConfigStateChecks: pt.State(pt.Then(whole, b.Bound(t, vhost, "q", "x k"), b.Bound(t, vhost, "kept", "x kept"), b.Bound(t, vhost, "t", "x delay"), b.Bound(t, vhost, "d", "d.dlx k"))),
		},
		resource.TestStep{
			PreConfig: func() {
				for _, queue := range []string{"q", "kept", "d"} {
					b.API(t, http.MethodDelete, "", "queues", vhost, queue, "contents")
				}
				b.API(t, http.MethodDelete, "", "queues", vhost, "s")
			},
			Config: config,
		},
	)
}
