package review

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// reader collects what the resources of a plan or a state describe.
type reader struct {
	ctx       context.Context
	describer *provider.Describer
	input     *Input
}

func newReader(ctx context.Context, source string) *reader {
	return &reader{ctx, provider.NewDescriber(ctx), &Input{Source: source, Before: map[string]*Host{}, After: map[string]*Host{}}}
}

func readPlan(ctx context.Context, content []byte) (*Input, error) {
	var plan tfjson.Plan
	plan.UseJSONNumber(true)
	if err := plan.UnmarshalJSON(content); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	r := newReader(ctx, "plan")
	for _, c := range plan.ResourceChanges {
		if c.Mode != tfjson.ManagedResourceMode || !strings.HasSuffix(c.ProviderName, "/rabbitmq") || c.Change == nil {
			continue
		}
		resource := resource{c.Address, c.Type, c.ProviderName}
		if before, ok := c.Change.Before.(map[string]any); ok {
			if err := r.add(r.input.Before, resource, before, nil); err != nil {
				return nil, err
			}
		}
		if after, ok := c.Change.After.(map[string]any); ok {
			if err := r.add(r.input.After, resource, after, c.Change.AfterUnknown); err != nil {
				return nil, err
			}
		}
	}
	r.input.Provider = providerSettings(plan.Config)
	r.input.markChanges()
	r.finish()
	return r.input, nil
}

func readState(ctx context.Context, content []byte) (*Input, error) {
	var state tfjson.State
	state.UseJSONNumber(true)
	if err := state.UnmarshalJSON(content); err != nil {
		return nil, fmt.Errorf("the state cannot be read: %w", err)
	}
	r := newReader(ctx, "state")
	if state.Values != nil {
		if err := r.addModule(state.Values.RootModule); err != nil {
			return nil, err
		}
	}
	r.input.Before = r.input.After
	r.finish()
	return r.input, nil
}

func (r *reader) addModule(module *tfjson.StateModule) error {
	if module == nil {
		return nil
	}
	for _, s := range module.Resources {
		if s.Mode == tfjson.ManagedResourceMode && strings.HasSuffix(s.ProviderName, "/rabbitmq") {
			if err := r.add(r.input.After, resource{s.Address, s.Type, s.ProviderName}, s.AttributeValues, nil); err != nil {
				return err
			}
		}
	}
	for _, child := range module.ChildModules {
		if err := r.addModule(child); err != nil {
			return err
		}
	}
	return nil
}

// resource is a resource of a plan or a state.
type resource struct{ address, kind, provider string }

// own reports whether the resource is of this provider, from whichever registry.
func (r resource) own() bool {
	_, path, _ := strings.Cut(provider.Address(), "/")
	return strings.HasSuffix(r.provider, "/"+path)
}

// add puts what a resource describes into virtual hosts.
func (r *reader) add(hosts map[string]*Host, from resource, values map[string]any, unknown any) error {
	described := false
	collect := func(t *topology.VirtualHost, subject kit.Subject) {
		described = true
		host := hosts[t.Name]
		if host == nil {
			host = newHost(t.Name)
			hosts[t.Name] = host
		}
		host.take(t, subject, from.address)
		host.Migrates[from.address] = values["on_replace"] == "migrate"
		host.Accepted[from.address], _ = values["lint_ignore"].([]any)
	}
	if !from.own() {
		others(from, values, unknown, collect)
	} else if err := r.describer.Describe(r.ctx, from.kind, values, unknown, collect); err != nil {
		return fmt.Errorf("%s cannot be read: %w. Was the plan made by another version of the provider?", from.address, err)
	}
	if !described && unknown != nil {
		r.input.Unknown = append(r.input.Unknown, from.address)
	}
	return nil
}

// take puts one object of another topology into the virtual host.
func (h *Host) take(t *topology.VirtualHost, subject kit.Subject, address string) {
	h.Ignored[subject.Ref] = subject.Ignore
	for _, o := range h.Take(t, subject.Ref) {
		h.Addresses[o] = address
	}
}

// finish says that nothing more is going to be planned. That is not all that a broker has.
func (r *reader) finish() {
	for _, host := range slices.Concat(slices.Collect(maps.Values(r.input.Before)), slices.Collect(maps.Values(r.input.After))) {
		host.Final = true
	}
}
