package kit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Duration returns the length of a known duration value. Its text was checked when it was validated.
func Duration(v attr.Value) time.Duration {
	d, diags := v.(timetypes.GoDuration).ValueGoDuration()
	if diags.HasError() {
		return 0
	}
	return d
}

// DurationValue is a duration as people write it: 72h, not 72h0m0s.
func DurationValue(d time.Duration) timetypes.GoDuration {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return timetypes.NewGoDurationValueFromStringMust(text)
}

// KeepSpelling returns the duration of the state if the planned one is as long: 60m for 1h is not a change, and an import, which
// can only guess how it is written, is none either.
func KeepSpelling(planned, stated timetypes.GoDuration) timetypes.GoDuration {
	for _, v := range []timetypes.GoDuration{planned, stated} {
		if v.IsNull() || v.IsUnknown() {
			return planned
		}
	}
	if Duration(planned) == Duration(stated) {
		return stated
	}
	return planned
}

// KeepSpellings does that with the durations in an object.
func KeepSpellings(planned, stated types.Object) types.Object {
	if planned.IsNull() || planned.IsUnknown() || stated.IsNull() || stated.IsUnknown() {
		return planned
	}
	members := planned.Attributes()
	for name, v := range stated.Attributes() {
		switch stated := v.(type) {
		case timetypes.GoDuration:
			members[name] = KeepSpelling(members[name].(timetypes.GoDuration), stated)
		case types.Object:
			members[name] = KeepSpellings(members[name].(types.Object), stated)
		}
	}
	return types.ObjectValueMust(planned.AttributeTypes(context.Background()), members)
}

// DurationBetween accepts Go durations of whole units of resolution from low to high; a nil bound is none.
func DurationBetween(low, high *time.Duration, resolution time.Duration) validator.String {
	return durationValidator{low: low, high: high, resolution: resolution}
}

// DurationsBetween accepts lists of such durations.
func DurationsBetween(low, high *time.Duration, resolution time.Duration) validator.List {
	return listvalidator.ValueStringsAre(durationValidator{low: low, high: high, resolution: resolution, elements: true})
}

type durationValidator struct {
	low, high  *time.Duration
	resolution time.Duration
	// elements is true for elements of a list: the framework does not ask their type whether they are durations.
	elements bool
}

func (v durationValidator) Description(context.Context) string {
	text := fmt.Sprintf("a duration such as 10s, 1h30m or 72h in whole units of %s", v.resolution)
	if v.low != nil {
		text += fmt.Sprintf(", at least %s", *v.low)
	}
	if v.high != nil {
		text += fmt.Sprintf(", at most %s", *v.high)
	}
	return text
}

func (v durationValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v durationValidator) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if v.elements && req.ConfigValue.IsNull() {
		NotNull().ValidateString(ctx, req, resp)
	}
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	d, err := time.ParseDuration(req.ConfigValue.ValueString())
	switch {
	case err != nil && v.elements:
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid duration",
			fmt.Sprintf("%s = %q is no duration: %s.", req.Path, req.ConfigValue.ValueString(), DurationAdvice(req.ConfigValue.ValueString())))
		return
	case err != nil:
		return // the duration type itself says so
	}
	if d%v.resolution != 0 || v.low != nil && d < *v.low || v.high != nil && d > *v.high {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid duration",
			fmt.Sprintf("%s = %q is not possible: write %s.", req.Path, req.ConfigValue.ValueString(), v.Description(ctx)))
	}
}
