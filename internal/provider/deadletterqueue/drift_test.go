package deadletterqueue_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDeadLetterQueueRepairsInPlaceWhatIsLost(t *testing.T) {
	s := open(t)
	config := s.config(`routing_keys = ["k", "l"]`)
	repaired := func(lose func(), checks ...plancheck.PlanCheck) resource.TestStep {
		checks = append(checks, does(plancheck.ResourceActionUpdate), shows("bindings", bindings("dlx", "k", "l")), shows("arguments", s.arguments("")))
		return resource.TestStep{PreConfig: lose, Config: config, Check: s.bound("dlx k", "dlx l"), ConfigPlanChecks: pt.Plan(checks...)}
	}
	remade := func(body string) func() {
		return func() {
			s.drop("exchanges", s.vhost, "dlx")
			s.API(t, http.MethodPut, body, "exchanges", s.vhost, "dlx")
		}
	}
	whole := func(lose func()) resource.TestStep {
		return resource.TestStep{
			PreConfig: lose, Config: config, Check: s.bound("dlx k", "dlx l"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate), shows("bindings", bindings("dlx", "k", "l"))),
		}
	}
	anew := func() {
		s.drop("vhosts", s.vhost)
		s.API(t, http.MethodPut, "{}", "vhosts", s.vhost)
		s.Grant(t, s.vhost, s.Username)
	}
	direct := func(t *testing.T) {
		if kind := s.typeOf("dlx"); kind != "direct" {
			t.Errorf("the exchange is a %s", kind)
		}
	}
	pt.Run(t,
		resource.TestStep{Config: config},
		repaired(func() { s.drop("bindings", s.vhost, "e", "dlx", "q", "d", "l") }),
		repaired(func() { s.Unbind(t, s.vhost, "dlx", "d") }),
		repaired(func() { s.drop("queues", s.vhost, "d") }),
		repaired(func() { s.drop("exchanges", s.vhost, "dlx") }, shows("exchange_type", `"direct"`)),
		repaired(remade(`{"type":"direct","durable":true}`)),
		repaired(remade(`{"type":"topic","durable":true}`), shows("exchange_type", `"direct"`)),
		repaired(func() { direct(t); remade(`{"type":"direct","durable":false}`)() }, shows("exchange_type", `"direct"`)),
		repaired(remade(`{"type":"direct","durable":true,"internal":true}`)),
		repaired(remade(`{"type":"direct","durable":true,"auto_delete":true}`)),
		repaired(remade(`{"type":"direct","durable":true,"arguments":{"alternate-exchange":"amq.fanout"}}`)),
		whole(func() { direct(t); s.drop("queues", s.vhost, "d"); s.drop("exchanges", s.vhost, "dlx") }),
		whole(anew),
		resource.TestStep{PreConfig: func() { s.drop("vhosts", s.vhost) }, Config: config, PlanOnly: true, ExpectError: regexp.MustCompile(`vhost_unusable`)},
	)
}

func TestAccDeadLetterQueueSeesThatItsQueueIsAnother(t *testing.T) {
	type drift struct{ name, config, declared, body, attribute string }
	limited := "retention = \"1h\"\nmax_length = 7\noverflow = \"reject-publish\"\n"
	withLimits := open(t).arguments(`,"x-message-ttl":3600000,"x-max-length":7,"x-overflow":"reject-publish"`)
	plain := open(t).arguments("")
	drifts := []drift{
		{"retention", limited, withLimits, open(t).arguments(`,"x-message-ttl":3600001,"x-max-length":7,"x-overflow":"reject-publish"`), "retention"},
		{"max_length", limited, withLimits, open(t).arguments(`,"x-message-ttl":3600000,"x-max-length":8,"x-overflow":"reject-publish"`), "max_length"},
		{"overflow", limited, withLimits, open(t).arguments(`,"x-message-ttl":3600000,"x-max-length":7`), "overflow"},
		{"retention added", "", plain, open(t).arguments(`,"x-message-ttl":3600000`), "retention"},
		{"type", "", plain, `{"x-queue-type":"classic"}`, "type"},
		{"another argument", "", plain, open(t).arguments(`,"x-dead-letter-exchange":"amq.fanout"`), "arguments"},
		{"delivery limit", "", plain, `{"x-queue-type":"quorum","x-delivery-limit":5}`, "delivery_limit"},
	}
	if open(t).AtLeast(t, "4.0.0") {
		drifts = append(drifts, drift{"delivery limit by default", "", plain, `{"x-queue-type":"quorum"}`, "delivery_limit"})
	}
	for _, d := range drifts {
		t.Run(d.name, func(t *testing.T) {
			s := open(t)
			config := s.config(d.config)
			pt.Run(t,
				resource.TestStep{Config: config},
				resource.TestStep{PreConfig: func() { s.Redeclare(t, s.vhost, "d", acctest.Queue(d.body)) }, RefreshState: true, ExpectNonEmptyPlan: true},
				resource.TestStep{
					Config: config, Check: s.bound("dlx k"),
					ConfigPlanChecks: pt.Plan(
						does(plancheck.ResourceActionReplace), pt.ReplacedBy(address, d.attribute), shows("arguments", d.declared), shows("bindings", bindings("dlx", "k")),
					),
				},
				s.undone(config),
			)
		})
	}
}
