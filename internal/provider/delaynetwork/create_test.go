package delaynetwork_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayNetworkShowsAllObjects(t *testing.T) {
	s := open(t)
	level := func(below string, ttl string) string {
		return `{"arguments":{"x-queue-type":"quorum","x-message-ttl":` + ttl + `,"x-dead-letter-exchange":"` + below + `","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"}}`
	}
	binding := func(source, key, kind, destination string) string {
		return `{"source":"` + source + `","destination":"` + destination + `","destination_type":"` + kind + `","routing_key":"` + key + `"}`
	}
	pt.Run(t,
		resource.TestStep{Config: s.config(`unit = "500ms"`), ConfigPlanChecks: pt.Plan(
			does(plancheck.ResourceActionCreate),
			shows("entry_exchange", `"d.level-02"`), shows("delivery_exchange", `"d.delivery"`), shows("max_delay", `"3.5s"`), shows("levels", `3`), shows("type", `"quorum"`),
			shows("level_exchanges", `["d.level-00","d.level-01","d.level-02"]`),
			shows("objects.exchanges", `{"d.level-00":{"type":"topic"},"d.level-01":{"type":"topic"},"d.level-02":{"type":"topic"},"d.delivery":{"type":"topic"}}`),
			shows("objects.queues", `{"d.level-00":`+level("d.delivery", "500")+`,"d.level-01":`+level("d.level-00", "1000")+`,"d.level-02":`+level("d.level-01", "2000")+`}`),
			shows("objects.bindings", `[`+binding("d.level-00", "*.*.0.#", "exchange", "d.delivery")+`,`+binding("d.level-00", "*.*.1.#", "queue", "d.level-00")+`,`+
				binding("d.level-01", "*.0.#", "exchange", "d.level-00")+`,`+binding("d.level-01", "*.1.#", "queue", "d.level-01")+`,`+
				binding("d.level-02", "0.#", "exchange", "d.level-01")+`,`+binding("d.level-02", "1.#", "queue", "d.level-02")+`]`),
		)},
		undone(s.config(`unit = "0.5s"`)),
	)
	if left := s.described(); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}
