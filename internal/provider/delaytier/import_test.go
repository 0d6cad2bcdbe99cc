package delaytier_test

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

func TestAccDelayTierIsImported(t *testing.T) {
	s := open(t)
	config := s.config(enter("in", "a", "b") + "\nstrategy = \"at-least-once\"\nmax_length = 5")
	byID := resource.TestStep{Config: config, ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateId: kit.ID(s.vhost, "t")}
	byName := byID
	byName.ImportStateId = "t@" + s.vhost
	pt.Run(t, resource.TestStep{Config: config}, byID, byName)
}

func TestAccDelayTierIsImportedByABlock(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":5400000,"x-dead-letter-exchange":"out"}`), "queues", s.vhost, "t")
	s.Bind(t, s.vhost, "in", "b", "t")
	s.Bind(t, s.vhost, "in", "a", "t")
	s.Bind(t, s.vhost, "in", "z", "t")
	config := s.config("type = \"classic\"\ndelay = \"90m\"\n" + enter("in", "z", "a", "b")) // in an order that no list of the broker has
	pt.Run(t, resource.TestStep{
		Config:           config + "import {\n  to = rabbitmq_delay_tier.t\n  id = " + acctest.HCL(kit.ID(s.vhost, "t")) + "\n}\n",
		ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop)), Check: s.bound("in a", "in b", "in z"),
	})
}

// No routing keys are one binding with the empty key.
func TestAccDelayTierWithoutRoutingKeysIsImported(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(declared), "queues", s.vhost, "t")
	s.Bind(t, s.vhost, "in", "", "t")
	pt.Run(t, resource.TestStep{
		Config:           s.config("enter_from = { exchange = \"in\" }") + "import {\n  to = rabbitmq_delay_tier.t\n  id = " + acctest.HCL(kit.ID(s.vhost, "t")) + "\n}\n",
		ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop)), Check: s.bound("in "),
	})
}

// Whoever feeds a queue from several exchanges imports it without enter_from, and manages the bindings apart.
func TestAccDelayTierOfSeveralExchangesIsImportedWithoutBindings(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(declared), "queues", s.vhost, "t")
	s.Exchange(t, s.vhost, "other", "direct")
	s.Bind(t, s.vhost, "in", "a", "t")
	s.Bind(t, s.vhost, "other", "a", "t")
	pt.Run(t, resource.TestStep{
		Config:           s.config("") + "import {\n  to = rabbitmq_delay_tier.t\n  id = " + acctest.HCL(kit.ID(s.vhost, "t")) + "\n}\n",
		ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop)), Check: s.bound("in a", "other a"),
	})
}

func TestAccDelayTierThatIsNoneIsNotImported(t *testing.T) {
	s := open(t)
	config := s.config("")
	for name, body := range map[string]string{
		"keeps":  acctest.Queue(`{"x-queue-type":"quorum","x-dead-letter-exchange":"out"}`),
		"ends":   acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000}`),
		"stream": acctest.Queue(`{"x-queue-type":"stream"}`),
		"more":   acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-expires":3600000}`),
		"leaves": `{"durable":true,"auto_delete":true,"arguments":{"x-queue-type":"classic","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}}`,
	} {
		s.API(t, http.MethodPut, body, "queues", s.vhost, name)
	}
	refused := func(name, why string) resource.TestStep {
		return resource.TestStep{
			Config: config, ResourceName: address, ImportState: true, ImportStateId: kit.ID(s.vhost, name), ExpectError: regexp.MustCompile("(?s)" + why),
		}
	}
	pt.Run(t,
		refused("absent", `Cannot import non-existent`),
		refused("keeps", `Unable to import queue "keeps".*no\s+message\s+TTL.*rabbitmq_queue`),
		refused("ends", `Unable to import queue "ends".*no\s+dead-letter\s+exchange.*rabbitmq_queue`),
		refused("stream", `Unable to import queue "stream".*stream.*rabbitmq_queue`),
		refused("more", `Unable to import queue "more".*x-expires\s+is\s+3600000,\s+wanted\s+is\s+not\s+set.*rabbitmq_queue`),
		refused("leaves", `Unable to import queue "leaves".*auto_delete\s+is\s+true.*rabbitmq_queue`),
		resource.TestStep{
			Config: config, ResourceName: address, ImportState: true, ImportStateId: "a/b/c", ExpectError: regexp.MustCompile(`Invalid import id`),
		},
	)
}
