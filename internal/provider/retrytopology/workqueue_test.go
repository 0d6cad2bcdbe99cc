package retrytopology_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What would lose messages in the work queue is refused while the configuration is validated, at its attribute.
func TestRetryTopologyRefusesSettingsThatLoseMessages(t *testing.T) {
	for _, c := range []struct {
		name, attribute, says string
		work                  pt.Object
		kind                  any
	}{
		{"message_ttl", "work_queue.message_ttl", "expires in the work queue", pt.Object{"message_ttl": "1h"}, nil},
		{"expires", "work_queue.expires", "deleted with all messages", pt.Object{"expires": "1h"}, nil},
		{"delivery limit", "work_queue.delivery_limit", "crashes more often", pt.Object{"delivery_limit": 20}, nil},
		{"drop-head", "work_queue.overflow", "has no room for", pt.Object{"max_length": 5, "overflow": "drop-head"}, nil},
		{"reject-publish-dlx", "work_queue.overflow", "has no room for", pt.Object{"overflow": "reject-publish-dlx"}, "classic"},
		{"max_length of classic", "work_queue.max_length", "full work queue", pt.Object{"max_length": 5}, "classic"},
		{"max_length_bytes of classic", "work_queue.max_length_bytes", "full work queue", pt.Object{"max_length_bytes": 5, "overflow": "reject-publish"}, "classic"},
		{"no limit", "", "", pt.Object{"delivery_limit": -1, "max_length": 5, "overflow": "reject-publish", "single_active_consumer": true}, nil},
		{"priorities", "", "", pt.Object{"max_priority": 5}, "classic"},
		{"not known", "", "", pt.Object{"message_ttl": pt.Unknown{}, "delivery_limit": pt.Unknown{}, "overflow": pt.Unknown{}, "max_length": pt.Unknown{}}, "classic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := planned()
			c.work["name"] = "p.work"
			config["work_queue"], config["type"] = c.work, c.kind
			said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_retry_topology", config)
			if c.attribute == "" {
				if len(said) != 0 {
					t.Errorf("got %+v", said)
				}
				return
			}
			if len(said) != 1 || said[0].Severity != "error" || said[0].Attribute != c.attribute || !strings.Contains(said[0].Detail, c.says) {
				t.Errorf("got %+v", said)
			}
		})
	}
}

func TestRetryTopologyRefusesTwoQueuesOfOneName(t *testing.T) {
	for attribute, change := range map[string]func(config pt.Object){
		"exhausted.queue": func(c pt.Object) { c["exhausted"] = pt.Object{"queue": "p.work"} },
		"work_queue.name": func(c pt.Object) { c["work_queue"] = pt.Object{"name": "p.retry.2"} },
	} {
		config := planned()
		change(config)
		said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_retry_topology", config)
		if len(said) != 1 || said[0].Severity != "error" || said[0].Summary != "Two queues of one name" {
			t.Errorf("%s: got %+v", attribute, said)
		}
	}
}

// Messages neither enter where they are on their way already nor as if they had failed before.
func TestRetryTopologyRefusesToBeEnteredHalfWay(t *testing.T) {
	for _, c := range []struct {
		exchange  string
		key       any
		attribute string
	}{
		{"p.return", "pay.#", "enter_from.exchange"}, {"p.retry", "pay.#", "enter_from.exchange"}, {"p.first", "pay.#", "enter_from.exchange"},
		{"main", "p.retry.2", "enter_from.routing_keys"}, {"main", "p.retry.4", ""}, {"main", "p.retry.*", ""}, {"main", pt.Unknown{}, ""},
	} {
		config := planned()
		config["enter_from"] = pt.Object{"exchange": c.exchange, "routing_keys": []any{"other", c.key}}
		said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_retry_topology", config)
		if c.attribute == "" && len(said) == 0 {
			continue
		}
		if len(said) != 1 || said[0].Severity != "error" || said[0].Attribute != c.attribute {
			t.Errorf("%s, %v: got %+v", c.exchange, c.key, said)
		}
	}
}

