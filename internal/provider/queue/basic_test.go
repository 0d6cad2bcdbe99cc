package queue_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccQueueDefaults(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	resource.ParallelTest(t, resource.TestCase{
		ProtoV6ProviderFactories: providertest.Factories(),
		Steps: []resource.TestStep{{
			Config: acctest.Config(b, vhost, `resource "rabbitmq_queue" "q" { name = "q" }`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("rabbitmq_queue.q", tfjsonpath.New("type"), knownvalue.StringExact("quorum")),
			},
		}},
	})
}
