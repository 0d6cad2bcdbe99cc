package queuekit_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// noShovels is what a broker without the plugin answers to everything about shovels.
var noShovels = acctest.Answer(http.StatusBadRequest, "application/json", `{"error":"bad_request","reason":"Validation failed\n\ncomponent shovel not found\n"}`)

func TestAccMigrationIsPlannedWithWhatItMeans(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	serve := func(b *acctest.BrokerInfo) *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	config := pt.Object{"name": "q", "type": "classic", "on_replace": "migrate"}
	state := serve(b).Create("rabbitmq_queue", config)
	plan := func(b *acctest.BrokerInfo, state *pt.Existing, config pt.Object) []pt.Diagnostic {
		s := serve(b)
		return s.Plan("rabbitmq_queue", s.Read(state), config)
	}
	// says requires that a plan says one thing, which has all of these parts.
	says := func(what string, said []pt.Diagnostic, severity string, parts ...string) {
		t.Helper()
		if len(said) != 1 || said[0].Severity != severity {
			t.Fatalf("%s: %+v", what, said)
		}
		for _, part := range parts {
			if !strings.Contains(said[0].Summary+" "+said[0].Detail, part) {
				t.Errorf("%s: %q is not in %+v", what, part, said[0])
			}
		}
	}
	channel := b.Channel(t, vhost)
	if _, err := channel.Consume("q", "", false, false, false, false, nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.Publish(t, vhost, "q", "kept")
	}
	b.Counted(t, vhost, "q", 3)
	acctest.Eventually(t, "the statistics count the consumer", func() bool {
		return strings.Contains(string(b.API(t, http.MethodGet, "", "queues", vhost, "q")), `"consumers":1,`)
	})
	expect(t, "unchanged", plan(b, state, config))
	shorter := with(config, pt.Object{"max_length": 2, "dead_letter": pt.Object{"exchange": "amq.fanout"}, "lint_ignore": []any{"dlx_unroutable"}})
	says("a change", plan(b, state, shorter), "warning", `Queue "q" is migrated`, "3 messages are moved", "because of x-dead-letter-exchange, x-max-length",
		"consumer", "cancelled", "no more than 2 messages: 1 of them", migration.Temporary("q"), "default exchange", "twice")
	if deaths := strings.Contains(plan(b, state, shorter)[0].Detail, "x-death"); deaths != b.AtLeast(t, "4.0.0") {
		t.Errorf("that deaths are counted anew is said: %v", deaths)
	}
	says("to another name", plan(b, state, with(config, pt.Object{"name": "other"})), "error", "replace_loses_messages")
	says("without on_replace", plan(b, state, with(shorter, pt.Object{"on_replace": nil})), "error", "replace_loses_messages", `on_replace = "migrate"`)
	says("to a stream", plan(b, state, with(config, pt.Object{"type": "stream"})), "error", "cannot be migrated", "stream")
	says("to one that expires", plan(b, state, with(config, pt.Object{"expires": "1h"})), "error", "cannot be migrated", "expires is 1h0m0s", "settings_in")
	deletesItself := with(config, pt.Object{"name": "auto", "auto_delete": true})
	says("auto_delete", plan(b, serve(b).Create("rabbitmq_queue", deletesItself), with(deletesItself, pt.Object{"auto_delete": false})), "error", "auto_delete")

	proxy := acctest.NewFaultProxy(t, b.Endpoint)
	proxy.On(acctest.Request(http.MethodPut, "/parameters/shovel/"), -1, noShovels)
	without := *b
	without.Endpoint = proxy.URL()
	says("without the plugin", plan(&without, state, shorter), "error", "rabbitmq-plugins enable rabbitmq_shovel")
	expect(t, "without the plugin, unchanged", plan(&without, state, config))
	user := *b
	user.Username = b.User(t, "management")
	user.Password = user.Username
	b.Grant(t, vhost, user.Username)
	says("without the tag", plan(&user, state, shorter), "error", "lacks the tag policymaker")

	// A policy for the type that the queue is to have.
	b.API(t, http.MethodPut, `{"pattern":"^q$","apply-to":"queues","definition":{"expires":3600000}}`, "policies", vhost, "idle")
	says("to one that a policy lets expire", plan(b, state, shorter), "error", "cannot be migrated", `policy "idle" sets expires to 1h0m0s`)
	b.API(t, http.MethodDelete, "", "policies", vhost, "idle")
	for kind, put := range map[string]string{"policies": `"message-ttl":86400000`, "operator-policies": `"max-length":1000000`} {
		b.API(t, http.MethodPut, `{"pattern":"","apply-to":"queues","definition":{`+put+`}}`, kind, vhost, "broad")
		says(kind, plan(b, state, shorter), "error", `policy "broad" sets `, "(?!migration-)")
		b.API(t, http.MethodDelete, "", kind, vhost, "broad")
	}
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, migration.Temporary("q"))
	says("a name that is taken", plan(b, state, shorter), "error", "not for that")
}

// A state that was lost, or a resource that was removed while its queue was retained, must not leave messages behind either.
func TestAccCreationFinishesAMigration(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	temporary := migration.Temporary("q")
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-migrating-queue":"q"}`), "queues", vhost, temporary)
	b.Bind(t, vhost, "amq.topic", "q.#", temporary)
	holding(t, b, vhost, "amq.topic", "q", 3)
	config := pt.Object{"name": "q", "type": "classic", "lint_ignore": []any{}}
	serve := func() *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	expect(t, "a creation", serve().Plan("rabbitmq_queue", nil, config), finding{`Migration of queue "q" is finished`, "warning", "", temporary})
	serve().Create("rabbitmq_queue", config)
	if got := held(t, b, vhost, "q"); len(got) != 3 || got[0] != "q.0 0 0 2 0" {
		t.Errorf("the queue holds %q", got)
	}
	if err := b.Bound(t, vhost, "q", "amq.topic q.#")(nil); err != nil {
		t.Error(err)
	}
	nothingLeft(t, b, vhost)
}
