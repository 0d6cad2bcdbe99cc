package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type effectiveTTL struct{}

// NewEffectiveTTL returns the function effective_ttl.
func NewEffectiveTTL() function.Function { return effectiveTTL{} }

func (effectiveTTL) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "effective_ttl"
}

func (effectiveTTL) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "The time after which a message expires",
		MarkdownDescription: "Returns the time after which a message expires: the smaller one of the queue's TTL and the message's own expiration, as the broker takes it " +
			"without a word. Either may be null; if both are, so is the result, and the message never expires.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "queue_ttl", AllowNullValue: true, MarkdownDescription: "Message TTL of the queue, for example `1m`, or null."},
			function.StringParameter{Name: "message_ttl", AllowNullValue: true, MarkdownDescription: "Expiration of the message, for example `5m`, or null."},
		},
		Return: function.StringReturn{},
	}
}

func (effectiveTTL) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var queue, message types.String
	if resp.Error = req.Arguments.Get(ctx, &queue, &message); resp.Error != nil {
		return
	}
	winner := types.StringNull()
	for position, v := range []types.String{queue, message} {
		if v.IsNull() {
			continue
		}
		d, err := parseExpiry(v.ValueString())
		if err != nil {
			resp.Error = function.NewArgumentFuncError(int64(position), err.Error())
			return
		}
		if winner.IsNull() {
			winner = v
			continue
		}
		if smallest, err := parseExpiry(winner.ValueString()); err == nil && d < smallest {
			winner = v
		}
	}
	resp.Error = resp.Result.Set(ctx, winner)
}
