package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// firstVersion is the schema version of this provider's resources whose names other providers have too: those used 0 and 1.
const firstVersion = 2

// Takeover lets a resource take states over that other RabbitMQ providers have written for a resource type of the same name. Identity
// lists the attributes that both have and that name the object; all else is read from the broker, as in an import.
type Takeover struct {
	TypeName string
	Identity []string
}

// Upgraders take over what `terraform state replace-provider` has assigned to this provider.
func (t Takeover) Upgraders() map[int64]resource.StateUpgrader {
	upgrader := resource.StateUpgrader{StateUpgrader: func(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
		t.take(ctx, req.RawState, &resp.State, &resp.Diagnostics)
	}}
	return map[int64]resource.StateUpgrader{0: upgrader, 1: upgrader}
}

// Mover takes over what a `moved` block names that belongs to another provider.
func (t Takeover) Mover() resource.StateMover {
	return resource.StateMover{StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		if strings.HasSuffix(req.SourceProviderAddress, "/rabbitmq") && req.SourceTypeName == t.TypeName && req.SourceSchemaVersion < firstVersion {
			t.take(ctx, req.SourceRawState, &resp.TargetState, &resp.Diagnostics)
		}
	}}
}

func (t Takeover) take(ctx context.Context, from *tfprotov6.RawState, to *tfsdk.State, diags *diag.Diagnostics) {
	var old map[string]any
	if err := json.Unmarshal(from.JSON, &old); err != nil {
		diags.AddError("Unreadable state", fmt.Sprintf("The state of a %s of another provider is not JSON: %s.", t.TypeName, err))
		return
	}
	to.Raw = tftypes.NewValue(to.Schema.Type().TerraformType(ctx), nil)
	for _, name := range t.Identity {
		value, ok := old[name].(string)
		if !ok {
			diags.AddError("Unreadable state", fmt.Sprintf("The state of a %s of another provider has no %s. Take it out of the state and import the object instead.", t.TypeName, name))
			return
		}
		diags.Append(to.SetAttribute(ctx, path.Root(name), value)...)
	}
}

// RefuseUnread adds the error of planning a state that was taken over and not read since: it says nothing of the object but its name.
func RefuseUnread(diags *diag.Diagnostics, typeName, name string) {
	diags.AddError("State was not read",
		fmt.Sprintf("The state of %s %q was taken over from another provider, and what it is made of has to be read from the broker. Plan without -refresh=false.", typeName, name))
}
