package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

type milliseconds struct{}

// NewMilliseconds returns the function milliseconds.
func NewMilliseconds() function.Function { return milliseconds{} }

func (milliseconds) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "milliseconds"
}

func (milliseconds) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "A duration as a number of milliseconds",
		MarkdownDescription: "Returns a duration as the number of milliseconds that queue arguments and policies have: `milliseconds(\"10s\")` is `10000`.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "duration", MarkdownDescription: "Duration such as `10s`, `1h30m` or `72h`, of whole milliseconds and not negative."},
		},
		Return: function.Int64Return{},
	}
}

func (milliseconds) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	d, err := parse(text)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, d.Milliseconds())
}
