package queue

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// rows are the settings of the argument table that this resource offers: all of them.
var rows = queuekit.Rows(queueargs.Types()...)

// Owner is how this resource writes the settings of its queue.
var Owner = topology.NewOwner("", queueargs.Types()...)

// Schema implements resource.Resource. It starts at version 2: providers whose state may be taken over used 0 and 1 for a resource
// type of this name.
func (r *queueResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := queuekit.Attributes(queueargs.Types()...)
	queuekit.AddQueueAttributes(attributes, Owner)
	resp.Schema = schema.Schema{
		Version: 2,
		MarkdownDescription: "A queue. RabbitMQ cannot change a queue's type, flags or arguments: a change of those is planned as a replacement, and as an error " +
			"while the queue holds messages. With `settings_in = \"policy\"` most settings are no arguments and change in place.",
		Attributes: kit.CommonAttributes(ctx, attributes),
	}
}
