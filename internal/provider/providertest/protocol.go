package providertest

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Unknown stands for a value that is not known yet in the configurations that Server takes.
type Unknown struct{}

// Object is a configuration, state or nested object. Attributes that are left out are null.
type Object = map[string]any

// Server is the provider as Terraform talks to it in one run: validated and, with Configure, configured.
type Server struct {
	t        testing.TB
	server   tfprotov6.ProviderServer
	schema   *tfprotov6.GetProviderSchemaResponse
	provider *tfprotov6.DynamicValue
}

// Serve starts the provider and validates its configuration, as every run begins.
func Serve(t testing.TB, config Object) *Server {
	t.Helper()
	s := start(t, config)
	s.clean(s.validate())
	return s
}

// Configure configures the provider, after which resources can be planned.
func (s *Server) Configure() *Server {
	s.t.Helper()
	s.clean(s.configure())
	return s
}

// ProviderBlock returns what is said of a configuration of the provider while it is validated and, unless that fails, used.
func ProviderBlock(t testing.TB, config Object) (validating, configuring []Diagnostic) {
	t.Helper()
	s := start(t, config)
	validating = diagnostics(s.validate())
	for _, d := range validating {
		if d.Severity == "error" {
			return validating, nil
		}
	}
	return validating, diagnostics(s.configure())
}

// Schemas returns what the provider says of itself.
func Schemas(t testing.TB) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()
	return start(t, nil).schema
}

func start(t testing.TB, config Object) *Server {
	t.Helper()
	server, err := Factories()["rabbitmq"]()
	s := &Server{t: t, server: server}
	s.must(err)
	s.schema, err = server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	s.must(err)
	s.provider = s.encode(s.schema.Provider.ValueType(), config)
	return s
}

func (s *Server) validate() []*tfprotov6.Diagnostic {
	s.t.Helper()
	resp, err := s.server.ValidateProviderConfig(s.t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: s.provider})
	s.must(err)
	return resp.Diagnostics
}

func (s *Server) configure() []*tfprotov6.Diagnostic {
	s.t.Helper()
	resp, err := s.server.ConfigureProvider(s.t.Context(), &tfprotov6.ConfigureProviderRequest{Config: s.provider})
	s.must(err)
	return resp.Diagnostics
}

// Validate validates the configuration of a resource.
func (s *Server) Validate(typeName string, config Object) []Diagnostic {
	s.t.Helper()
	resp, err := s.server.ValidateResourceConfig(s.t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: s.encode(s.typeOf(typeName), config),
	})
	s.must(err)
	return diagnostics(resp.Diagnostics)
}

// Existing is a resource that the state has.
type Existing struct {
	typeName string
	value    *tfprotov6.DynamicValue
	private  []byte
}

// Existing makes a state by hand, for one that another broker or an older release of the provider has written.
func (s *Server) Existing(typeName string, state Object) *Existing {
	s.t.Helper()
	return &Existing{typeName: typeName, value: s.encode(s.typeOf(typeName), state)}
}

// Upgrade takes over a state that an older release, or another provider, has written as JSON.
func (s *Server) Upgrade(typeName string, version int64, state string) *Existing {
	s.t.Helper()
	resp, err := s.server.UpgradeResourceState(s.t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: version, RawState: &tfprotov6.RawState{JSON: []byte(state)},
	})
	s.must(err)
	s.clean(resp.Diagnostics)
	return &Existing{typeName: typeName, value: resp.UpgradedState}
}

// Move takes over, for a moved block, a state that is written as JSON. It returns nil and what was said if that cannot be.
func (s *Server) Move(address, from string, version int64, state, to string) (*Existing, []Diagnostic) {
	s.t.Helper()
	resp, err := s.server.MoveResourceState(s.t.Context(), &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: address, SourceTypeName: from, SourceSchemaVersion: version, SourceState: &tfprotov6.RawState{JSON: []byte(state)},
		TargetTypeName: to,
	})
	s.must(err)
	if len(resp.Diagnostics) > 0 {
		return nil, diagnostics(resp.Diagnostics)
	}
	return &Existing{typeName: to, value: resp.TargetState}, nil
}

