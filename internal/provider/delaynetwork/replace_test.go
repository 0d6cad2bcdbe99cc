package delaynetwork_test

import (
	"net/http"
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestUnknownPresetIsRefusedOnce(t *testing.T) {
	said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_delay_network", pt.Object{"preset": "kombu"})
	if len(said) != 1 || said[0].Attribute != "preset" || !strings.Contains(said[0].Detail, "Write nservicebus_v2 or celery.") {
		t.Errorf("said %+v", said)
	}
}

// What was lost is named, a binding too unless it went with what it binds.
func TestAccDelayNetworkNamesWhatWasLost(t *testing.T) {
	s := open(t)
	provider := pt.Object{"endpoint": s.Endpoint, "username": s.Username, "password": s.Password, "vhost": s.vhost}
	network := pt.Object{"prefix": "d", "levels": 2, "unit": "1h", "type": "quorum", "deletion_policy": "if_empty"}
	created := pt.Serve(t, provider).Configure().Create("rabbitmq_delay_network", network)
	lost := func(summary, detail string) {
		t.Helper()
		server := pt.Serve(t, provider).Configure()
		for _, d := range server.Plan("rabbitmq_delay_network", server.Read(created), network) {
			if d.Summary == summary && strings.Contains(d.Detail, detail) {
				return
			}
			t.Logf("%+v", d)
		}
		t.Errorf("not said: %s", summary)
	}
	s.API(t, http.MethodDelete, "", "bindings", s.vhost, "e", "d.level-01", "q", "d.level-01", "1.%23")
	lost(`Lost: binding "d.level-01 -> d.level-01 (1.#)"`, "creates them again")
	s.API(t, http.MethodDelete, "", "queues", s.vhost, "d.level-00")
	lost(`Lost: queue "d.level-00" and 1 more`, `queue "d.level-00", binding "d.level-01 -> d.level-01 (1.#)". This plan`)
}

// A network that is replaced speaks once of its exchanges and once of the messages in its queues.
func TestAccReplacedDelayNetworkSpeaksOnceForAllItsObjects(t *testing.T) {
	s := open(t)
	provider := pt.Object{"endpoint": s.Endpoint, "username": s.Username, "password": s.Password, "vhost": s.vhost}
	network := func(levels int) pt.Object {
		return pt.Object{"prefix": "d", "levels": levels, "unit": "1h", "type": "quorum", "deletion_policy": "if_empty"}
	}
	created := pt.Serve(t, provider).Configure().Create("rabbitmq_delay_network", network(2))
	says := func(found []pt.Diagnostic, severity, summary string) {
		t.Helper()
		if len(found) != 1 || found[0].Severity != severity || !strings.HasPrefix(found[0].Summary, summary) {
			t.Errorf("want one %s %q, got %d: %+v", severity, summary, len(found), found)
		}
	}
	server := pt.Serve(t, provider).Configure()
	says(server.Replacement("rabbitmq_delay_network", server.Read(created), network(3)), "warning", "exchange_replaced: exchange ")

	s.Publish(t, s.vhost, "d.level-01", "waits")
	s.Counted(t, s.vhost, "d.level-01", 1)
	server = pt.Serve(t, provider).Configure()
	var errors []pt.Diagnostic
	for _, d := range server.Plan("rabbitmq_delay_network", server.Read(created), network(3)) {
		if d.Severity == "error" {
			errors = append(errors, d)
		}
	}
	says(errors, "error", `Messages stand against replacing queue "d.level-01"`)
}
