package functions

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

type expiration struct{}

// NewExpiration returns the function expiration.
func NewExpiration() function.Function { return expiration{} }

func (expiration) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "expiration"
}

func (expiration) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "A duration as the expiration of a message",
		MarkdownDescription: "Returns a duration as the string that the message property `expiration` has: `expiration(\"15s\")` is `\"15000\"`. " +
			"The broker refuses more than 10 years.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "duration", MarkdownDescription: "Duration such as `15s`, of whole milliseconds, from 0 to 10 years."},
		},
		Return: function.StringReturn{},
	}
}

func (expiration) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	d, err := parseExpiry(text)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, strconv.FormatInt(d.Milliseconds(), 10))
}
