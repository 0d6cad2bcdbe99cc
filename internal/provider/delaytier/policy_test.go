package delaytier_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What all resources have in common that own a queue is tested in queuekit.
func TestAccDelayOfATierChangesInPlace(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, `{"durable":true,"arguments":{"x-queue-type":"classic"}}`, "queues", s.vhost, "back")
	s.Bind(t, s.vhost, "out", "", "back")
	config := func(delay, more string) string {
		return s.config(enter("in", "a") + fmt.Sprintf("\ndelay = %q\nsettings_in = \"policy\"\n%s", delay, more))
	}
	step := func(before func(), delay, more string, want plancheck.ResourceActionType, definition string) resource.TestStep {
		return resource.TestStep{
			PreConfig: before, Config: config(delay, more), Check: s.bound("in a"),
			ConfigPlanChecks: pt.Plan(does(want), shows("arguments", `{"x-queue-type":"quorum"}`), shows("bindings", bindings("in", "a")), shows("policy.definition", definition)),
		}
	}
	pt.Run(t,
		step(nil, "30m", "", plancheck.ResourceActionCreate, `{"message-ttl":1800000,"dead-letter-exchange":"out"}`),
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true},
		step(func() {
			s.Publish(t, s.vhost, "t", "waits for half an hour")
			s.Counted(t, s.vhost, "t", 1)
		}, "100ms", "", plancheck.ResourceActionUpdate, `{"message-ttl":100,"dead-letter-exchange":"out"}`),
		step(func() {
			s.Counted(t, s.vhost, "t", 1)
			s.API(t, http.MethodDelete, "", "queues", s.vhost, "t", "contents")
			s.Publish(t, s.vhost, "t", "waits for a moment")
			s.Counted(t, s.vhost, "back", 1)
		}, "100ms", `strategy = "at-least-once"`, plancheck.ResourceActionUpdate,
			`{"message-ttl":100,"dead-letter-exchange":"out","dead-letter-strategy":"at-least-once","overflow":"reject-publish"}`),
		// The queue is made again with its binding, and its policy stays.
		step(func() { s.drop("queues", s.vhost, "t") }, "1m", "", plancheck.ResourceActionUpdate, `{"message-ttl":60000,"dead-letter-exchange":"out"}`),
		s.undone(config("1m", "")),
	)
	if s.Exists(t, "policies", s.vhost, "queue-settings t") {
		t.Error("the policy is left")
	}
}

func TestAccDelayTierInAPolicyIsFinishedByTheNextApply(t *testing.T) {
	s := open(t)
	config := func(exchange, delay string) string {
		return s.config(enter(exchange, "a") + fmt.Sprintf("\ndelay = %q\nsettings_in = \"policy\"", delay))
	}
	absent := regexp.MustCompile(`no\s+exchange\s+'later'`)
	pt.Run(t,
		resource.TestStep{Config: config("later", "30m"), ExpectError: absent},
		// What is half-made goes with its policy if something else is wanted by then.
		resource.TestStep{Config: config("later", "1m"), ExpectError: absent},
		resource.TestStep{
			PreConfig: func() { s.Exchange(t, s.vhost, "later", "direct"); s.Publish(t, s.vhost, "t", "kept") },
			Config:    config("later", "1m"), Check: s.bound("later a"),
		},
		resource.TestStep{PreConfig: func() {
			s.Counted(t, s.vhost, "t", 1)
			s.API(t, http.MethodDelete, "", "queues", s.vhost, "t", "contents")
		}, Config: config("later", "1m"), PlanOnly: true},
	)
	if s.Exists(t, "policies", s.vhost, "queue-settings t") {
		t.Error("the policy is left")
	}
}