// Read reads a resource anew.
func (s *Server) Read(state *Existing) *Existing {
	s.t.Helper()
	resp, err := s.server.ReadResource(s.t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: state.typeName, CurrentState: state.value, Private: state.private,
	})
	s.must(err)
	s.clean(resp.Diagnostics)
	return &Existing{state.typeName, resp.NewState, resp.Private}
}

// Changes reports whether a plan changes anything of a resource. The configuration stands for what Terraform proposes, so that it
// has to say what the schema neither computes nor has a default for.
func (s *Server) Changes(state *Existing, config Object) bool {
	s.t.Helper()
	resp := s.plan(state.typeName, state, config)
	s.clean(resp.Diagnostics)
	t := s.typeOf(state.typeName)
	before, err := state.value.Unmarshal(t)
	s.must(err)
	after, err := resp.PlannedState.Unmarshal(t)
	s.must(err)
	return len(resp.RequiresReplace) > 0 || !before.Equal(after)
}

// Plan plans a resource: its creation if prior is nil, its destruction if config is.
func (s *Server) Plan(typeName string, prior *Existing, config Object) []Diagnostic {
	s.t.Helper()
	return diagnostics(s.plan(typeName, prior, config).Diagnostics)
}

// Keep plans a resource that Terraform proposes to leave as it is.
func (s *Server) Keep(state *Existing, config Object) []Diagnostic {
	s.t.Helper()
	resp, err := s.server.PlanResourceChange(s.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: state.typeName, PriorState: state.value, ProposedNewState: state.value, PriorPrivate: state.private,
		Config: s.encode(s.typeOf(state.typeName), config),
	})
	s.must(err)
	return diagnostics(resp.Diagnostics)
}

// Replacement plans a resource that is replaced, as Terraform does: what it comes to, and then what is created in its place.
func (s *Server) Replacement(typeName string, prior *Existing, config Object) []Diagnostic {
	s.t.Helper()
	first := s.plan(typeName, prior, config)
	second := s.planFrom(typeName, nil, config, first.PlannedPrivate)
	return append(diagnostics(first.Diagnostics), diagnostics(second.Diagnostics)...)
}

func (s *Server) plan(typeName string, prior *Existing, config Object) *tfprotov6.PlanResourceChangeResponse {
	s.t.Helper()
	var private []byte
	if prior != nil {
		private = prior.private
	}
	return s.planFrom(typeName, prior, config, private)
}

func (s *Server) planFrom(typeName string, prior *Existing, config Object, private []byte) *tfprotov6.PlanResourceChangeResponse {
	s.t.Helper()
	null := s.encode(s.typeOf(typeName), nil)
	req := &tfprotov6.PlanResourceChangeRequest{TypeName: typeName, PriorState: null, Config: null, ProposedNewState: null, PriorPrivate: private}
	if config != nil {
		req.Config = s.encode(s.typeOf(typeName), config)
		req.ProposedNewState = req.Config
	}
	if prior != nil {
		req.PriorState = prior.value
	}
	resp, err := s.server.PlanResourceChange(s.t.Context(), req)
	s.must(err)
	return resp
}

// Create plans and creates a resource. What the plan warns of is not returned.
func (s *Server) Create(typeName string, config Object) *Existing {
	s.t.Helper()
	created, said := s.TryCreate(typeName, config)
	for _, d := range said {
		if d.Severity == "error" {
			s.t.Fatalf("%s: %s", d.Summary, d.Detail)
		}
	}
	return created
}

// TryCreate is Create that may fail. It returns what the creation says and leaves in the state.
func (s *Server) TryCreate(typeName string, config Object) (*Existing, []Diagnostic) {
	s.t.Helper()
	planned := s.plan(typeName, nil, config)
	s.clean(planned.Diagnostics)
	resp, err := s.server.ApplyResourceChange(s.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: s.encode(s.typeOf(typeName), nil), PlannedState: planned.PlannedState,
		Config: s.encode(s.typeOf(typeName), config), PlannedPrivate: planned.PlannedPrivate,
	})
	s.must(err)
	return &Existing{typeName, resp.NewState, resp.Private}, diagnostics(resp.Diagnostics)
}

