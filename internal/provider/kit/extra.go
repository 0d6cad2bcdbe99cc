package kit

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// ExtraObject accepts an object of settings that have no attribute of their own: a setting has one spelling. elsewhere says what to
// write instead of a setting that does have one; it returns "" for the others.
func ExtraObject(elsewhere func(name string, value any) string) validator.Dynamic {
	return extraObject{elsewhere}
}

type extraObject struct {
	elsewhere func(name string, value any) string
}

func (extraObject) Description(context.Context) string {
	return "an object of settings that have no attribute of their own"
}

func (v extraObject) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v extraObject) ValidateDynamic(_ context.Context, req validator.DynamicRequest, resp *validator.DynamicResponse) {
	args, known, err := Arguments(req.ConfigValue)
	if err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, fmt.Sprintf("Invalid %s", req.Path), fmt.Sprintf("%s is not an object of settings: %s.", req.Path, err))
		return
	}
	if !known {
		return
	}
	for _, name := range Names(args) {
		if instead := v.elsewhere(name, args[name]); instead != "" {
			resp.Diagnostics.AddAttributeError(req.Path, fmt.Sprintf("%s does not belong in %s", name, req.Path), fmt.Sprintf("%s stands in %s: %s.", name, req.Path, instead))
		}
	}
}
