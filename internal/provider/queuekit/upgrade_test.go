package queuekit_test

import (
	"net/http"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The state is from a broker before 4.0, which says "no limit" by no argument; the queue is as the upgraded broker has it.
func TestAccQueueWithoutLimitOutlivesAnUpgradeOfTheBroker(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		b.API(t, http.MethodPut, acctest.Queue(k.arguments("quorum", nil)), "queues", vhost, "q")
		config := providertest.Object{"name": "q", "delivery_limit": -1, "lint_ignore": []string{"ttl_without_dlx"}}
		arguments := providertest.Object{"x-queue-type": "quorum"}
		state := providertest.Object{
			"id": vhost + "/q", "vhost": vhost, "name": "q", "type": "quorum", "durable": true, "auto_delete": false,
			"deletion_policy": "if_empty", "delivery_limit": -1, "lint_ignore": []string{"ttl_without_dlx"}, "arguments": arguments,
		}
		if k.required != "" {
			config["message_ttl"], state["message_ttl"], state["settings_in"] = "72h", "72h", "arguments"
			arguments["x-message-ttl"] = 259200000
		}
		provider := providertest.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}
		server := providertest.Serve(t, provider).Configure()
		read := server.Read(server.Existing(k.typeName, state))
		if server.Changes(read, config) {
			t.Error("an upgrade of the broker changes the queue")
		}
		// Where the default limit of newer brokers is in force now, whatever the configuration says, the plan tells.
		said := false
		for _, d := range providertest.Serve(t, provider).Configure().Plan(k.typeName, read, config) {
			said = said || d.Attribute == "delivery_limit"
		}
		if limited := b.AtLeast(t, "4.0.0"); said != limited {
			t.Errorf("said that a limit is in force: %t, and it is: %t", said, limited)
		}
	})
}
