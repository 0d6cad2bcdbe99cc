package queuekit_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A queue becomes one whose messages have a bounded life, and back, with the messages that it holds.
func TestAccQueueIsMovedToAnotherKindOfResource(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	settings := "message_ttl = \"4320m\"\n  type = \"classic\"\n  max_length = 5\n  dead_letter = { exchange = \"amq.fanout\" }\n" +
		"  timeouts = { delete = \"1m\" }\n  extra_arguments = { \"x-large\" = 9007199254740993 }"
	config := func(k kind, body, from string) string {
		moved := ""
		if from != "" {
			moved = "moved {\n  from = " + from + ".q\n  to = " + k.typeName + ".q\n}\n"
		}
		k.required = ""
		return acctest.ConfigWith(b, vhost, lintOff(), k.block("q", body)+moved)
	}
	stays := func(k kind, from string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { b.Counted(t, vhost, "q", 1) }, Config: config(k, settings, from),
			ConfigPlanChecks: before(action(k.typeName+".q", plancheck.ResourceActionNoop)),
		}
	}
	resource.ParallelTest(t, resource.TestCase{
		ProtoV6ProviderFactories: providertest.Factories(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
		Steps: []resource.TestStep{
			{Config: config(kinds[0], settings, "")},
			{PreConfig: func() { b.Publish(t, vhost, "q", "kept") }, Config: config(kinds[0], settings, "")},
			stays(kinds[1], kinds[0].typeName),
			stays(kinds[1], ""),
			stays(kinds[0], kinds[1].typeName),
			{PreConfig: func() { b.API(t, http.MethodDelete, "", "queues", vhost, "q", "contents") }, Config: config(kinds[0], "", "")},
			{
				Config:      config(kinds[1], `message_ttl = "1h"`, kinds[0].typeName),
				ExpectError: regexp.MustCompile(`(?s)Unable to move rabbitmq_queue to rabbitmq_expiring_queue.*"q".*has\s+no\s+message_ttl`),
			},
			{Config: config(kinds[0], "", "")},
		},
	})
}

func TestMoveSaysWhyAQueueCannotBeMoved(t *testing.T) {
	s := providertest.Serve(t, providertest.Object{})
	const own = "registry.terraform.io/delaytier/rabbitmq"
	for state, why := range map[string]string{
		`{"vhost":"/","name":"q","type":"stream","message_ttl":"1h"}`: "its type is stream",
		`{"vhost":"/","name":"q","type":"quorum"}`:                    "it has no message_ttl",
	} {
		if moved, said := s.Move(own, "rabbitmq_queue", 2, state, "rabbitmq_expiring_queue"); moved != nil || len(said) != 1 || !strings.Contains(said[0].Detail, why) {
			t.Errorf("%s: %+v", state, said)
		}
	}
	if moved, said := s.Move("registry.opentofu.org/delaytier/rabbitmq", "rabbitmq_expiring_queue", 0, `{"vhost":"/","name":"q","type":"quorum","message_ttl":"1h","on_expiry":"discard"}`, "rabbitmq_queue"); moved == nil {
		t.Error(said)
	}
	for _, other := range []struct {
		address, from string
		version       int64
	}{{own, "rabbitmq_exchange", 2}, {own, "rabbitmq_queue", 3}, {"registry.terraform.io/other/other", "rabbitmq_queue", 2}} {
		if moved, said := s.Move(other.address, other.from, other.version, `{"vhost":"/","name":"q","message_ttl":"1h","type":"quorum"}`, "rabbitmq_expiring_queue"); moved != nil {
			t.Errorf("%+v was moved: %+v", other, said)
		}
	}
}
