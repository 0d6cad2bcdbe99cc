//go:build faults

package faults

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// few is a queue with a policy of its own, with a time for an operation, by way of a provider that does not repeat requests.
func few(operation, time string) string {
	return fmt.Sprintf(`
variable "ttl" {}
provider "rabbitmq" {
  max_retries = 0
}
resource "rabbitmq_queue" "q" {
  name        = "q"
  type        = "classic"
  message_ttl = "${var.ttl}h"
  settings_in = "policy"
  lint_ignore = ["ttl_without_dlx"]
  timeouts    = { %s = %q }
}
`, operation, time)
}

// fewObjects are the queue and its policy, whose name is the provider's.
func fewObjects(t *testing.T, b *acctest.BrokerInfo, vhost string) []string {
	t.Helper()
	wanted := []string{"queue q", "policy of q"}
	for _, o := range objects(t, b, vhost) {
		if strings.HasPrefix(o, "policy ") {
			wanted[1] = o
		}
	}
	return wanted
}

// A broker that takes longer than the resource may is an error that says which time is over. What is half done the next apply finishes.
func TestAccFaultBrokerIsSlowerThanTheTimeouts(t *testing.T) {
	t.Parallel()
	for operation, slow := range map[string]func(*http.Request) bool{
		"create": acctest.Request(http.MethodPut, "/queues/"),
		"read":   acctest.Request(http.MethodGet, "/queues/"),
		"update": acctest.Request(http.MethodPut, "/policies/"),
		"delete": acctest.Request(http.MethodDelete, "/queues/"),
	} {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			c := counting(t)
			b := acctest.Broker(t)
			vhost := b.Vhost(t)
			p := acctest.NewFaultProxy(t, b.Endpoint)
			behind := *b
			behind.Endpoint = p.URL()
			w := open(t, &behind, vhost, few(operation, "2s"))
			if operation != "create" {
				w.succeeds(apply...)
			}
			calls := map[string][]string{"create": apply, "read": {"plan"}, "update": apply, "delete": destroy}
			if operation == "update" {
				w.env = append(w.env, "TF_VAR_ttl=3")
			}
			var healed atomic.Bool
			p.On(func(r *http.Request) bool { return !healed.Load() && slow(r) }, -1, acctest.Hang())
			c.injected++
			w.refused([]string{`"q"`, "2s", "timeouts." + operation}, calls[operation]...)
			healed.Store(true)
			w.succeeds(apply...)
			w.settles(c, b, vhost, fewObjects(t, b, vhost))
			w.leaves(c, b, vhost)
		})
	}
}
