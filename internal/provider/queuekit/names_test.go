package queuekit_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// The names go the whole way: created, read, updated, found again by both kinds of id, and deleted.
func TestAccQueueOfOddName(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		odd := vhost + ` / %2F@+~#"'ü\` // a virtual host of odd name too
		b.CreateVhost(t, odd)
		config := func(policy string) string {
			var body strings.Builder
			for i, name := range acctest.OddNames() {
				label := fmt.Sprintf("q%d", i)
				body.WriteString(strings.Replace(k.block(label, "type = \"classic\"\n deletion_policy = \""+policy+"\""), `"`+label+`"`+"\n", acctest.HCL(name)+"\n", 1))
			}
			return acctest.ConfigWith(b, odd, lintOff(), body.String())
		}
		steps := []resource.TestStep{{Config: config("if_empty")}, {Config: config("force")}}
		for i, name := range acctest.OddNames() {
			steps = append(steps, resource.TestStep{
				PreConfig: func() {
					if !b.Exists(t, "queues", odd, name) {
						t.Errorf("the broker has no queue %q", name)
					}
				},
				ResourceName: fmt.Sprintf("%s.q%d", k.typeName, i), ImportState: true, ImportStateId: kit.ID(odd, name),
				ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"},
			})
		}
		run(t, steps...)
	})
}

func TestAccQueueIsImported(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		config := acctest.ConfigWith(b, vhost, lintOff(), k.block("q", `
  max_length  = 10
  expires     = "100h"
  dead_letter = { exchange = "amq.topic", routing_key = "late" }
  extra_arguments = { "x-unknown" = 9007199254740993 }`))
		by := func(id string) resource.TestStep {
			return resource.TestStep{
				Config: config, ResourceName: address, ImportState: true, ImportStateId: id, ImportStateVerify: true,
			}
		}
		refused := func(id, message string) resource.TestStep {
			step := by(id)
			step.ExpectError = regexp.MustCompile(message)
			return step
		}
		run(t,
			resource.TestStep{Config: config},
			by(kit.ID(vhost, "q")), by("q@"+vhost),
			refused(kit.ID(vhost, "other"), `(?s)Cannot import non-existent remote object|does not exist`),
			refused("q", `should have 2 parts and has 1`),
			refused("@"+vhost, `lacks a virtual host or a name`),
		)
	})
}

func TestAccImportBlockOfQueueIsAnEmptyPlan(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		b.API(t, http.MethodPut, acctest.Queue(k.arguments("quorum", map[string]string{"x-expires": "360000000", "x-delivery-limit": "5"})), "queues", vhost, "q")
		run(t, resource.TestStep{
			Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "expires = \"100h\"\n delivery_limit = 5")+
				fmt.Sprintf("import {\n to = %s.q\n id = \"q@%s\"\n}\n", k.typeName, vhost)),
			ConfigPlanChecks: before(action(k.typeName+".q", plancheck.ResourceActionNoop)),
		})
	})
}
