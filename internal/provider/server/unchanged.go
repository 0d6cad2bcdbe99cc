package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The framework walks through every attribute of a resource several times to read and to plan it, whether or not anything has changed.
// Nothing has changed for most of most plans, and then that is most of the time: so here the resource itself is asked at once, and the
// framework only where there is something to do.

// UpgradeResourceState gives a state of the present schema version back as it came: Terraform and OpenTofu have taken out what the schema
// no longer has, and read what is missing as null.
func (s *Server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	k := s.kind(ctx, req.TypeName)
	if k == nil || req.RawState == nil || req.RawState.JSON == nil || req.Version != k.version {
		return s.framework.UpgradeResourceState(ctx, req)
	}
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: req.RawState.JSON}}, nil
}

// ReadResource leaves a state that the resource reads back as it was.
func (s *Server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	k := s.kind(ctx, req.TypeName)
	if k == nil || len(req.Private) > 0 { // only the framework can show private data
		return s.framework.ReadResource(ctx, req)
	}
	state, known := s.recent.decode(k, req.CurrentState)
	r, ok := s.instance(ctx, k)
	if !known || !ok {
		return s.framework.ReadResource(ctx, req)
	}
	readReq := resource.ReadRequest{State: tfsdk.State{Raw: state, Schema: k.schema}}
	readResp := resource.ReadResponse{State: tfsdk.State{Schema: k.schema}}
	r.Read(ctx, readReq, &readResp)
	if !readResp.Diagnostics.HasError() && changed(readResp.State.Raw, state) {
		// The framework has more to do with what has changed. It asks the broker's answers that are already there.
		return s.framework.ReadResource(ctx, req)
	}
	return &tfprotov6.ReadResourceResponse{
		NewState: req.CurrentState, Private: req.Private, Diagnostics: diagnostics(readResp.Diagnostics),
	}, nil
}

// unchanged plans a resource whose configuration asks for what the state has. The framework would find nothing to mark as
// unknown and no default to set before it asks the resource; so the resource is asked at once.
func (s *Server) unchanged(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	k := s.kind(ctx, req.TypeName)
	if k == nil || req.PriorState == nil || req.ProposedNewState == nil || !bytes.Equal(req.PriorState.MsgPack, req.ProposedNewState.MsgPack) {
		return s.framework.PlanResourceChange(ctx, req)
	}
	state, stateKnown := s.recent.decode(k, req.PriorState)
	config, configKnown := s.recent.decode(k, req.Config)
	r, ok := s.instance(ctx, k)
	planner, plans := r.(resource.ResourceWithModifyPlan)
	if !stateKnown || !configKnown || !ok || !plans || !k.hasDefaults(config, state) {
		return s.framework.PlanResourceChange(ctx, req)
	}
	planReq := resource.ModifyPlanRequest{
		Config: tfsdk.Config{Raw: config, Schema: k.schema},
		Plan:   tfsdk.Plan{Raw: state, Schema: k.schema},
		State:  tfsdk.State{Raw: state, Schema: k.schema},
	}
	planResp := resource.ModifyPlanResponse{Plan: tfsdk.Plan{Schema: k.schema}}
	planner.ModifyPlan(ctx, planReq, &planResp)
	planned := req.PriorState
	if changed(planResp.Plan.Raw, state) {
		encoded, err := tfprotov6.NewDynamicValue(k.object, planResp.Plan.Raw)
		if err != nil {
			return nil, err
		}
		planned = &encoded
	}
	resp := &tfprotov6.PlanResourceChangeResponse{
		PlannedState: planned, PlannedPrivate: req.PriorPrivate, Diagnostics: diagnostics(planResp.Diagnostics),
	}
	for _, p := range planResp.RequiresReplace {
		resp.RequiresReplace = append(resp.RequiresReplace, attributePath(p))
	}
	return resp, nil
}

// changed reports whether a resource has written something else than was there. Its answer starts out with no value at all, so that
// one that it has left alone need not be compared.
func changed(written, before tftypes.Value) bool {
	return written.Type() != nil && !written.Equal(before)
}
