package queuekit_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What an interrupted migration has left is counted in both queues, judged like a new migration, and not forgotten.
func TestAccInterruptedMigrationIsPlannedAndNotForgotten(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	serve := func() *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	config := pt.Object{"name": "q", "type": "classic", "deletion_policy": "retain"}
	state := serve().Create("rabbitmq_queue", config)
	ofOwnPolicy := pt.Object{"name": "p", "type": "classic", "settings_in": "policy", "max_length": 5, "on_replace": "migrate",
		"lint_ignore": []any{"delivery_limit_drops", "overflow_drops"}}
	changes := serve().Create("rabbitmq_queue", ofOwnPolicy)
	plan := func(state *pt.Existing, config pt.Object) []pt.Diagnostic {
		server := serve()
		return server.Plan("rabbitmq_queue", server.Read(state), config)
	}
	// The policy's apply-to changes with the type, which is nobody's drift.
	expect(t, "another type", plan(changes, with(ofOwnPolicy, pt.Object{"type": "quorum"})), finding{`Queue "p" is migrated`, "warning", "", "because of x-queue-type"})

	temporary := migration.Temporary("q")
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-migrating-queue":"q"}`), "queues", vhost, temporary)
	for queue, n := range map[string]int{"q": 2, temporary: 3} {
		for range n {
			b.Publish(t, vhost, queue, "kept")
		}
		b.Counted(t, vhost, queue, n)
	}
	finished := `Migration of queue "q" is finished`
	expect(t, "to go on", plan(state, config), finding{finished, "warning", "", `3 messages wait in the temporary queue "` + temporary + `", and 2 messages are in queue "q"`})
	expect(t, "into a short one", plan(state, with(config, pt.Object{"max_length": 4, "dead_letter": pt.Object{"exchange": "amq.fanout"}, "lint_ignore": []any{"dlx_unroutable"}})),
		finding{finished, "warning", "", "no more than 4 messages: 1 of them will be dropped or dead-lettered"})
	expect(t, "into one that expires", plan(state, with(config, pt.Object{"expires": "1h"})), finding{`Queue "q" cannot be migrated`, "error", "on_replace", "expires is 1h0m0s"})
	b.API(t, http.MethodPut, `{"pattern":"^migration-","apply-to":"queues","definition":{"message-ttl":86400000}}`, "policies", vhost, "broad")
	expect(t, "under a policy", plan(state, config), finding{finished, "warning", "", `the policy "broad" sets message-ttl for it`})
	b.API(t, http.MethodDelete, "", "policies", vhost, "broad")

	server := serve()
	said := server.Destroy(server.Read(state))
	if len(said) != 2 || said[0].Severity != "warning" || said[1].Severity != "error" {
		t.Fatalf("the destruction: %+v", said)
	}
	for _, d := range said {
		if !strings.Contains(d.Summary, "is not finished") || !strings.Contains(d.Detail, "apply the configuration with the resource in it") {
			t.Errorf("%+v", d)
		}
	}
	if got := held(t, b, vhost, temporary); len(got) != 3 {
		t.Errorf("the temporary queue holds %q", got)
	}
	b.API(t, http.MethodDelete, "", "queues", vhost, temporary)
	server = serve()
	if said := server.Destroy(server.Read(state)); len(said) > 0 {
		t.Errorf("without a migration: %+v", said)
	}
}
