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

func TestAccDeadLetterQueueTakesOverEqualObjects(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, "d")
	s.Exchange(t, s.vhost, "dlx", "direct")
	s.wait(1)
	pt.Run(t,
		resource.TestStep{Config: s.config(""), Check: s.bound("dlx k")},
		resource.TestStep{PreConfig: s.holds(1), Config: s.config(`deletion_policy = "retain"`), Check: s.bound("dlx k")},
	)
	s.holds(1)()
}

func TestAccDeadLetterQueueDoesNotTakeOverOtherObjects(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(s.arguments(`,"x-message-ttl":1000`)), "queues", s.vhost, "taken")
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-delivery-limit":20}`), "queues", s.vhost, "limited")
	s.Exchange(t, s.vhost, "theirs", "topic")
	s.API(t, http.MethodPut, `{"type":"direct","durable":false}`, "exchanges", s.vhost, "transient")
	refused := func(body, why string) resource.TestStep {
		return resource.TestStep{Config: s.config(body), ExpectError: regexp.MustCompile("(?s)" + why)}
	}
	pt.Run(t,
		refused(`name = "taken"`, `Queue "taken" exists already.*x-message-ttl\s+is\s+1000,\s+wanted\s+is\s+not\s+set.*terraform\s+import\s+rabbitmq_dead_letter_queue`),
		refused(`name = "limited"`, `Queue "limited" exists already.*x-delivery-limit\s+is\s+20.*terraform\s+import\s+rabbitmq_queue`),
		refused(`exchange = "theirs"`, `Exchange "theirs" exists already.*its\s+type\s+is\s+topic.*terraform\s+import\s+rabbitmq_exchange`),
		refused(`exchange = "transient"`, `Exchange "transient" exists already.*its\s+durable\s+is\s+false`),
		resource.TestStep{Config: s.config("")},
		refused(`exchange = "theirs"`, `Exchange "theirs" exists already.*its\s+type\s+is\s+topic.*terraform\s+import\s+rabbitmq_exchange`),
		resource.TestStep{
			Config: s.config("exchange = \"theirs\"\nexchange_type = \"topic\""), Check: s.bound("theirs k"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
		},
	)
}

func TestAccDeadLetterQueueIsImported(t *testing.T) {
	for name, body := range map[string]string{
		"direct": "routing_keys = [\"k\", \"l\"]\nretention = \"10s\"\nmax_length = 5\noverflow = \"reject-publish\"",
		"fanout": "exchange_type = \"fanout\"\nrouting_keys = null\ntype = \"classic\"",
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			byID := resource.TestStep{
				Config: s.config(body), ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateId: kit.ID(s.vhost, "d"),
			}
			byName := byID
			byName.ImportStateId = "d@" + s.vhost
			pt.Run(t, resource.TestStep{Config: s.config(body)}, byID, byName)
		})
	}
}

func TestAccDeadLetterQueueIsImportedByABlock(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, "d")
	s.Exchange(t, s.vhost, "dlx", "topic")
	s.Bind(t, s.vhost, "dlx", "k.#", "d")
	s.Bind(t, s.vhost, "dlx", "a", "d")
	s.Bind(t, s.vhost, "dlx", "z", "d")
	config := s.config("exchange_type = \"topic\"\nrouting_keys = [\"z\", \"k.#\", \"a\"]") // in an order that no list of the broker has
	pt.Run(t,
		resource.TestStep{
			Config:           config + "import {\n  to = rabbitmq_dead_letter_queue.d\n  id = " + acctest.HCL(kit.ID(s.vhost, "d")) + "\n}\n",
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop)), Check: s.bound("dlx a", "dlx k.#", "dlx z"),
		},
		s.undone(config),
	)
}

func TestAccDeadLetterQueueThatIsNoneIsNotImported(t *testing.T) {
	s := open(t)
	for _, name := range []string{"unbound", "twice"} {
		s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, name)
	}
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"stream"}`), "queues", s.vhost, "stream")
	// From 4.0 on a queue that says nothing has a limit of 20; before, it has none.
	limited, limit := `{"x-queue-type":"quorum"}`, `not\s+set,\s+wanted\s+is\s+-1`
	if !s.AtLeast(t, "4.0.0") {
		limited, limit = `{"x-queue-type":"quorum","x-delivery-limit":20}`, `20,\s+wanted\s+is\s+not\s+set`
	}
	s.API(t, http.MethodPut, acctest.Queue(limited), "queues", s.vhost, "limited")
	s.Exchange(t, s.vhost, "a", "direct")
	s.Exchange(t, s.vhost, "b", "direct")
	s.Bind(t, s.vhost, "a", "k", "twice")
	s.Bind(t, s.vhost, "b", "k", "twice")
	s.Bind(t, s.vhost, "a", "k", "stream")
	s.Bind(t, s.vhost, "a", "k", "limited")
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic","x-dead-letter-exchange":"a"}`), "queues", s.vhost, "forwards")
	s.Bind(t, s.vhost, "a", "k", "forwards")
	s.Exchange(t, s.vhost, "headers", "headers")
	s.API(t, http.MethodPut, `{"type":"direct","durable":true,"internal":true}`, "exchanges", s.vhost, "internal")
	for _, exchange := range []string{"amq.direct", "headers", "internal"} {
		s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, "by "+exchange)
		s.Bind(t, s.vhost, exchange, "k", "by "+exchange)
	}
	refused := func(name, why string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(""), ResourceName: address, ImportState: true, ImportStateId: kit.ID(s.vhost, name), ExpectError: regexp.MustCompile("(?s)" + why),
		}
	}
	pt.Run(t,
		refused("absent", `Cannot import non-existent`),
		refused("unbound", `Unable to import queue "unbound".*not\s+bound\s+to\s+exactly\s+one\s+exchange.*rabbitmq_queue`),
		refused("twice", `Unable to import queue "twice".*not\s+bound\s+to\s+exactly\s+one\s+exchange.*rabbitmq_queue`),
		refused("stream", `Unable to import queue "stream".*stream.*rabbitmq_queue`),
		refused("forwards", `Unable to import queue "forwards".*x-dead-letter-exchange\s+is\s+"a",\s+wanted\s+is\s+not\s+set.*rabbitmq_queue`),
		refused("limited", `Unable to import queue "limited".*x-delivery-limit\s+is\s+`+limit+`.*rabbitmq_queue`),
		refused("by amq.direct", `fed\s+by\s+the\s+exchange\s+"amq.direct".*broker's\s+own.*rabbitmq_queue`),
		refused("by headers", `fed\s+by\s+the\s+exchange\s+"headers".*another\s+type.*rabbitmq_queue`),
		refused("by internal", `fed\s+by\s+the\s+exchange\s+"internal".*internal.*rabbitmq_queue`),
	)
}