func TestAccRetryTopologyTakesTheAttributesOfAQueue(t *testing.T) {
	s := open(t)
	arguments := func(more string) resource.TestCheckFunc { return s.arguments("p.work", s.work(more)) }
	pt.Run(t,
		resource.TestStep{
			Config: s.config(`work_queue = { name = "p.work", max_length = 9007199254740993, max_length_bytes = 1000000, extra_arguments = { "x-new" = 1 } }`, `lint_ignore = ["argument_unknown"]`),
			Check:  arguments(`,"x-max-length":9007199254740993,"x-max-length-bytes":1000000,"x-new":1`),
		},
		// An empty queue is replaced, and nothing else.
		resource.TestStep{
			Config: s.config(`work_queue = { name = "p.work", max_length = 5 }`), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
			Check: all(arguments(`,"x-max-length":5`), s.Bound(t, s.vhost, "p.work", "main pay.#", "p.return ")),
		},
		resource.TestStep{
			PreConfig: func() { s.Publish(t, s.vhost, "p.work", "1"); s.Counted(t, s.vhost, "p.work", 1) },
			Config:    s.config(), PlanOnly: true, ExpectError: regexp.MustCompile(`(?s)replace_loses_messages: queue "p.work".*max_length`),
		},
		resource.TestStep{
			Config: s.config(`work_queue = { name = "other.work", max_length = 5 }`), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)Queue "p.work" is not empty.*holds\s+messages\s+\(1`),
		},
		resource.TestStep{
			PreConfig: func() { s.drop("queues", s.vhost, "p.work", "contents"); s.Counted(t, s.vhost, "p.work", 0) },
			Config:    s.config(`work_queue = { name = "other.work" }`), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
			Check: all(s.has("other.work", "p.parking", "p.retry.1", "p.retry.2", "p.retry.3"), s.Bound(t, s.vhost, "other.work", "main pay.#", "p.return ")),
		},
		undone(s.config(`work_queue = { name = "other.work" }`)),
	)
}

// An application that takes its queue over finds it, with its messages and its way back.
func TestAccRetryTopologyLeavesAWorkQueueToTheApplication(t *testing.T) {
	s := open(t)
	app := s.config("work_queue =") + `
resource "rabbitmq_queue" "app" {
  name           = "p.work"
  dead_letter    = { exchange = rabbitmq_retry_topology.t.retry_exchange, strategy = "at-least-once" }
  overflow       = "reject-publish"
  delivery_limit = -1
}
resource "rabbitmq_binding" "app" {
  source      = rabbitmq_retry_topology.t.return_exchange
  destination = rabbitmq_queue.app.name
}
`
	pt.Run(t,
		resource.TestStep{Config: s.config(), Check: s.whole()},
		resource.TestStep{PreConfig: func() { s.Publish(t, s.vhost, "p.work", "1"); s.Counted(t, s.vhost, "p.work", 1) }, Config: app, Check: s.whole()},
		undone(app),
		resource.TestStep{Config: s.config("work_queue =") + "removed {\n  from = rabbitmq_queue.app\n  lifecycle { destroy = false }\n}\n" + "removed {\n  from = rabbitmq_binding.app\n  lifecycle { destroy = false }\n}\n"},
		// And back again.
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.work", 1) }, Config: s.config(`deletion_policy = "force"`), Check: s.whole()},
	)
}

func TestAccRetryTopologyRefusesToBeDestroyedWithMessages(t *testing.T) {
	s := open(t)
	held := []string{"p.parking", "p.retry.3", "p.work"}
	come := func() {
		for _, queue := range held {
			s.Publish(t, s.vhost, queue, "1")
		}
		for _, queue := range held {
			s.Counted(t, s.vhost, queue, 1)
		}
	}
	named := `"p.parking" .*"p.retry.3" .*"p.work" `
	pt.Run(t,
		resource.TestStep{Config: s.config()},
		resource.TestStep{
			PreConfig: come, Config: s.config(), Destroy: true,
			ExpectError: regexp.MustCompile(`(?s)Queue "p.parking" is not empty.*` + strings.ReplaceAll(named, " ", `\s+holds\s+(?:1\s+message|messages)`) + `.*Nothing\s+of\s+the\s+resource\s+was\s+deleted`),
		},
		resource.TestStep{Config: s.config(), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()), Check: s.whole()},
		resource.TestStep{
			Config: s.config(`type = "classic"`), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)Messages stand against replacing queue "p.parking.*` + strings.ReplaceAll(named, " ", `\s+\(1`)),
		},
		resource.TestStep{Config: s.config(`deletion_policy = "force"`)},
		resource.TestStep{Config: s.config(`deletion_policy = "force"`, `type = "classic"`, `delays = ["1m"]`), Check: s.has("p.parking", "p.retry.1", "p.work")},
	)
}

