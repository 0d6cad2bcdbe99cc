package delaynetwork_test

import (
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

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
