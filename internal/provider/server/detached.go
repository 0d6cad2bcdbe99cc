package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// detached passes calls on to the framework in a context of their own. The framework keeps the context of every call until the provider
// is stopped, and a context of the plugin SDK carries some 10 kB of loggers: with two thousand resources that was most of the
// memory. The context is cancelled with the call's own.
type detached struct {
	framework tfprotov6.ProviderServer
	// logged is true if somebody reads the log, which needs those loggers.
	logged bool
}

func (d detached) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.logged {
		return ctx, func() {}
	}
	own, cancel := context.WithCancel(kit.WithCall(context.Background(), kit.CallOf(ctx)))
	stop := context.AfterFunc(ctx, cancel)
	return own, func() {
		stop()
		cancel()
	}
}

// ValidateResourceConfig passes the call on.
func (d detached) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	ctx, done := d.context(ctx)
	defer done()
	return d.framework.ValidateResourceConfig(ctx, req)
}

// UpgradeResourceState passes the call on.
func (d detached) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	ctx, done := d.context(ctx)
	defer done()
	return d.framework.UpgradeResourceState(ctx, req)
}

// ReadResource passes the call on.
func (d detached) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	ctx, done := d.context(ctx)
	defer done()
	return d.framework.ReadResource(ctx, req)
}

// PlanResourceChange passes the call on.
func (d detached) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	ctx, done := d.context(ctx)
	defer done()
	return d.framework.PlanResourceChange(ctx, req)
}

// ApplyResourceChange passes the call on.
func (d detached) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	ctx, done := d.context(ctx)
	defer done()
	return d.framework.ApplyResourceChange(ctx, req)
}
