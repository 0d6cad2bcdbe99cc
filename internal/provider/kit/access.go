package kit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// LoadToPlan is Load for an object that the plan wants in a virtual host, which has to be there. One that is yet to be made there also
// needs a user who has permissions in it. ignore is the object's lint_ignore.
func (b *Base) LoadToPlan(ctx context.Context, vhost string, made bool, ignore types.List, diags *diag.Diagnostics) *View {
	view := b.Load(ctx, vhost, diags)
	if b.Client == nil || vhost == "" || diags.HasError() || b.applying.Load() {
		return view
	}
	if made && view.err == nil {
		view.askForPermission(ctx, b.Client, vhost)
	}
	if view.access() != topology.Usable {
		b.CheckPlan(view, Subject{
			Ref: topology.Ref{Kind: topology.KindVhost, Name: vhost}, Ignore: Strings(ignore),
			Path: func(string) path.Path { return path.Root("vhost") },
		}, diags)
	}
	return view
}

// askForPermission asks whether the user may make anything. An answer that does not come leaves that to the apply.
func (v *View) askForPermission(ctx context.Context, client *rabbitmq.Client, vhost string) {
	permission, err := client.Permission(ctx, vhost)
	switch {
	case err != nil:
	case permission == rabbitmq.PermissionLacking:
		v.setAccess(topology.Forbidden, client.Username())
	case permission == rabbitmq.PermissionUnrecorded:
		v.setAccess(topology.Doubtful, client.Username())
	}
}

func (v *View) setAccess(access topology.Access, user string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.topology.Access, v.topology.User = access, user
}

func (v *View) access() topology.Access {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.topology.Access
}
