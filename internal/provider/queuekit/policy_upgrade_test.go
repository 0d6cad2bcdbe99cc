package queuekit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// An upgrade of the broker leaves settings where they are: neither does a policy that is for all queues become one for its type, nor do
// arguments that policies have from then on move into it.
func TestAccPlaceOfSettingsOutlivesAnUpgradeOfTheBroker(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	for older, config := range map[string]pt.Object{
		"3.11.0": {"name": "q", "type": "quorum", "settings_in": "policy", "message_ttl": "1h", "on_expiry": "discard"},
		"4.3.0": {
			"name": "q", "type": "quorum", "settings_in": "policy", "message_ttl": "1h", "on_expiry": "discard",
			"delayed_retry": pt.Object{"type": "failed", "min": "1s"},
		},
	} {
		if !b.AtLeast(t, older) {
			continue // it is older itself
		}
		t.Run(older, func(t *testing.T) {
			vhost := b.Vhost(t)
			proxy := acctest.NewFaultProxy(t, b.Endpoint)
			now := fmt.Sprintf(`"rabbitmq_version":"%s"`, b.Version(t).Original())
			proxy.On(acctest.Request("GET", "/api/overview"), 1000, acctest.Rewrite(now, fmt.Sprintf(`"rabbitmq_version":"%s"`, older)))
			provider := func(endpoint string) *pt.Server {
				return pt.Serve(t, pt.Object{"endpoint": endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
			}
			state := provider(proxy.URL()).Create("rabbitmq_expiring_queue", config)
			b.HasArguments(t, "queues", vhost, "q", map[string]string{
				"3.11.0": `{"x-queue-type":"quorum"}`, "4.3.0": `{"x-queue-type":"quorum","x-delayed-retry-type":"failed","x-delayed-retry-min":1000}`,
			}[older])
			upgraded := provider(b.Endpoint)
			config := with(config, pt.Object{"id": strings.ReplaceAll(vhost, "/", "%2F") + "/q", "vhost": vhost})
			if upgraded.Changes(upgraded.Read(state), config) {
				t.Error("an upgrade of the broker changes the queue")
			}
		})
	}
}
