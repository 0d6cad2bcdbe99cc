package kit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ImportNamed imports an object that has a name in a virtual host.
func ImportNamed(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse, name path.Path) {
	vhost, object, err := ParseNameID(req.ID)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import id", err.Error()+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("vhost"), vhost)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, name, object)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), ID(vhost, object))...)
}

// PlannedID is the id of a named object, unknown as long as one of its parts is.
func PlannedID(vhost, name types.String) types.String {
	if vhost.IsUnknown() || name.IsUnknown() {
		return types.StringUnknown()
	}
	return types.StringValue(ID(vhost.ValueString(), name.ValueString()))
}
