package objectset

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Recorded reads the inventory that a state shows. One that is null or not known is empty.
func Recorded(vhost string, attribute types.Dynamic) Inventory {
	recorded := newInventory()
	shown, _, _ := kit.Arguments(attribute)
	for name, entry := range members(shown, "exchanges") {
		x := entry.(map[string]any)
		recorded.Exchanges[name] = rabbitmq.Exchange{
			Vhost: vhost, Name: name, Type: word(x, "type"), Durable: flag(x, "durable", true), AutoDelete: flag(x, "auto_delete", false),
			Internal: flag(x, "internal", false), Arguments: members(x, "arguments"),
		}
	}
	for name, entry := range members(shown, "queues") {
		q := entry.(map[string]any)
		kind, shown := q["type"].(string)
		if !shown {
			kind = word(members(q, "arguments"), queueargs.QueueType.Argument)
		}
		_, unlimited := q["delivery_limit"]
		recorded.Queues[name] = Existing{
			Queue: rabbitmq.Queue{
				Vhost: vhost, Name: name, Type: kind, Durable: flag(q, "durable", true), AutoDelete: flag(q, "auto_delete", false),
				Arguments: members(q, "arguments"),
			},
			Unlimited: unlimited,
		}
	}
	list, _ := shown["bindings"].([]any)
	for _, entry := range list {
		b := entry.(map[string]any)
		recorded.add(rabbitmq.Binding{
			Vhost: vhost, Source: word(b, "source"), Destination: word(b, "destination"), DestinationType: word(b, "destination_type"),
			RoutingKey: word(b, "routing_key"), Arguments: members(b, "arguments"),
		})
	}
	return recorded
}

func members(of map[string]any, name string) map[string]any {
	inner, _ := of[name].(map[string]any)
	return inner
}

func word(of map[string]any, name string) string {
	s, _ := of[name].(string)
	return s
}

func flag(of map[string]any, name string, usual bool) bool {
	if value, shown := of[name].(bool); shown {
		return value
	}
	return usual
}
