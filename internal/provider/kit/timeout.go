package kit

import (
	"context"
	"fmt"
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
		return bounded(ctx, operation, DefaultTimeout)
	}
	of := map[string]func(context.Context, time.Duration) (time.Duration, diag.Diagnostics){
		Create: value.Create, Read: value.Read, Update: value.Update, Delete: value.Delete,
	}
	d, more := of[operation](ctx, DefaultTimeout)
	diags.Append(more...)
	return bounded(ctx, operation, d)
}

func bounded(ctx context.Context, operation string, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, &errTimeout{operation, d})
}

// errTimeout is the cause of the end of an operation that took longer than it may.
type errTimeout struct {
	operation string
	after     time.Duration
}

func (e *errTimeout) Error() string {
	return fmt.Sprintf("it was not done within %s, which is timeouts.%s. Raise that, or see what keeps the broker", e.after, e.operation)
}

// Is makes it a context's deadline like others.
func (e *errTimeout) Is(target error) bool { return target == context.DeadlineExceeded }
