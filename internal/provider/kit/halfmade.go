package kit

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// A create that fails half way returns what it has made, so that the state has it. Terraform taints that: its next plan is a
// replacement, of which it shows the provider no prior state. So what was made is marked in the private state. The read finds the mark and
// keeps the state for the plan. If that still is a part of what is wanted, the plan tells the deletion to leave it, by the private data
// of the plan, and the creation takes it over and does the rest.
const (
	halfMade = "half_made"
	finish   = "finish"
)

// Private is the private data of a state or a plan.
type Private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// RecordHalfMade puts into the state what a create that fails has made, marks it, and says what the next apply does.
func RecordHalfMade(ctx context.Context, resp *resource.CreateResponse, made any, vhost string, ref topology.Ref) {
	resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, halfMade, []byte("true"))...)
	resp.Diagnostics.AddWarning(fmt.Sprintf("%s is half made", ref),
		fmt.Sprintf("What this apply has made of %s in virtual host %q is in the state, and Terraform calls it tainted. If the configuration stays as it is, the "+
			"next apply makes what is missing and deletes nothing, although the plan shows a replacement. If the configuration changes, the next apply deletes it and "+
			"makes it anew, unless it holds messages; \"terraform untaint\" lets it be changed in place.", ref, vhost))
}

// LeftHalfMade says what the next apply does about a create that failed and whose parts were there before: Terraform replaces what a
// failed create returns, so that they stay out of the state.
func LeftHalfMade(vhost string, ref topology.Ref, diags *diag.Diagnostics) {
	diags.AddWarning(fmt.Sprintf("%s was not taken over", ref),
		fmt.Sprintf("Not all that belongs to %s in virtual host %q could be made. Some of it was there before this apply, and is not put into the state, so "+
			"that nothing deletes it. The next apply takes it over and makes what is missing.", ref, vhost))
}

// IsHalfMade reports whether a create that failed has left this state.
func IsHalfMade(ctx context.Context, private Private) bool {
	marked, _ := private.GetKey(ctx, halfMade)
	return marked != nil
}

// Finish tells the deletion that is the first half of the planned replacement to leave what there is.
func (b *Base) Finish(ctx context.Context, private Private, vhost string, ref topology.Ref, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, finish, []byte("true"))...)
	if !b.applying.Load() {
		diags.AddWarning(fmt.Sprintf("Half-made %s will be finished", ref),
			fmt.Sprintf("An apply failed before it had made all that belongs to %s in virtual host %q. Terraform calls what there is tainted and shows a "+
				"replacement, but nothing is deleted: applying makes what is missing.", ref, vhost))
	}
}

// Finishes reports whether the plan is to leave what there is to the creation that follows the deletion.
func Finishes(ctx context.Context, private Private) bool {
	told, _ := private.GetKey(ctx, finish)
	return told != nil
}

// SetHalfMade keeps the state of a half-made resource for those who see no state of it.
func (v *View) SetHalfMade(ref topology.Ref, state any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.halfMade[ref] = state
}

// HalfMade returns the state of a half-made resource, nil if it is none.
func (v *View) HalfMade(ref topology.Ref) any {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.halfMade[ref]
}
