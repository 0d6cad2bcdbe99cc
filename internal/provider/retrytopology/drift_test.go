package retrytopology_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// through is the site behind a proxy that sees the provider's requests.
func (s *site) through() (*site, *acctest.FaultProxy) {
	s.t.Helper()
	proxy := acctest.NewFaultProxy(s.t, s.Endpoint)
	b := *s.BrokerInfo
	b.Endpoint = proxy.URL()
	return &site{BrokerInfo: &b, t: s.t, vhost: s.vhost}, proxy
}

// writes lists what was written through a proxy since it was asked last, without the virtual host, sorted.
func writes(proxy *acctest.FaultProxy, vhost string, from *int) []string {
	var all []string
	log := proxy.Log()
	for _, request := range log[*from:] {
		if !strings.HasPrefix(request, http.MethodGet) && !strings.HasSuffix(request, "/get") {
			all = append(all, strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(request, "/api/", ""), "/"+vhost, ""), "?"))
		}
	}
	*from = len(log)
	slices.Sort(all)
	return all
}

// Each part is seen when it is lost or another, and is put right in place, alone.
func TestAccRetryTopologyRepairsEachPartAlone(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "", topology())
	from := 0
	repaired := func(lose func(), wrote ...string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { lose(); from = len(proxy.Log()) }, Config: config,
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
			Check: all(s.whole(), func(*terraform.State) error {
				if got := writes(proxy, s.vhost, &from); fmt.Sprint(got) != fmt.Sprint(wrote) {
					return fmt.Errorf("it was repaired by %q, not by %q", got, wrote)
				}
				return nil
			}),
		}
	}
	pt.Run(t,
		resource.TestStep{Config: config, Check: s.whole()},
		repaired(func() { s.Unbind(t, s.vhost, "p.retry", "p.retry.3") }, "POST bindings/e/p.retry/q/p.retry.3"),
		repaired(func() { s.Unbind(t, s.vhost, "main", "p.work") }, "POST bindings/e/main/q/p.work"),
		repaired(func() { s.drop("queues", s.vhost, "p.retry.2") }, "POST bindings/e/p.retry/q/p.retry.2", "PUT queues/p.retry.2"),
		repaired(func() { s.drop("queues", s.vhost, "p.parking") }, "POST bindings/e/p.retry/q/p.parking", "PUT queues/p.parking"),
		repaired(func() { s.drop("queues", s.vhost, "p.work") }, "POST bindings/e/main/q/p.work", "POST bindings/e/p.return/q/p.work", "PUT queues/p.work"),
		repaired(func() { s.drop("exchanges", s.vhost, "p.first") }, "POST bindings/e/p.first/q/p.retry.1", "PUT exchanges/p.first"),
		repaired(func() { s.drop("exchanges", s.vhost, "p.retry") }, "POST bindings/e/p.retry/q/p.parking", "POST bindings/e/p.retry/q/p.retry.2",
			"POST bindings/e/p.retry/q/p.retry.3", "PUT exchanges/p.retry"),
		repaired(func() {
			s.Redeclare(t, s.vhost, "p.retry.2", acctest.Queue(strings.Replace(tier(2, 60000), "60000", "61000", 1)))
			s.Bind(t, s.vhost, "p.retry", "p.retry.1", "p.retry.2")
		}, "DELETE bindings/e/p.retry/q/p.retry.2/p.retry.1", "DELETE queues/p.retry.2", "POST bindings/e/p.retry/q/p.retry.2", "PUT queues/p.retry.2"),
		repaired(func() { s.drop("exchanges", s.vhost, "p.return"); s.Exchange(t, s.vhost, "p.return", "direct") },
			"DELETE exchanges/p.return", "POST bindings/e/p.return/q/p.work", "PUT exchanges/p.return"),
		repaired(func() {
			s.drop("exchanges", s.vhost, "p.retry")
			s.API(t, http.MethodPut, `{"durable":true,"type":"direct","arguments":{"alternate-exchange":"p.return"}}`, "exchanges", s.vhost, "p.retry")
		}, "DELETE exchanges/p.retry", "POST bindings/e/p.retry/q/p.parking", "POST bindings/e/p.retry/q/p.retry.2", "POST bindings/e/p.retry/q/p.retry.3", "PUT exchanges/p.retry"),
	)
}

// What others bind to the exchanges is theirs, also when an exchange has to be made again.
func TestAccRetryTopologyLeavesBindingsOfOthersAlone(t *testing.T) {
	s := open(t)
	others := func() {
		s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", s.vhost, "audit")
		s.Bind(t, s.vhost, "p.return", "", "audit")
		s.Bind(t, s.vhost, "main", "more", "p.work")
	}
	audited := s.Bound(t, s.vhost, "audit", "p.return ")
	pt.Run(t,
		resource.TestStep{Config: s.config(), Check: s.whole()},
		resource.TestStep{PreConfig: others, Config: s.config(), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()), Check: audited},
		resource.TestStep{
			PreConfig: func() {
				s.drop("exchanges", s.vhost, "p.return")
				s.API(t, http.MethodPut, `{"durable":false,"type":"fanout"}`, "exchanges", s.vhost, "p.return")
				s.Bind(t, s.vhost, "p.return", "", "audit")
			},
			Config: s.config(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
			Check: all(audited, s.Bound(t, s.vhost, "p.work", "main more", "main pay.#", "p.return ")),
		},
		resource.TestStep{
			PreConfig: func() { s.drop("queues", s.vhost, "audit") }, Config: s.config(),
			ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()),
		},
	)
}

func TestAccRetryTopologyIsMadeAgainAsAWhole(t *testing.T) {
	s := open(t)
	const first = "lifecycle {\n  create_before_destroy = true\n}"
	pt.Run(t,
		resource.TestStep{Config: s.config(), Check: s.whole()},
		resource.TestStep{
			PreConfig: func() {
				s.drop("vhosts", s.vhost)
				s.API(t, http.MethodPut, "{}", "vhosts", s.vhost)
				s.Grant(t, s.vhost, s.Username)
				s.Exchange(t, s.vhost, "main", "topic")
			},
			Config: s.config(), Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
		},
		undone(s.config()),
		resource.TestStep{Config: s.config(), Taint: []string{address}, Check: s.whole()},
		undone(s.config()),
		// What is created before its predecessor is destroyed is the same, down to the bindings.
		resource.TestStep{Config: s.config(first), Check: s.whole()},
		resource.TestStep{Config: s.config(first), Taint: []string{address}, Check: s.whole()},
		undone(s.config(first)),
	)
}
