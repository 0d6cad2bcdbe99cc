package functions

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type backoff struct{}

// NewBackoff returns the function backoff.
func NewBackoff() function.Function { return backoff{} }

func (backoff) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "backoff"
}

// schedule is the argument of backoff. Its numbers are of any size and fraction: of those that do not fit, the framework has nothing to say
// that people would understand.
type schedule struct {
	Initial    types.String `tfsdk:"initial"`
	Multiplier types.Number `tfsdk:"multiplier"`
	Max        types.String `tfsdk:"max"`
	Attempts   types.Number `tfsdk:"attempts"`
}

func (backoff) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Growing delays",
		MarkdownDescription: "Returns the delays of a number of attempts, each `multiplier` times as long as the one before and none longer than `max`: " +
			"`backoff({ initial = \"5s\", multiplier = 4, max = \"1h\", attempts = 4 })` is `[\"5s\", \"20s\", \"1m20s\", \"5m20s\"]`. Delays that reach `max` repeat, so that " +
			"a `for_each` over them is best keyed by their position.",
		Parameters: []function.Parameter{
			function.ObjectParameter{
				Name: "schedule",
				AttributeTypes: map[string]attr.Type{
					"initial": types.StringType, "multiplier": types.NumberType, "max": types.StringType, "attempts": types.NumberType,
				},
				MarkdownDescription: "`initial` and `max` are durations such as `5s`; `max` may be null. `multiplier` is at least 1, `attempts` from 1 to 100.",
			},
		},
		Return: function.ListReturn{ElementType: types.StringType},
	}
}

func (backoff) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var s schedule
	if resp.Error = req.Arguments.Get(ctx, &s); resp.Error != nil {
		return
	}
	delays, err := s.delays()
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, delays)
}

func (s schedule) delays() ([]string, error) {
	b, err := s.backoff()
	if err != nil {
		return nil, err
	}
	delays, err := b.Delays()
	texts := make([]string, len(delays))
	for i, d := range delays {
		texts[i] = kit.DurationValue(d).ValueString()
	}
	return texts, err
}

func (s schedule) backoff() (b kit.Backoff, err error) {
	if s.Initial.IsNull() {
		return b, fmt.Errorf("initial is null where a duration such as 5s is expected")
	}
	if b.Initial, err = parseExpiry(s.Initial.ValueString()); err != nil {
		return b, fmt.Errorf("initial: %w", err)
	}
	if !s.Max.IsNull() {
		if b.Max, err = parseExpiry(s.Max.ValueString()); err == nil && b.Max == 0 {
			err = fmt.Errorf("%q is no time; leave it null for no limit", s.Max.ValueString())
		}
		if err != nil {
			return b, fmt.Errorf("max: %w", err)
		}
	}
	for name, number := range map[string]types.Number{"multiplier": s.Multiplier, "attempts": s.Attempts} {
		if number.IsNull() {
			return b, fmt.Errorf("%s is null where a number is expected", name)
		}
	}
	b.Multiplier, _ = s.Multiplier.ValueBigFloat().Float64()
	var accuracy big.Accuracy
	if b.Attempts, accuracy = s.Attempts.ValueBigFloat().Int64(); accuracy != big.Exact {
		return b, kit.WrongAttempts(s.Attempts.ValueBigFloat().Text('g', 10))
	}
	return b, nil
}