// A message that no counter knows yet keeps all of a topology from being deleted, not only its own queue.
func TestAccRetryTopologyIsNotDestroyedInPart(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"classic", "quorum"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			config := s.config(fmt.Sprintf("type = %q", kind))
			pt.Run(t,
				resource.TestStep{Config: config},
				resource.TestStep{
					PreConfig: func() { s.Publish(t, s.vhost, "p.work", "new") }, Config: config, Destroy: true,
					ExpectError: regexp.MustCompile(`(?s)"p.work"\s+holds.*Nothing\s+of\s+the\s+resource\s+was\s+deleted`),
				},
				resource.TestStep{
					Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()),
					Check: s.has("p.parking", "p.retry.1", "p.retry.2", "p.retry.3", "p.work"),
				},
				resource.TestStep{Config: s.config(fmt.Sprintf("type = %q", kind), `deletion_policy = "force"`)},
			)
		})
	}
}

func TestAccRetryTopologyIsRetained(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(`deletion_policy = "retain"`)},
		resource.TestStep{Config: s.config(`deletion_policy = "retain"`), Destroy: true},
	)
	if err := s.whole()(nil); err != nil {
		t.Error(err)
	}
}

// While an application is still bound, nothing is taken away from under it.
func TestAccRetryTopologyThatOthersUseIsNotDestroyed(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config("work_queue =")},
		resource.TestStep{
			PreConfig: func() {
				s.API(t, "PUT", `{"durable":true}`, "queues", s.vhost, "app")
				s.Bind(t, s.vhost, "p.return", "", "app")
			},
			Config: s.config("work_queue ="), Destroy: true, ExpectError: regexp.MustCompile(`(?s)Used by others: p.return -> app.*nothing\s+was\s+deleted`),
		},
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "app") }, Config: s.config("work_queue =")},
	)
}

// What the configuration may not say, a policy may: the plan says what comes of it, whether it is there or planned.
func TestAccRetryTopologyFindsPoliciesThatLoseMessages(t *testing.T) {
	s := open(t)
	for name, c := range map[string]struct {
		there    string // definition of a policy that is there, or
		typeName string // a resource that is planned after the topology
		settings pt.Object
		rule     string
	}{
		"ttl":              {there: `{"message-ttl":60000}`, rule: "dlx_cycle_drops"},
		"delivery limit":   {there: `{"delivery-limit":5}`, rule: "delivery_limit_into_delay"},
		"overflow":         {there: `{"overflow":"drop-head","max-length":5}`, rule: "dlx_cycle_drops"},
		"operator's limit": {typeName: "rabbitmq_operator_policy", settings: pt.Object{"name": "o", "delivery_limit": 5}, rule: "delivery_limit_into_delay"},
		"ceiling":          {typeName: "rabbitmq_ttl_ceiling", settings: pt.Object{"message_ttl": "1m"}, rule: "dlx_cycle_drops"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &site{s.BrokerInfo, t, s.Vhost(t)}
			if c.there != "" {
				s.API(t, "PUT", `{"pattern":"^p.work$","apply-to":"queues","definition":`+c.there+`}`, "policies", s.vhost, "harmful")
			}
			server := pt.Serve(t, s.provider()).Configure()
			said := server.Plan("rabbitmq_retry_topology", nil, planned())
			if c.there == "" {
				c.settings["pattern"] = "^p.work$"
				said = server.Plan(c.typeName, nil, c.settings)
			}
			for _, d := range said {
				if strings.HasPrefix(d.Summary, c.rule+`: queue "p.`) {
					return
				}
			}
			t.Errorf("nothing of %s: %+v", c.rule, said)
		})
	}
}
