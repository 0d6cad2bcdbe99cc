package kit

import "context"

// Call is what the server knows of a call and the request for the resource does not say.
type Call struct {
	// Instance tells the resources of one run apart: Terraform does not say the address of what it plans, and plans a resource that it
	// replaces twice. It is 0 outside of plans.
	Instance uint64
	// Replaces is true for the deletion of what the same plan makes anew.
	Replaces bool
}

type callKey struct{}

// WithCall returns a context that says what is known of a call.
func WithCall(ctx context.Context, call Call) context.Context {
	return context.WithValue(ctx, callKey{}, call)
}

// CallOf returns what a context says of the call.
func CallOf(ctx context.Context) Call {
	call, _ := ctx.Value(callKey{}).(Call)
	return call
}