// Destroy plans and applies the destruction of a resource. It returns what both say.
func (s *Server) Destroy(state *Existing) []Diagnostic {
	s.t.Helper()
	planned := s.plan(state.typeName, state, nil)
	null := s.encode(s.typeOf(state.typeName), nil)
	resp, err := s.server.ApplyResourceChange(s.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: state.typeName, PriorState: state.value, PlannedState: null, Config: null, PlannedPrivate: planned.PlannedPrivate,
	})
	s.must(err)
	return append(diagnostics(planned.Diagnostics), diagnostics(resp.Diagnostics)...)
}

// Diagnostic is what the provider has to say.
type Diagnostic struct {
	// Severity is "error" or "warning", and Attribute a dotted path, empty if there is none.
	Severity, Attribute, Summary, Detail string
}

func diagnostics(from []*tfprotov6.Diagnostic) []Diagnostic {
	all := make([]Diagnostic, len(from))
	for i, d := range from {
		all[i] = Diagnostic{Severity: strings.ToLower(d.Severity.String()), Summary: d.Summary, Detail: d.Detail}
		if d.Attribute == nil {
			continue
		}
		var names []string
		for _, step := range d.Attribute.Steps() {
			names = append(names, fmt.Sprint(step))
		}
		all[i].Attribute = strings.Join(names, ".")
	}
	return all
}

func (s *Server) typeOf(typeName string) tftypes.Type {
	s.t.Helper()
	schema := s.schema.ResourceSchemas[typeName]
	if schema == nil {
		s.t.Fatalf("the provider has no resource %s", typeName)
	}
	return schema.ValueType()
}

func (s *Server) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *Server) clean(from []*tfprotov6.Diagnostic) {
	s.t.Helper()
	for _, d := range diagnostics(from) {
		if d.Severity == "error" {
			s.t.Fatalf("%s: %s", d.Summary, d.Detail)
		}
	}
}

func (s *Server) encode(t tftypes.Type, config Object) *tfprotov6.DynamicValue {
	s.t.Helper()
	var raw any
	if config != nil {
		raw = config
	}
	encoded, err := tfprotov6.NewDynamicValue(t, value(t, raw))
	s.must(err)
	return &encoded
}

// value makes a Terraform value of a Go one. A dynamic attribute gets the type of what it is given.
func value(t tftypes.Type, raw any) tftypes.Value {
	switch raw := raw.(type) {
	case nil:
		return tftypes.NewValue(t, nil)
	case Unknown:
		return tftypes.NewValue(t, tftypes.UnknownValue)
	case string:
		return tftypes.NewValue(tftypes.String, raw)
	case bool:
		return tftypes.NewValue(tftypes.Bool, raw)
	case int:
		return tftypes.NewValue(tftypes.Number, big.NewFloat(float64(raw)))
	case float64:
		return tftypes.NewValue(tftypes.Number, big.NewFloat(raw).SetPrec(512)) // as Terraform has it
	case []string:
		elements := make([]any, len(raw))
		for i, s := range raw {
			elements[i] = s
		}
		return value(t, elements)
	case []any:
		list, is := t.(tftypes.List)
		if !is {
			list = tftypes.List{ElementType: tftypes.String}
		}
		elements := make([]tftypes.Value, len(raw))
		for i, element := range raw {
			elements[i] = value(list.ElementType, element)
		}
		return tftypes.NewValue(list, elements)
	case Object:
		return object(t, raw)
	case tftypes.Value:
		return raw
	}
	panic(fmt.Sprintf("%T is no value of a configuration", raw))
}

func object(t tftypes.Type, raw Object) tftypes.Value {
	members := map[string]tftypes.Value{}
	switch t := t.(type) {
	case tftypes.Object:
		for name := range raw {
			if t.AttributeTypes[name] == nil {
				panic("there is no attribute " + name)
			}
		}
		for name, of := range t.AttributeTypes {
			members[name] = value(of, raw[name])
		}
		return tftypes.NewValue(t, members)
	case tftypes.Map:
		for name, v := range raw {
			members[name] = value(t.ElementType, v)
		}
		return tftypes.NewValue(t, members)
	}
	types := map[string]tftypes.Type{}
	for name, v := range raw {
		members[name] = value(tftypes.DynamicPseudoType, v)
		types[name] = members[name].Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, members)
}
