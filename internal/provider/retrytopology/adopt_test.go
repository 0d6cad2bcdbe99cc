package retrytopology_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccRetryTopologyTakesOverEqualObjects(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "p.return", "fanout")
	s.API(t, http.MethodPut, acctest.Queue(tier(2, 60000)), "queues", s.vhost, "p.retry.2")
	s.Publish(t, s.vhost, "p.retry.2", "kept")
	said := ""
	for _, d := range pt.Serve(t, s.provider()).Configure().Plan("rabbitmq_retry_topology", nil, planned()) {
		said += d.Summary + ": " + d.Detail + "\n"
	}
	if !strings.Contains(said, `exchange "p.return", queue "p.retry.2"`) || strings.Count(said, "adopted") != 1 {
		t.Errorf("the plan says %q", said)
	}
	pt.Run(t,
		resource.TestStep{Config: s.config(), Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate))},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.retry.2", 1) }, Config: s.config(`deletion_policy = "force"`)},
	)
}

// provider is the provider at protocol level.
func (s *site) provider() pt.Object {
	return pt.Object{"endpoint": s.Endpoint, "username": s.Username, "password": s.Password, "vhost": s.vhost}
}

// planned is the default configuration at protocol level.
func planned() pt.Object {
	return pt.Object{
		"name": "p", "work_queue": pt.Object{"name": "p.work"}, "enter_from": pt.Object{"exchange": "main", "routing_keys": []string{"pay.#"}},
		"delays": []string{"5s", "1m", "10m"}, "exhausted": pt.Object{"queue": "p.parking", "retention": "336h"},
		"type": "quorum", "deletion_policy": "if_empty",
	}
}

func TestAccRetryTopologyDoesNotTakeOverOtherObjects(t *testing.T) {
	t.Parallel()
	for name, declare := range map[string]func(s *site){
		`Queue "p.retry.2" exists already.*x-message-ttl\s+is\s+7000,\s+wanted\s+is\s+60000.*terraform\s+import\s+rabbitmq_retry_topology.<name>\s+'[^/]+/p'`: func(s *site) {
			s.API(s.t, http.MethodPut, acctest.Queue(tier(2, 7000)), "queues", s.vhost, "p.retry.2")
		},
		`Queue "p.work" exists already.*type\s+is\s+classic,\s+wanted\s+is\s+quorum`: func(s *site) {
			s.API(s.t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", s.vhost, "p.work")
		},
		`Exchange "p.return" exists already.*its\s+type\s+is\s+topic`: func(s *site) { s.Exchange(s.t, s.vhost, "p.return", "topic") },
		`Exchange "p.retry" exists already`:                           func(s *site) { s.Exchange(s.t, s.vhost, "p.retry", "direct") },
	} {
		t.Run(fmt.Sprintf("%.30s", name), func(t *testing.T) {
			s := open(t)
			declare(s)
			pt.Run(t, resource.TestStep{Config: s.config(), PlanOnly: true, ExpectError: regexp.MustCompile("(?s)" + name)})
		})
	}
}
