package deadletterqueue_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What all resources have in common that own a queue is tested in queuekit.
func TestAccRetentionOfDeadLettersChangesInPlace(t *testing.T) {
	s := open(t)
	config := func(more string) string { return s.config("settings_in = \"policy\"\n" + more) }
	unlimited := ""
	if s.AtLeast(t, "4.0.0") {
		unlimited = `,"delivery-limit":-1`
	}
	step := func(before func(), more string, want plancheck.ResourceActionType, definition string) resource.TestStep {
		return resource.TestStep{
			PreConfig: before, Config: config(more), Check: s.bound("dlx k"),
			ConfigPlanChecks: pt.Plan(does(want), shows("arguments", `{"x-queue-type":"quorum"}`), shows("policy.definition", "{"+definition+unlimited+"}")),
		}
	}
	pt.Run(t,
		step(nil, `retention = "1h"`, plancheck.ResourceActionCreate, `"message-ttl":3600000`),
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"delivery_limit"}},
		step(func() { s.wait(2) }, "retention = \"168h\"\nmax_length = 1000", plancheck.ResourceActionUpdate, `"message-ttl":604800000,"max-length":1000`),
		step(s.holds(2), `max_length = 500`, plancheck.ResourceActionUpdate, `"max-length":500`),
		resource.TestStep{Config: config("max_length = 500\ndeletion_policy = \"force\"")},
		// Without any setting there is no policy on brokers that say "no limit" by leaving it out.
		resource.TestStep{Config: config("deletion_policy = \"force\""), Check: s.bound("dlx k")},
		s.undone(config("deletion_policy = \"force\"")),
	)
	if s.Exists(t, "policies", s.vhost, "queue-settings d") {
		t.Error("the policy is left")
	}
}

// A queue whose own policy this resource would have made otherwise is not imported: its next apply would change it.
func TestAccQueueWithAForeignPolicyOfItsOwnIsNoDeadLetterQueue(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum"}`), "queues", s.vhost, "d")
	s.Exchange(t, s.vhost, "dlx", "direct")
	s.Bind(t, s.vhost, "dlx", "k", "d")
	refused := func(definition, why string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() {
				s.API(t, http.MethodPut, `{"pattern":"^d\\z","apply-to":"queues","definition":`+definition+`}`, "policies", s.vhost, "queue-settings d")
			},
			Config: s.config("settings_in = \"policy\""), ResourceName: address, ImportState: true, ImportStateId: kit.ID(s.vhost, "d"), ExpectError: regexp.MustCompile(why),
		}
	}
	pt.Run(t, refused(`{"expires":3600000}`, `queue-settings\s+d`), refused(`{"message-ttl":3600000,"expires":3600000}`, `its\s+expires\s+is\s+3600000`))
}
