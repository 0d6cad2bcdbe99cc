package delaynetwork_test

import (
	"fmt"
	"net/http"
	"regexp"
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

// Each part is seen when it is lost or another, and is put right in place, alone.
func TestAccDelayNetworkRepairsEachPartAlone(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := acctest.ConfigWith(through.BrokerInfo, s.vhost, strict, network())
	var whole []string
	from := 0
	repaired := func(lose func(), wrote ...string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { lose(); from = len(proxy.Log()) }, Config: config,
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
			Check: func(*terraform.State) error {
				var got []string
				for _, request := range proxy.Log()[from:] {
					if !strings.HasPrefix(request, http.MethodGet) && !strings.HasSuffix(request, "/get") {
						got = append(got, strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(request, "/api/", ""), "/"+s.vhost, ""), "?"))
					}
				}
				if slices.Sort(got); !slices.Equal(got, wrote) {
					return fmt.Errorf("it was repaired by %q, not by %q", got, wrote)
				}
				return s.same(whole)(nil)
			},
		}
	}
	pass := func(segments ...string) func() {
		return func() { s.drop(append([]string{"bindings", s.vhost, "e"}, segments...)...) }
	}
	pt.Run(t,
		resource.TestStep{Config: config, Check: func(*terraform.State) error { whole = s.described(); return nil }},
		repaired(pass("d.level-01", "q", "d.level-01", "*.1.%23"), "POST bindings/e/d.level-01/q/d.level-01"),
		repaired(pass("d.level-01", "e", "d.level-00", "*.0.%23"), "POST bindings/e/d.level-01/e/d.level-00"),
		repaired(func() { s.drop("queues", s.vhost, "d.level-02") }, "POST bindings/e/d.level-02/q/d.level-02", "PUT queues/d.level-02"),
		repaired(func() { s.drop("exchanges", s.vhost, "d.delivery") }, "POST bindings/e/d.level-00/e/d.delivery", "PUT exchanges/d.delivery"),
		repaired(func() { s.drop("exchanges", s.vhost, "d.level-01") }, "POST bindings/e/d.level-01/e/d.level-00", "POST bindings/e/d.level-01/q/d.level-01",
			"POST bindings/e/d.level-02/e/d.level-01", "PUT exchanges/d.level-01"),
		repaired(func() {
			s.Redeclare(t, s.vhost, "d.level-00", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":7000}`))
			s.API(t, http.MethodPost, `{"routing_key":"*.*.1.#"}`, "bindings", s.vhost, "e", "d.level-00", "q", "d.level-00")
		}, "DELETE bindings/e/d.level-00/q/d.level-00/%252A.%252A.1.%2523", "DELETE queues/d.level-00", "POST bindings/e/d.level-00/q/d.level-00", "PUT queues/d.level-00"),
	)
}

func TestAccDelayNetworkIsMadeAgainAsAWhole(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config()},
		resource.TestStep{
			PreConfig: func() {
				s.drop("vhosts", s.vhost)
				s.API(t, http.MethodPut, "{}", "vhosts", s.vhost)
				s.Grant(t, s.vhost, s.Username)
			},
			Config: s.config(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
		},
		undone(s.config()),
		resource.TestStep{Config: s.config(), Taint: []string{address}},
		undone(s.config()),
	)
}

// Messages that wait stand against everything that would lose them.
func TestAccDelayNetworkKeepsMessagesThatWait(t *testing.T) {
	s := open(t)
	full := func() {
		s.Publish(t, s.vhost, "d.level-02", "kept")
		s.Counted(t, s.vhost, "d.level-02", 1)
	}
	hours, force := `unit = "1h"`, `deletion_policy = "force"`
	refused := func(config, message string) resource.TestStep {
		return resource.TestStep{Config: config, ExpectError: regexp.MustCompile(message)}
	}
	pt.Run(t,
		resource.TestStep{Config: s.config(hours)},
		resource.TestStep{PreConfig: full, Config: s.config(`unit = "2h"`), PlanOnly: true, ExpectError: regexp.MustCompile(`(?s)Messages stand against\s+replacing\s+queue\s+"d.level-02"`)},
		refused(s.config(hours, "levels = 4"), `Messages stand against\s+replacing`),
		refused(s.config(hours, `type = "classic"`), `Messages stand against\s+replacing`),
		refused(s.config(hours, `prefix = "e"`, "levels = 3"), `Messages stand against\s+replacing`),
		refused(acctest.Config(s.BrokerInfo, s.vhost, ""), `(?s)Queue "d.level-02"\s+is not empty.*arrive\s+nowhere\s+and\s+stay.*Apply\s+the\s+configuration\s+again.*only\s+then\s+wait`),
		undone(s.config(hours)),
		resource.TestStep{Config: s.config(hours, force), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate))},
		resource.TestStep{Config: s.config(`unit = "2h"`, force), ConfigPlanChecks: pt.Plan(pt.ReplacedBy(address, "unit"))},
		undone(s.config(`unit = "2h"`, force)),
	)
}

// What others have bound to the network would get no messages any more.
func TestAccDelayNetworkIsNotDeletedWhileOthersAreBoundToIt(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config()},
		resource.TestStep{
			PreConfig: func() {
				s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", s.vhost, "orders")
				s.Bind(t, s.vhost, "d.delivery", "#.orders", "orders")
			},
			Config: acctest.Config(s.BrokerInfo, s.vhost, ""), ExpectError: regexp.MustCompile(`Used by others: d.delivery -> orders`),
		},
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "orders") }, Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
}
