package policykit_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A queue that is without its policy for a moment drops the dead letters that wait in it until a queue has confirmed them.
func TestAccRenamedPolicyLosesNoDeadLetters(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum"}`), "queues", vhost, "q")
	config := func(name string) string {
		return acctest.Config(b, vhost, strings.Replace(kinds[0].block(`pattern = "^q$"
  apply_to    = "queues"
  message_ttl = "1ms"
  overflow    = "reject-publish"
  dead_letter = { exchange = "amq.fanout", strategy = "at-least-once" }`), `"p"
  pattern`, `"`+name+`"
  pattern`, 1))
	}
	waits := func(*terraform.State) error {
		time.Sleep(6 * time.Second) // counters are that old
		b.Counted(t, vhost, "q", 1)
		if b.Exists(t, "policies", vhost, "p") {
			t.Error("the policy is there under its old name too")
		}
		return nil
	}
	pt.Run(t,
		resource.TestStep{Config: config("p"), Check: func(*terraform.State) error {
			b.Publish(t, vhost, "q", "kept")
			b.Counted(t, vhost, "q", 1)
			return nil
		}},
		resource.TestStep{Config: config("r"), ConfigPlanChecks: kinds[0].action(plancheck.ResourceActionUpdate)},
		// An interrupted apply has put it under the new name.
		resource.TestStep{
			PreConfig: func() {
				b.API(t, http.MethodPut, `{"pattern":"^q$","apply-to":"queues","priority":0,"definition":{"message-ttl":1,"overflow":"reject-publish","dead-letter-exchange":"amq.fanout",`+
					`"dead-letter-strategy":"at-least-once"}}`, "policies", vhost, "p2")
			},
			Config: config("p2"), ConfigPlanChecks: kinds[0].action(plancheck.ResourceActionUpdate), Check: waits,
		},
	)
}
