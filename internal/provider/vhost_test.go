package provider_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// each is one of every resource, none of which refers to another.
var each = []object{
	{"rabbitmq_exchange", pt.Object{"name": "x"}},
	{"rabbitmq_queue", pt.Object{"name": "q", "type": "quorum", "delivery_limit": -1}},
	{"rabbitmq_binding", pt.Object{"source": "amq.direct", "destination": "q", "destination_type": "queue", "routing_key": "k"}},
	{"rabbitmq_expiring_queue", pt.Object{"name": "e", "message_ttl": "1h", "on_expiry": "discard"}},
	tier(pt.Object{"name": "t", "delay": "10s"}),
	deadLetterQueue(pt.Object{"name": "d"}),
	{"rabbitmq_delay_network", pt.Object{"prefix": "n", "levels": 1, "unit": "1s", "type": "quorum", "deletion_policy": "if_empty"}},
	{"rabbitmq_retry_topology", pt.Object{"name": "r", "delays": []string{"1s"}, "exhausted": pt.Object{"queue": "p"}, "type": "quorum"}},
}

func TestAccAVirtualHostThatIsNotThereIsAnErrorOfThePlan(t *testing.T) {
	b := acctest.Broker(t)
	const missing = "acc no such virtual host"
	for _, o := range each {
		server := pt.Serve(t, reach(b, missing)).Configure()
		of := found(server.Plan(o.typeName, nil, o.config), "vhost_unusable")
		if len(of) != 1 || of[0].Severity != "error" || of[0].Attribute != "vhost" || !strings.Contains(of[0].Summary, fmt.Sprintf("virtual host %q", missing)) ||
			!strings.Contains(of[0].Detail, `rabbitmqctl add_vhost "`+missing+`"`) || !strings.Contains(of[0].Detail, "run terraform destroy -refresh=false") {
			t.Errorf("%s: %+v", o.typeName, of)
		}
		for _, again := range each {
			if of := found(server.Plan(again.typeName, nil, again.config), "vhost_unusable"); len(of) > 0 {
				t.Errorf("it is said again of %s", again.typeName)
			}
		}
		unnamed := with(o.config, pt.Object{"vhost": pt.Unknown{}})
		if of := found(pt.Serve(t, reach(b, missing)).Configure().Plan(o.typeName, nil, unnamed), "vhost_unusable"); len(of) > 0 {
			t.Errorf("%s: of a virtual host that is not known yet it is said %+v", o.typeName, of)
		}
	}
}

// A name that is not known yet does not hide that the virtual host is missing.
func TestAccAVirtualHostThatIsNotThereIsFoundForWhatHasNoNameYet(t *testing.T) {
	b := acctest.Broker(t)
	for _, o := range []object{queue(pt.Object{"name": pt.Unknown{}}), {"rabbitmq_exchange", pt.Object{"name": pt.Unknown{}}}, {"rabbitmq_binding", pt.Object{"source": pt.Unknown{}, "destination": "q"}}} {
		all := pt.Serve(t, reach(b, "acc-no-such-vhost")).Configure().Plan(o.typeName, nil, o.config)
		if len(found(all, "vhost_unusable")) != 1 {
			t.Errorf("%s: %+v", o.typeName, all)
		}
	}
}

// What was in a virtual host that is gone is gone, too: it can be taken out of the configuration.
func TestAccWhatWasInAVirtualHostThatIsGoneCanBeDestroyed(t *testing.T) {
	b := acctest.Broker(t)
	vhost, other := b.Vhost(t), b.Vhost(t)
	for _, o := range each[:4] {
		if o.typeName == "rabbitmq_binding" {
			continue // its queue is created by another server
		}
		state := pt.Serve(t, reach(b, vhost)).Configure().Create(o.typeName, o.config)
		b.API(t, http.MethodDelete, "", "vhosts", vhost)
		for what, config := range map[string]pt.Object{"destroyed": nil, "moved": with(o.config, pt.Object{"vhost": other})} {
			for _, d := range pt.Serve(t, reach(b, vhost)).Configure().Plan(o.typeName, state, config) {
				if d.Severity == "error" {
					t.Errorf("%s cannot be %s: %+v", o.typeName, what, d)
				}
			}
		}
		b.API(t, http.MethodPut, "", "vhosts", vhost)
		b.Grant(t, vhost, b.Username)
	}
}

