package delaytier_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const declared = `{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}`

func TestAccDelayTierRepairsInPlaceWhatIsLost(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "elsewhere", "direct")
	config := s.config(enter("in", "a", "b c", ""))
	all := bindings("in", "a", "b c", "")
	repaired := func(lose func()) resource.TestStep {
		return resource.TestStep{
			PreConfig: lose, Config: config, Check: s.bound("in ", "in a", "in b c"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("bindings", all), shows("arguments", declared)),
		}
	}
	again := func() { s.Exchange(t, s.vhost, "in", "direct") }
	foreign := repaired(func() {
		s.Bind(t, s.vhost, "elsewhere", "a", "t")
		s.Bind(t, s.vhost, "in", "of others", "t")
	})
	foreign.ConfigPlanChecks = pt.Plan(plancheck.ExpectEmptyPlan())
	foreign.Check = s.bound("elsewhere a", "in ", "in a", "in b c", "in of others")
	update := repaired(nil)
	update.Config = s.config(enter("in", "a"))
	update.ConfigPlanChecks = pt.Plan(does(plancheck.ResourceActionUpdate))
	update.Check = s.bound("elsewhere a", "in a", "in of others")
	pt.Run(t,
		resource.TestStep{Config: config},
		repaired(func() { s.drop("bindings", s.vhost, "e", "in", "q", "t", "b+c") }),
		repaired(func() { s.Unbind(t, s.vhost, "in", "t") }),
		repaired(func() { s.drop("queues", s.vhost, "t") }),
		repaired(func() { s.drop("exchanges", s.vhost, "in"); again() }),
		repaired(func() { s.drop("exchanges", s.vhost, "in"); s.drop("queues", s.vhost, "t"); again() }),
		repaired(func() {
			s.drop("vhosts", s.vhost)
			s.API(t, http.MethodPut, "{}", "vhosts", s.vhost)
			s.Grant(t, s.vhost, s.Username)
			s.Exchange(t, s.vhost, "out", "fanout")
			s.Exchange(t, s.vhost, "elsewhere", "direct")
			again()
		}),
		foreign, update,
	)
}

func TestAccDelayTierWithoutVirtualHostIsAnErrorOfThePlan(t *testing.T) {
	s := open(t)
	config := s.config(enter("in", "a"))
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{PreConfig: func() { s.drop("vhosts", s.vhost) }, Config: config, PlanOnly: true, ExpectError: regexp.MustCompile(`vhost_unusable`)},
	)
}

func TestAccDelayTierSeesThatItsQueueIsAnother(t *testing.T) {
	atLeastOnce := "strategy = \"at-least-once\"\nmax_length = 7\nreturn_to = { exchange = \"out\", routing_key = \"k\" }\n"
	whole := `"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-routing-key":"k","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish","x-max-length":7`
	classic := `"x-queue-type":"classic","x-message-ttl":1800000,"x-dead-letter-exchange":"out"`
	for _, c := range []struct{ name, config, declared, body, attribute string }{
		{"delay", "", declared, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800001,"x-dead-letter-exchange":"out"}`), "delay"},
		{"no delay", "", declared, acctest.Queue(`{"x-queue-type":"quorum","x-dead-letter-exchange":"out"}`), "delay"},
		{"return_to", "", declared, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"in"}`), "return_to.exchange"},
		{"no return_to", "", declared, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000}`), "return_to.exchange"},
		{"another argument", "", declared, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-expires":3600000}`), "arguments"},
		{"type", "", declared, acctest.Queue("{" + classic + "}"), "type"},
		{"max_length", atLeastOnce, "{" + whole + "}", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-routing-key":"k","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish","x-max-length":8}`), "max_length"},
		{"strategy", atLeastOnce, "{" + whole + "}", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-routing-key":"k","x-overflow":"reject-publish","x-max-length":7}`), "strategy"},
		{"overflow", atLeastOnce, "{" + whole + "}", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-routing-key":"k","x-dead-letter-strategy":"at-least-once","x-max-length":7}`), "arguments"},
		{"routing key", atLeastOnce, "{" + whole + "}", acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-routing-key":"l","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish","x-max-length":7}`), "return_to.routing_key"},
		{"auto-delete", "type = \"classic\"\n", "{" + classic + "}", `{"durable":true,"auto_delete":true,"arguments":{` + classic + `}}`, "auto_delete"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			config := s.config(c.config + enter("in", "a"))
			drift := func() { s.Redeclare(t, s.vhost, "t", c.body) }
			pt.Run(t,
				resource.TestStep{Config: config},
				resource.TestStep{
					PreConfig: drift, Config: config, Check: s.bound("in a"),
					ConfigPlanChecks: pt.Plan(
						does(plancheck.ResourceActionReplace), pt.ReplacedBy(address, c.attribute), shows("arguments", c.declared), shows("bindings", bindings("in", "a")),
					),
				},
			)
		})
	}
}

func TestAccDelayTierThatNobodyMadeDurableIsReplaced(t *testing.T) {
	s := open(t)
	const classic = `{"x-queue-type":"classic","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}`
	if status, answer := s.Try(t, http.MethodPut, `{"durable":false,"arguments":`+classic+`}`, "queues", s.vhost, "t"); status == http.StatusBadRequest {
		t.Logf("the broker has no transient queues any more: %s", answer)
		return
	}
	s.drop("queues", s.vhost, "t")
	config := s.config(`type = "classic"`)
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{
			PreConfig: func() { s.Redeclare(t, s.vhost, "t", `{"durable":false,"arguments":`+classic+`}`) }, Config: config,
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace), pt.ReplacedBy(address, "durable")),
		},
	)
}
