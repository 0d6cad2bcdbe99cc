package expiringqueue_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What this resource has in common with rabbitmq_queue is tested in queuekit for both.
func TestAccExpiringQueueSaysWhatBecomesOfExpiredMessages(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const address = "rabbitmq_expiring_queue.otp"
	config := func(body string) string {
		return acctest.ConfigWith(b, vhost, `lint = { ttl_without_dlx = "error", delivery_limit_drops = "off" }`,
			fmt.Sprintf("resource \"rabbitmq_expiring_queue\" \"otp\" {\n  name = \"otp\"\n  %s\n}\n", body))
	}
	refused := func(body, message string) resource.TestStep {
		return resource.TestStep{Config: config(body), PlanOnly: true, ExpectError: regexp.MustCompile(message)}
	}
	const quorum = `{"x-queue-type":"quorum","x-message-ttl":180000}`
	pt.Run(t,
		refused(``, `message_ttl`),
		refused(`message_ttl = "3m"`, `ttl_without_dlx:\s+queue\s+"otp"`),
		refused("message_ttl = \"3m\"\n on_expiry = \"keep\"", `discard`),
		refused("message_ttl = \"3m\"\n on_expiry = \"discard\"\n dead_letter = { exchange = \"amq.fanout\" }", `cannot\s+be\s+specified\s+when`),
		refused("message_ttl = \"3m\"\n on_expiry = \"discard\"\n settings_in = \"elsewhere\"", `arguments`),
		refused("message_ttl = \"3m\"\n on_expiry = \"discard\"\n policy_priority = 1", `policy_priority without a policy`),
		refused("message_ttl = \"3m\"\n on_expiry = \"discard\"\n type = \"stream\"", `classic`),
		resource.TestStep{
			Config: config("message_ttl = \"3m\"\n on_expiry = \"discard\""),
			ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionCreate), pt.Shows(address, "arguments", quorum),
				pt.Shows(address, "settings_in", `"arguments"`)),
			ConfigStateChecks: pt.State(pt.Has(address, "arguments", quorum), pt.Has(address, "on_expiry", `"discard"`)),
		},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"on_expiry"}},
		// That messages may vanish is said to this provider and not to the broker.
		resource.TestStep{
			Config:           config("message_ttl = \"180s\"\n lint_ignore = [\"ttl_without_dlx\"]"),
			ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionUpdate)),
		},
		resource.TestStep{
			Config:           config("message_ttl = \"3m\"\n dead_letter = { exchange = \"amq.fanout\" }\n type = \"classic\""),
			ConfigPlanChecks: pt.Plan(pt.ReplacedBy(address, "dead_letter.exchange"), pt.ReplacedBy(address, "type")),
		},
	)
}

func TestAccQueueWhoseMessagesDoNotExpireIsNotImported(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, "resource \"rabbitmq_expiring_queue\" \"q\" {\n  name = \"q\"\n  message_ttl = \"1h\"\n  on_expiry = \"discard\"\n}\n")
	refused := func(name, arguments, why string) resource.TestStep {
		b.API(t, http.MethodPut, acctest.Queue(arguments), "queues", vhost, name)
		return resource.TestStep{
			Config: config, ResourceName: "rabbitmq_expiring_queue.q", ImportState: true, ImportStateId: kit.ID(vhost, name),
			ExpectError: regexp.MustCompile(`(?s)Unable to import queue "` + name + `".*no\s+expiring\s+queue:\s+it\s+` + why + `.*Import\s+it\s+as\s+rabbitmq_queue`),
		}
	}
	pt.Run(t,
		refused("stream", `{"x-queue-type":"stream"}`, `is\s+a\s+stream`),
		refused("keeps", `{"x-queue-type":"classic","x-expires":3600000}`, `has\s+no\s+message\s+TTL`),
	)
}
