package retrytopology_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccRetryTopologyIsImported(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][]string{
		"quorum": {`work_queue = { name = "p.work", max_length = 7, single_active_consumer = true, extra_arguments = { "x-new" = "a" } }`, `lint_ignore = ["argument_unknown"]`,
			`deletion_policy = "force"`},
		"classic": {`type = "classic"`, `work_queue = { name = "p.work", max_priority = 3 }`, `exhausted = { queue = "p.parking" }`},
		"open":    {"work_queue ="},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := s.config(settings...)
			byID := resource.TestStep{
				Config: config, ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateId: kit.ID(s.vhost, "p"),
				ImportStateVerifyIgnore: []string{"lint_ignore", "deletion_policy"},
			}
			byName := byID
			byName.ImportStateId = "p@" + s.vhost
			pt.Run(t, resource.TestStep{Config: config}, byID, byName)
		})
	}
}

// imports a topology that is there already by a block of the configuration.
func (s *site) imports(settings ...string) string {
	return s.config(settings...) + "import {\n  to = " + address + "\n  id = " + acctest.HCL(kit.ID(s.vhost, "p")) + "\n}\n"
}

func TestAccRetryTopologyIsImportedByABlock(t *testing.T) {
	s := open(t)
	retain := `deletion_policy = "retain"`
	pt.Run(t,
		resource.TestStep{Config: s.config(retain)},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		resource.TestStep{Config: s.imports(), Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop))},
		undone(s.config()),
	)
}

// A broker before 4.0 was told in another way that there is no delivery limit. Its upgrade changes nothing.
func TestAccRetryTopologyOutlivesAnUpgradeOfTheBroker(t *testing.T) {
	s := open(t)
	retain := `deletion_policy = "retain"`
	older := func() {
		const limit = `,"x-delivery-limit":2147483647}`
		s.Redeclare(t, s.vhost, "p.work", acctest.Queue(`{"x-queue-type":"quorum","x-dead-letter-exchange":"p.retry","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"`+limit))
		s.Redeclare(t, s.vhost, "p.parking", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1209600000`+limit))
		s.Bind(t, s.vhost, "main", "pay.#", "p.work")
		s.Bind(t, s.vhost, "p.return", "", "p.work")
		s.Bind(t, s.vhost, "p.retry", "p.retry.3", "p.parking")
	}
	strict := func(config string) string {
		return strings.Replace(config, "vhost    =", "lint = { delivery_limit_into_delay = \"error\" }\n  vhost    =", 1)
	}
	pt.Run(t,
		resource.TestStep{Config: s.config(retain)},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		resource.TestStep{PreConfig: older, Config: strict(s.imports()), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop))},
		undone(strict(s.config())),
	)
}

// The work queue of an application looks like that of a topology. Who imports the topology without it leaves it alone.
func TestAccRetryTopologyIsImportedWithoutTheApplicationsQueue(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(`deletion_policy = "retain"`)},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		resource.TestStep{Config: s.imports("work_queue ="), Check: s.whole()},
		undone(s.config("work_queue =")),
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "p.work") }, Config: s.config("work_queue =")},
	)
}

func TestAccRetryTopologyThatIsNoneIsNotImported(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "x.retry", "direct")
	s.Exchange(t, s.vhost, "x.first", "fanout")
	s.Exchange(t, s.vhost, "y.retry", "direct")
	s.API(t, http.MethodPut, acctest.Queue(`{}`), "queues", s.vhost, "x.retry.1")
	s.Bind(t, s.vhost, "x.first", "", "x.retry.1")
	refused := func(name, why string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(), ResourceName: address, ImportState: true, ImportStateId: kit.ID(s.vhost, name), ExpectError: regexp.MustCompile("(?s)" + why),
		}
	}
	pt.Run(t,
		refused("absent", `Cannot import non-existent`),
		refused("x", `Unable to import retry topology "x".*queue\s+"x.retry.1"\s+behind\s+exchange\s+"x.first"\s+does\s+not\s+lead\s+back`),
		refused("y", `Unable to import retry topology "y".*do\s+not\s+lead\s+to\s+one\s+queue`),
		refused("a/b/c", `Unable to import|Invalid import id|Cannot import`),
	)
}

// A tier that retires is imported too, or it would become nobody's.
func TestAccRetryTopologyIsImportedWithWhatRetires(t *testing.T) {
	s := open(t)
	retain, shorter := `deletion_policy = "retain"`, `delays = ["5s", "1m"]`
	pt.Run(t,
		resource.TestStep{Config: s.config(retain)},
		resource.TestStep{
			PreConfig: func() { s.Publish(t, s.vhost, "p.retry.3", "waits"); s.Counted(t, s.vhost, "p.retry.3", 1) },
			Config:    s.config(retain, shorter), ConfigPlanChecks: pt.Plan(shows("retiring", `["p.retry.3"]`)),
		},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		resource.TestStep{
			Config: s.imports(shorter), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionNoop), shows("retiring", `["p.retry.3"]`)),
			Check: s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.2", "p.retry p.retry.3"),
		},
		resource.TestStep{
			PreConfig: func() { s.drop("queues", s.vhost, "p.retry.3", "contents"); s.Counted(t, s.vhost, "p.retry.3", 0) },
			Config:    s.config(shorter), Check: s.has("p.parking", "p.retry.1", "p.retry.2", "p.work"),
		},
	)
}

// A delay may be changed with the import.
func TestAccRetryTopologyIsImportedAndChangedAtOnce(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(`deletion_policy = "retain"`)},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		resource.TestStep{Config: s.imports(`delays = ["5s", "2m", "10m"]`), Check: s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.3")},
		undone(s.config(`delays = ["5s", "2m", "10m"]`)),
	)
}
