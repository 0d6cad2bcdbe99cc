package queuekit

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
)

// AddFlags adds the flags of resources whose queue is always durable and never deletes itself. They are there to be read: a queue of
// others in its place, with other flags, is seen and replaced.
func AddFlags(attributes map[string]schema.Attribute) {
	attributes["durable"] = schema.BoolAttribute{
		Computed: true, Default: booldefault.StaticBool(true),
		MarkdownDescription: "Always true: the queue outlives a restart of the broker.",
	}
	attributes["auto_delete"] = schema.BoolAttribute{
		Computed: true, Default: booldefault.StaticBool(false),
		MarkdownDescription: "Always false: the queue outlives its consumers.",
	}
}