// A user may see a virtual host, as administrators do, and have no permissions in it.
func TestAccAUserWithoutPermissionsIsAnErrorOfThePlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	as := func(tags string) *acctest.BrokerInfo {
		name := b.User(t, tags)
		other := *b
		other.Username, other.Password = name, name
		return &other
	}
	administrator := as("administrator")
	for _, o := range each {
		for _, user := range []*acctest.BrokerInfo{administrator, as("management")} {
			severity := "error"
			if user == administrator && !b.AtLeast(t, "3.13.4") {
				severity = "warning" // the broker does not say whether it is its own records that decide
			}
			all := slices.DeleteFunc(pt.Serve(t, reach(user, vhost)).Configure().Plan(o.typeName, nil, o.config), func(d pt.Diagnostic) bool {
				return strings.HasPrefix(d.Summary, "binding_end_missing") // what the binding is for is not planned here
			})
			if len(all) != 1 || all[0].Severity != severity || !strings.Contains(all[0].Detail, fmt.Sprintf("rabbitmqctl set_permissions -p %q %q", vhost, user.Username)) {
				t.Errorf("%s: %+v", o.typeName, all)
			}
		}
	}
	b.Grant(t, vhost, administrator.Username)
	for _, o := range each {
		if all := pt.Serve(t, reach(administrator, vhost)).Configure().Plan(o.typeName, nil, o.config); len(found(all, "vhost_unusable")) > 0 {
			t.Errorf("%s: with permissions: %+v", o.typeName, all)
		}
	}
}

// The records of a user say nothing of a request that a header authorizes.
func TestAccPermissionsOfAnotherUserAreNotLookedAt(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	nobody := with(reach(b, vhost), pt.Object{"username": "nobody", "password": "none", "headers": pt.Object{"Authorization": b.BasicAuth()}})
	if all := pt.Serve(t, nobody).Configure().Plan("rabbitmq_exchange", nil, pt.Object{"name": "x"}); len(all) > 0 {
		t.Errorf("%+v", all)
	}
}

// The plan waits for a virtual host that the same apply makes, if it is told by a value that is not known before. It sees no depends_on:
// whoever has nothing but that says that the finding is meant.
func TestAccAVirtualHostThatTheSameApplyMakes(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		found    bool
	}{
		"a reference":            {"vhost = terraform_data.vhost.output", false},
		"depends_on":             {"vhost = %q\n depends_on = [terraform_data.vhost]", true},
		"depends_on and ignored": {"vhost = %q\n depends_on = [terraform_data.vhost]\n lint_ignore = [\"vhost_unusable\"]", false},
	} {
		t.Run(name, func(t *testing.T) {
			b := acctest.Broker(t)
			vhost := b.Vhost(t)
			b.API(t, http.MethodDelete, "", "vhosts", vhost)
			settings := strings.Replace(c.settings, "%q", acctest.HCL(vhost), 1)
			step := resource.TestStep{Config: acctest.Config(b, vhost, fmt.Sprintf(`
resource "terraform_data" "vhost" {
  input = %s
}
resource "rabbitmq_exchange" "x" {
  name = "x"
  %s
}
`, acctest.HCL(vhost), settings))}
			if c.found {
				step.PlanOnly, step.ExpectError = true, regexp.MustCompile(`(?s)vhost_unusable.*does\s+not\s+see\s+depends_on`)
			} else {
				step.ConfigPlanChecks = pt.Plan(pt.Meanwhile(func() {
					b.API(t, http.MethodPut, "", "vhosts", vhost)
					b.Grant(t, vhost, b.Username)
				}))
			}
			pt.Run(t, step)
		})
	}
}

// That the user may work in the virtual host is asked once, and only for what is made.
func TestAccPermissionsAreAskedOnce(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	proxy := acctest.NewFaultProxy(t, b.Endpoint)
	through := *b
	through.Endpoint = proxy.URL()
	asked := func() (n int) {
		for _, request := range proxy.Log() {
			if strings.Contains(request, "/permissions/") || strings.Contains(request, "/whoami") {
				n++
			}
		}
		return n
	}
	server := pt.Serve(t, reach(&through, vhost)).Configure()
	state := server.Create("rabbitmq_exchange", pt.Object{"name": "x"})
	for _, o := range each[1:] {
		server.Plan(o.typeName, nil, o.config)
	}
	if n := asked(); n != 1 {
		t.Errorf("%d requests: %q", n, proxy.Log())
	}
	server = pt.Serve(t, reach(&through, vhost)).Configure()
	server.Changes(server.Read(state), pt.Object{"name": "x", "type": "direct", "durable": true, "auto_delete": false, "internal": false})
	if n := asked(); n != 1 {
		t.Errorf("%d requests: %q", n, proxy.Log())
	}
}
