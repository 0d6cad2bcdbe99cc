package fuzz_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// run is one run of Terraform: a process of the provider, configured.
type run struct {
	t      *testing.T
	server tfprotov6.ProviderServer
	// typeName is that of the only resource.
	typeName string
	schema   *tfprotov6.SchemaBlock
	private  []byte
}

// start starts a process of the provider.
func start(t *testing.T, w *world, typeName string) *run {
	t.Helper()
	server, err := pt.Factories()["rabbitmq"]()
	if err != nil {
		t.Fatal(err)
	}
	config := &tfprotov6.DynamicValue{MsgPack: w.provider}
	r := &run{t: t, server: server, typeName: typeName, schema: w.schemas.ResourceSchemas[typeName].Block}
	validated, err := server.ValidateProviderConfig(r.context(), &tfprotov6.ValidateProviderConfigRequest{Config: config})
	r.must(err, validated.Diagnostics)
	configured, err := server.ConfigureProvider(r.context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	r.must(err, configured.Diagnostics)
	return r
}

// context outlives the deadline of the test: what a case has begun it ends.
func (r *run) context() context.Context { return context.WithoutCancel(r.t.Context()) }

// must ends the case unless a call went well.
func (r *run) must(err error, said []*tfprotov6.Diagnostic) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	if errors := errorsOf(said); len(errors) > 0 {
		r.t.Fatal(strings.Join(errors, "\n"))
	}
}

func errorsOf(said []*tfprotov6.Diagnostic) []string {
	return those(said, tfprotov6.DiagnosticSeverityError)
}

func those(said []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity) []string {
	var all []string
	for _, d := range said {
		if d.Severity == severity {
			all = append(all, fmt.Sprintf("%s: %s (at %s)", d.Summary, d.Detail, d.Attribute))
		}
	}
	return all
}

func (r *run) encode(v tftypes.Value) *tfprotov6.DynamicValue {
	r.t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(r.schema.ValueType(), v)
	r.must(err, nil)
	return &encoded
}

func (r *run) decode(v *tfprotov6.DynamicValue) tftypes.Value {
	r.t.Helper()
	decoded, err := v.Unmarshal(r.schema.ValueType())
	r.must(err, nil)
	return decoded
}

func (r *run) null() tftypes.Value { return tftypes.NewValue(r.schema.ValueType(), nil) }

// refuses validates a configuration and returns what is wrong with it.
func (r *run) refuses(config tftypes.Value) []string {
	r.t.Helper()
	resp, err := r.server.ValidateResourceConfig(r.context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: r.typeName, Config: r.encode(config)})
	r.must(err, nil)
	return errorsOf(resp.Diagnostics)
}

// planned is a plan.
type planned struct {
	value    tftypes.Value
	private  []byte
	replaces []*tftypes.AttributePath
	warnings []string
}

// plan plans what a configuration makes of a state; either may be null. It returns what stands against it.
func (r *run) plan(prior, config tftypes.Value) (planned, []string) {
	r.t.Helper()
	proposed := config
	if !config.IsNull() && !prior.IsNull() {
		proposed = propose(r.schema.Attributes, prior, config)
	}
	resp, err := r.server.PlanResourceChange(r.context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.encode(prior), ProposedNewState: r.encode(proposed), Config: r.encode(config), PriorPrivate: r.private,
	})
	r.must(err, nil)
	if errors := errorsOf(resp.Diagnostics); len(errors) > 0 {
		return planned{}, errors
	}
	p := planned{r.decode(resp.PlannedState), resp.PlannedPrivate, resp.RequiresReplace, those(resp.Diagnostics, tfprotov6.DiagnosticSeverityWarning)}
	if !config.IsNull() {
		for _, wrong := range invalid(r.schema.Attributes, prior, config, p.value, "") {
			r.t.Errorf("Provider produced invalid plan: %s", wrong)
		}
	}
	return p, nil
}

// apply does what was planned. It returns what went wrong.
func (r *run) apply(prior, config tftypes.Value, p planned) (tftypes.Value, []string) {
	r.t.Helper()
	resp, err := r.server.ApplyResourceChange(r.context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.encode(prior), PlannedState: r.encode(p.value), Config: r.encode(config), PlannedPrivate: p.private,
	})
	r.must(err, nil)
	state := r.decode(resp.NewState)
	r.private = resp.Private
	if errors := errorsOf(resp.Diagnostics); len(errors) > 0 {
		return state, errors
	}
	for _, wrong := range inconsistent(p.value, state) {
		r.t.Errorf("Provider produced inconsistent result after apply: %s", wrong)
	}
	return state, nil
}

// read refreshes a state. It is null if the object is gone.
func (r *run) read(state tftypes.Value) (tftypes.Value, []string) {
	r.t.Helper()
	resp, err := r.server.ReadResource(r.context(), &tfprotov6.ReadResourceRequest{TypeName: r.typeName, CurrentState: r.encode(state), Private: r.private})
	r.must(err, nil)
	if errors := errorsOf(resp.Diagnostics); len(errors) > 0 {
		return r.null(), errors
	}
	r.private = resp.Private
	return r.decode(resp.NewState), nil
}

// imports imports an object. It returns null and what was said if that is refused.
func (r *run) imports(id string) (tftypes.Value, []string) {
	r.t.Helper()
	resp, err := r.server.ImportResourceState(r.context(), &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, ID: id})
	r.must(err, nil)
	if errors := errorsOf(resp.Diagnostics); len(errors) > 0 {
		return r.null(), errors
	}
	r.private = resp.ImportedResources[0].Private
	return r.read(r.decode(resp.ImportedResources[0].State))
}
