//go:build faults

package faults

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

const (
	queueWithDLX = `
resource "rabbitmq_queue" "q" {
  name           = "q"
  delivery_limit = -1
  dead_letter    = { exchange = rabbitmq_exchange.dlx.name, routing_key = "dead" }
  lint_ignore    = ["dlx_unroutable"]
}
resource "rabbitmq_exchange" "dlx" {
  name = "dlx"
}
`
	boundQueue = `
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
}
resource "rabbitmq_exchange" "x" {
  name = "x"
}
resource "rabbitmq_queue" "q" {
  name           = "q"
  delivery_limit = -1
}
`
	aPolicy = `
resource "rabbitmq_policy" "p" {
  name       = "p"
  pattern    = "^p"
  apply_to   = "queues"
  max_length = 5
}
`
	operatorPolicy = `
resource "rabbitmq_operator_policy" "o" {
  name     = "o"
  pattern  = "^o"
  apply_to = "queues"
  expires  = "1h"
}
`
)

// A user who lacks a right is told which, with the name of the object or the tag: in the plan, if what is known there tells it.
func TestAccFaultUserLacksARight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tags string
		// permissions are configure, write and read; none of them: no permissions in the virtual host.
		permissions [3]string
		config      string
		command     []string
		words       []string
	}{
		"only management, policy":           {"management", [3]string{".*", ".*", ".*"}, aPolicy, []string{"plan"}, []string{`"p"`, "tag", "policymaker"}},
		"only policymaker, operator":        {"policymaker", [3]string{".*", ".*", ".*"}, operatorPolicy, []string{"plan"}, []string{`"o"`, "tag", "administrator"}},
		"no tag":                            {"", [3]string{".*", ".*", ".*"}, aPolicy, []string{"plan"}, []string{"no tag that allows the management API", "policymaker"}},
		"only another vhost":                {"management", [3]string{}, boundQueue, []string{"plan"}, []string{"no permissions in", "rabbitmqctl set_permissions"}},
		"no configure on a queue":           {"management", [3]string{"^(x|dlx)$", ".*", ".*"}, boundQueue, apply, []string{`"q"`, `lacks the permission configure on queue "q"`}},
		"no configure on an exchange":       {"management", [3]string{"^q$", ".*", ".*"}, boundQueue, apply, []string{`lacks the permission configure on exchange "x"`}},
		"no write on the DLX":               {"management", [3]string{".*", "^q$", ".*"}, queueWithDLX, apply, []string{`configure on queue "q"`, `read on queue "q"`, `write on exchange "dlx"`}},
		"no write on the DLX, known":        {"administrator", [3]string{".*", "^q$", ".*"}, queueWithDLX, apply, []string{`lacks the permission write on exchange "dlx"`}},
		"no read on a dead-lettering queue": {"administrator", [3]string{".*", ".*", "^x$"}, queueWithDLX, apply, []string{`lacks the permission read on queue "q"`}},
		"no read on the source":             {"management", [3]string{".*", ".*", "^q$"}, boundQueue, apply, []string{`write on queue "q"`, `read on exchange "x"`}},
		"no read on the source, known":      {"administrator", [3]string{".*", ".*", "^q$"}, boundQueue, apply, []string{`lacks the permission read on exchange "x"`}},
		"no write on the destination":       {"administrator", [3]string{".*", "^x$", ".*"}, boundQueue, apply, []string{`lacks the permission write on queue "q"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tally := counting(t)
			b := acctest.Broker(t)
			vhost := b.Vhost(t)
			as := *b
			as.Username = b.User(t, c.tags)
			as.Password = as.Username
			grant := func(permissions [3]string) {
				if permissions == ([3]string{}) {
					return
				}
				b.API(t, http.MethodPut, fmt.Sprintf(`{"configure":%q,"write":%q,"read":%q}`, permissions[0], permissions[1], permissions[2]), "permissions", vhost, as.Username)
			}
			grant(c.permissions)
			w := open(t, &as, vhost, "provider \"rabbitmq\" {}\n"+c.config)
			tally.injected++
			w.refused(append(c.words, as.Username), c.command...)

			// With the right, all goes on from where it was.
			grant([3]string{".*", ".*", ".*"})
			b.API(t, http.MethodPut, fmt.Sprintf(`{"password":%q,"tags":"administrator"}`, as.Username), "users", as.Username)
			w.succeeds(apply...)
			w.settles(tally, b, vhost, objects(t, b, vhost))
			w.leaves(tally, b, vhost)
		})
	}
}
