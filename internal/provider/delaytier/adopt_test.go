package delaytier_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayTierTakesOverAnEqualQueue(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(declared), "queues", s.vhost, "t")
	s.Bind(t, s.vhost, "in", "a", "t")
	s.Publish(t, s.vhost, "t", "kept")
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("in", "a", "b")), Check: s.bound("in a", "in b")},
		resource.TestStep{Config: s.config(enter("in", "a", "b")), Destroy: true, ExpectError: regexp.MustCompile(`(?s)Queue "t" is not empty.*wait\s+for\s+the\s+delay.*deletion_policy`)},
		resource.TestStep{
			PreConfig: func() { s.Counted(t, s.vhost, "t", 1) },
			Config:    s.config(enter("in", "a", "b") + "\ndeletion_policy = \"retain\""), Check: s.bound("in a", "in b"),
		},
	)
	s.Counted(t, s.vhost, "t", 1)
}

func TestAccDelayTierDoesNotTakeOverAnotherQueue(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":20000,"x-dead-letter-exchange":"out"}`), "queues", s.vhost, "t")
	pt.Run(t, resource.TestStep{
		Config: s.config(""), PlanOnly: true,
		ExpectError: regexp.MustCompile(`(?s)Queue "t" exists already.*x-message-ttl\s+is\s+20000,\s+wanted\s+is\s+1800000.*terraform\s+import\s+rabbitmq_delay_tier`),
	})
}

func TestAccDelayTierIsDestroyedWithItsMessagesByForce(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("in", "a") + "\ndeletion_policy = \"force\"")},
		resource.TestStep{PreConfig: func() { s.Publish(t, s.vhost, "t", "lost") }, Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	if s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue is still there")
	}
}
