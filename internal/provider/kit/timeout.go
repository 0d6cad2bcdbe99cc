package kit

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Operations that `timeouts` bound.
const (
	Create = "create"
	Read   = "read"
	Update = "update"
	Delete = "delete"
)

// WithTimeout returns ctx bounded by the time that the attribute `timeouts` gives an operation.
func WithTimeout(ctx context.Context, attribute attr.Value, operation string, diags *diag.Diagnostics) (context.Context, context.CancelFunc) {
	value, ok := attribute.(timeouts.Value)
	if !ok || value.IsNull() || value.IsUnknown() {
		return context.WithTimeout(ctx, DefaultTimeout)
	}
	of := map[string]func(context.Context, time.Duration) (time.Duration, diag.Diagnostics){
		Create: value.Create, Read: value.Read, Update: value.Update, Delete: value.Delete,
	}
	d, more := of[operation](ctx, DefaultTimeout)
	diags.Append(more...)
	return context.WithTimeout(ctx, d)
}
