package objectset

import (
	"context"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"golang.org/x/sync/errgroup"
)

// atOnce is how many requests of one resource are under way at a time: more than the ten resources that Terraform applies at once by
// default, so that a set is not slower than its objects would be one by one where each request takes long.
const atOnce = 16

// each does something with each item, some of them at once, and returns what came of it in their order; done says whether all succeeded.
// After a failure no more are begun, so that a broker that is away is reported a few times only. What is not done stays zero.
func each[T, R any](ctx context.Context, items []T, diags *diag.Diagnostics, do func(ctx context.Context, item T, diags *diag.Diagnostics) (R, bool)) (results []R, done bool) {
	results = make([]R, len(items))
	said := make([]diag.Diagnostics, len(items))
	var failed atomic.Bool
	var all errgroup.Group
	all.SetLimit(atOnce)
	for i, item := range items {
		all.Go(func() error {
			if failed.Load() {
				return nil
			}
			result, ok := do(ctx, item, &said[i])
			if !ok {
				failed.Store(true)
			}
			results[i] = result
			return nil
		})
	}
	_ = all.Wait()
	for _, of := range said {
		diags.Append(of...)
	}
	return results, !failed.Load()
}
