package functions

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// mostAttempts keeps a typing error from filling a plan.
const mostAttempts = 100

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
	initial, err := parseExpiry(s.Initial.ValueString())
	if err != nil {
		return nil, fmt.Errorf("initial: %w", err)
	}
	longest := time.Duration(math.MaxInt64)
	if !s.Max.IsNull() {
		if longest, err = parseExpiry(s.Max.ValueString()); err != nil {
			return nil, fmt.Errorf("max: %w", err)
		}
	}
	if s.Multiplier.IsNull() || s.Attempts.IsNull() {
		name := "multiplier"
		if s.Attempts.IsNull() {
			name = "attempts"
		}
		return nil, fmt.Errorf("%s is null where a number is expected", name)
	}
	multiplier, _ := s.Multiplier.ValueBigFloat().Float64()
	attempts, accuracy := s.Attempts.ValueBigFloat().Int64()
	switch {
	case initial == 0 || longest < initial:
		return nil, fmt.Errorf("initial must be longer than 0 and max not shorter than it")
	case multiplier < 1:
		return nil, fmt.Errorf("multiplier is %v where at least 1 is expected", multiplier)
	case accuracy != big.Exact || attempts < 1 || attempts > mostAttempts:
		return nil, fmt.Errorf("attempts is %s where a whole number from 1 to %d is expected", s.Attempts.ValueBigFloat().Text('g', 10), mostAttempts)
	}
	delays := make([]string, attempts)
	for i := range delays {
		next := math.Min(float64(initial)*math.Pow(multiplier, float64(i)), float64(longest))
		delay := time.Duration(math.MaxInt64)
		if next < math.MaxInt64 {
			delay = time.Duration(next).Round(time.Millisecond)
		}
		text := kit.DurationValue(delay).ValueString()
		if _, err := parseExpiry(text); err != nil {
			return nil, fmt.Errorf("attempt %d: %w; set max", i+1, err)
		}
		delays[i] = text
	}
	return delays, nil
}
