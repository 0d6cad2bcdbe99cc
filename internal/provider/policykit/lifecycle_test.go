package policykit_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccPolicyIsCreatedUpdatedInPlaceAndDeleted(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		step := func(body string, want plancheck.ResourceActionType, definition string) resource.TestStep {
			return resource.TestStep{
				Config:           acctest.Config(b, vhost, k.block(body)),
				ConfigPlanChecks: pt.Plan(pt.Does(k.address(), want), pt.Shows(k.address(), "definition", definition)),
			}
		}
		check := func(pattern, applyTo, priority, definition string) func() {
			return func() { k.has(t, b, vhost, pattern, applyTo, priority, definition) }
		}
		after := func(check func(), s resource.TestStep) resource.TestStep { s.PreConfig = check; return s }
		const create, update, noop = plancheck.ResourceActionCreate, plancheck.ResourceActionUpdate, plancheck.ResourceActionNoop
		pt.Run(t,
			step("pattern = \"^q\"\n message_ttl = \"10s\"", create, `{"message-ttl":10000}`),
			after(check("^q", "all", "0", `{"message-ttl":10000}`), step("pattern = \"^q\"\n message_ttl = \"10000ms\"", noop, `{"message-ttl":10000}`)),
			step("pattern = \"^q\"\n message_ttl = \"20s\"\n max_length = 9007199254740993", update, `{"message-ttl":20000,"max-length":9007199254740993}`),
			after(check("^q", "all", "0", `{"max-length":9007199254740993,"message-ttl":20000}`),
				step("pattern = \"^r\"\n max_length = 5\n priority = 7\n apply_to = \"queues\"", update, `{"max-length":5}`)),
			after(check("^r", "queues", "7", `{"max-length":5}`), step("pattern = \"\"\n max_length = 5\n priority = -1.5", update, `{"max-length":5}`)),
			after(check("", "all", "-1.5", `{"max-length":5}`), step("pattern = \"\"\n max_length = 5\n priority = -1.5\n lint_ignore = [\"dlx_missing\"]", update, `{"max-length":5}`)),
			resource.TestStep{ResourceName: k.address(), ImportState: true, ImportStateId: kit.ID(vhost, "p"), ImportStateVerify: true, ImportStateVerifyIgnore: []string{"lint_ignore"}},
			resource.TestStep{ResourceName: k.address(), ImportState: true, ImportStateId: "p@" + vhost, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"lint_ignore"}},
		)
		if b.Exists(t, k.path, vhost, "p") {
			t.Error("the policy that was destroyed is still there")
		}
	})
}
