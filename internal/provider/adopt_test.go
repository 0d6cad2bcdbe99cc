package provider_test

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// An apply that was interrupted leaves an object that is not in the state. The next plan says that it will be taken over.
func TestAccPlanSaysWhatItTakesOver(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for _, o := range []object{
		queue(pt.Object{"dead_letter": pt.Object{"exchange": "", "routing_key": "late"}}),
		{"rabbitmq_expiring_queue", pt.Object{"name": "e", "message_ttl": "1h", "on_expiry": "discard"}},
		{"rabbitmq_exchange", pt.Object{"name": "x", "type": "topic", "alternate_exchange": "amq.fanout"}},
	} {
		pt.Serve(t, reach(b, vhost)).Configure().Create(o.typeName, o.config)
		all := pt.Serve(t, reach(b, vhost)).Configure().Plan(o.typeName, nil, o.config)
		said := false
		for _, d := range all {
			said = said || d.Severity == "warning" && strings.HasPrefix(d.Summary, "Existing ") && strings.HasSuffix(d.Summary, "will be adopted")
		}
		if !said {
			t.Errorf("%s: the plan does not say that it takes the existing one over: %+v", o.typeName, all)
		}
	}
}
