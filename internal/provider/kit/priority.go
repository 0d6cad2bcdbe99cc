package kit

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Priority accepts the priority of a policy, which is a floating-point number: one that has more digits than such a number would be
// another one on the broker.
func Priority() validator.Float64 { return priority{} }

type priority struct{}

func (priority) Description(context.Context) string { return "a number of up to 15 digits" }

func (v priority) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v priority) ValidateFloat64(ctx context.Context, req validator.Float64Request, resp *validator.Float64Response) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	raw, err := req.ConfigValue.ToTerraformValue(ctx)
	wanted := new(big.Float)
	if err != nil || raw.As(&wanted) != nil {
		return
	}
	becomes := strconv.FormatFloat(req.ConfigValue.ValueFloat64(), 'f', -1, 64)
	exact, _, err := big.ParseFloat(becomes, 10, wanted.Prec(), big.ToNearestEven)
	if err != nil || exact.Cmp(wanted) != 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "Priority has too many digits",
			fmt.Sprintf("%s = %s is not possible: the broker would take it for %s. Write %s.", req.Path, wanted.Text('f', -1), becomes, v.Description(ctx)))
	}
}
