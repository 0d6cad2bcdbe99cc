package kit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Runtime is the provider data: one per configured provider and graph walk.
type Runtime struct {
	// Client is nil while the provider configuration has unknown values: broker checks are then skipped.
	Client *rabbitmq.Client
	// Vhost is the default virtual host; unknown while the provider configuration is.
	Vhost types.String
	// Lint are the severities set in the provider block.
	Lint lint.Settings
	// Suppressions are the findings that the provider block accepts.
	Suppressions []lint.Suppression
	// MaxMessageTTL is the ceiling for every TTL; 0 is none.
	MaxMessageTTL time.Duration

	applying atomic.Bool

	mu    sync.Mutex
	views map[string]*View
}

// Apply records that this run applies a plan.
func (r *Runtime) Apply() { r.applying.Store(true) }

// Applying reports whether this run applies a plan, whose warnings have been said.
func (r *Runtime) Applying() bool { return r.applying.Load() }

// Again forgets what a resource had as its own when it was planned first: it is planned as it will be created in its own place.
func (r *Runtime) Again(instance uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, view := range r.views {
		view.With(func(t *topology.VirtualHost) { t.Unclaim(instance) })
	}
}

// PlannedVhost returns the virtual host that a configuration names, or else that of the provider. The plan that Terraform proposes is
// no help there: it keeps the virtual host of the state although that of the provider has changed.
func (r *Runtime) PlannedVhost(config tfsdk.Config, diags *diag.Diagnostics) types.String {
	var attributes map[string]tftypes.Value
	if err := config.Raw.As(&attributes); err != nil {
		unreadable(err, diags)
		return r.Vhost
	}
	switch vhost, text := attributes["vhost"], ""; {
	case vhost.IsNull():
		return r.Vhost
	case !vhost.IsKnown() || vhost.As(&text) != nil:
		return types.StringUnknown()
	default:
		return types.StringValue(text)
	}
}

// DefaultVhost returns the virtual host of a plan that is applied: one that was not known is the provider's.
func (r *Runtime) DefaultVhost(vhost types.String) types.String {
	if vhost.IsNull() || vhost.IsUnknown() {
		return r.Vhost
	}
	return vhost
}

// Base is embedded in every resource: it holds the offline settings and, once configured, the provider data.
type Base struct {
	Settings *Settings
	*Runtime
}

// Configure implements resource.ResourceWithConfigure.
func (b *Base) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}
	runtime, ok := req.ProviderData.(*Runtime)
	if !ok {
		resp.Diagnostics.AddError("Unexpected provider data", fmt.Sprintf("Expected *kit.Runtime, got %T. This is a defect of the provider.", req.ProviderData))
		return
	}
	b.Runtime = runtime
}

// Ready reports whether the broker can be asked, and adds an error if not: applying needs a known provider configuration.
func (b *Base) Ready(diags *diag.Diagnostics) bool {
	if b.Runtime != nil && b.Client != nil {
		return true
	}
	diags.AddError("Provider configuration is not known",
		"The endpoint, the credentials or another setting of the provider block is not known although it is needed now. Use values that are known when resources are read and applied.")
	return false
}

// ReadyToRead is Ready for reading the state anew. While the provider configuration is not known, since the same apply makes the
// broker, or makes it anew, what is in the state stands; an import has nothing that could. What is read will be planned next.
func (b *Base) ReadyToRead(vhost types.String, imported bool, diags *diag.Diagnostics) bool {
	if !imported && (b.Runtime == nil || b.Client == nil) {
		return false
	}
	if !b.Ready(diags) {
		return false
	}
	if !imported {
		b.Expect(vhost.ValueString())
	}
	return true
}
