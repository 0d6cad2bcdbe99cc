package delaytier_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayTierEntersInPlace(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "other", "topic")
	step := func(body, planned string, bound ...string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(body), Check: s.bound(bound...),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("bindings", planned)),
		}
	}
	created := step(enter("in", "a", "b"), bindings("in", "a", "b"), "in a", "in b")
	created.ConfigPlanChecks = pt.Plan(
		does(plancheck.ResourceActionCreate),
		shows("arguments", `{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}`),
		shows("bindings", bindings("in", "a", "b")),
		shows("strategy", `"at-most-once"`), shows("type", `"quorum"`), shows("deletion_policy", `"if_empty"`),
	)
	created.ConfigStateChecks = pt.State(
		pt.Has(address, "delay", `"30m"`), pt.Has(address, "bindings", bindings("in", "a", "b")),
		pt.Has(address, "enter_from", `{"exchange":"in","routing_keys":["a","b"]}`),
		pt.Has(address, "return_to", `{"exchange":"out","routing_key":null}`),
	)
	pt.Run(t, created,
		s.undone(s.config(enter("in", "a", "b"))),
		step(enter("in", "b", "a", "c"), bindings("in", "b", "a", "c"), "in a", "in b", "in c"),
		step(enter("in", "c"), bindings("in", "c"), "in c"),
		step(enter("other", "*.c", "#"), bindings("other", "*.c", "#"), "other #", "other *.c"),
		step("enter_from = { exchange = \"in\" }", bindings("in", ""), "in "),
		step("", bindings("in")),
		s.undone(s.config("delay = \"1800000ms\"")),
		step(enter("in", "a")+"\ndeletion_policy = \"force\"\ntimeouts = { update = \"1m\" }", bindings("in", "a"), "in a"),
		s.undone(s.config(enter("in", "a")+"\ndeletion_policy = \"force\"\ntimeouts = { update = \"1m\" }")),
	)
}

func TestAccDelayTierIsReplacedIfItsQueueCannotBeChanged(t *testing.T) {
	s := open(t)
	step := func(attribute, body, arguments string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(enter("in", "a") + "\n" + body),
			ConfigPlanChecks: pt.Plan(
				does(plancheck.ResourceActionReplace), pt.ReplacedBy(address, attribute), shows("arguments", arguments), shows("bindings", bindings("in", "a")),
			),
			Check: s.bound("in a"),
		}
	}
	renamed := step("name", "name = \"renamed\"", `{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}`)
	renamed.ConfigPlanChecks = pt.Plan(does(plancheck.ResourceActionReplace), shows("bindings", bindingsOf("renamed", "in", "a")))
	renamed.Check = s.boundTo("renamed", "in a")
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("in", "a"))},
		step("delay", `delay = "40m"`, `{"x-queue-type":"quorum","x-message-ttl":2400000,"x-dead-letter-exchange":"out"}`),
		step("return_to.exchange", `return_to = { exchange = "" }`+"\n"+`lint_ignore = ["dlx_self_loop", "dlx_unroutable"]`,
			`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":""}`),
		step("return_to.routing_key", `return_to = { exchange = "", routing_key = "work" }`,
			`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"","x-dead-letter-routing-key":"work"}`),
		step("strategy", `strategy = "at-least-once"`,
			`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"}`),
		step("max_length", "strategy = \"at-least-once\"\nmax_length = 9007199254740993",
			`{"x-queue-type":"quorum","x-message-ttl":1800000,"x-dead-letter-exchange":"out","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish","x-max-length":9007199254740993}`),
		step("type", `type = "classic"`, `{"x-queue-type":"classic","x-message-ttl":1800000,"x-dead-letter-exchange":"out"}`),
		renamed,
	)
	if s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue that was replaced is still there")
	}
}

func TestAccDelayTierThatHoldsMessagesIsNotReplaced(t *testing.T) {
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			body := enter("in", "a") + "\ntype = " + acctest.HCL(kind) + "\n"
			waiting := func() {
				s.Publish(t, s.vhost, "t", "1")
				s.Publish(t, s.vhost, "t", "2")
				s.Counted(t, s.vhost, "t", 2)
			}
			longer := s.config(body + `delay = "40m"`)
			pt.Run(t,
				resource.TestStep{Config: s.config(body)},
				resource.TestStep{PreConfig: waiting, Config: longer, ExpectError: regexp.MustCompile(`(?s)replace_loses_messages: queue "t".*because\s+of\s+delay\s+\(x-message-ttl\),\s+holds\s+2\s+messages.*[Ww]ait\s+for\s+the\s+delay\s+of\s+`)},
				resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "t", 2) }, Config: s.config("type = " + acctest.HCL(kind)), Check: s.bound()},
				resource.TestStep{Config: s.config(body + `deletion_policy = "force"`)},
				resource.TestStep{
					Config:           s.config(body + "deletion_policy = \"force\"\ndelay = \"40m\""),
					ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace)), Check: s.bound("in a"),
				},
			)
		})
	}
}

// What counts is the deletion policy that was applied.
func TestAccDelayTierIsNotReplacedWhereThatCannotWork(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(`deletion_policy = "retain"`)},
		resource.TestStep{
			Config: s.config("deletion_policy = \"if_empty\"\ndelay = \"40m\""), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)Queue "t" stays in the way of its replacement.*retain`),
		},
		resource.TestStep{
			Config:           s.config("deletion_policy = \"retain\"\ndelay = \"40m\"\nname = \"u\""),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace)), Check: s.boundTo("u"),
		},
		resource.TestStep{Config: s.config("deletion_policy = \"if_empty\"\ndelay = \"40m\"\nname = \"u\"")},
		resource.TestStep{
			PreConfig: func() { s.Publish(t, s.vhost, "u", "kept"); s.Counted(t, s.vhost, "u", 1) },
			Config:    s.config("deletion_policy = \"force\"\ndelay = \"30m\"\nname = \"u\""), PlanOnly: true,
			ExpectError: regexp.MustCompile(`replace_loses_messages: queue "u"`),
		},
		resource.TestStep{Config: s.config("deletion_policy = \"force\"\ndelay = \"40m\"\nname = \"u\"")},
	)
	if !s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue was not retained")
	}
}
