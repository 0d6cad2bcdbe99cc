package review

import (
	"context"
	"errors"
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
	hidden    map[string]string
	brokers   *brokers
}

func newReader(ctx context.Context, source string, config *tfjson.Config) *reader {
	r := &reader{ctx: ctx, describer: provider.NewDescriber(ctx), hidden: map[string]string{}, brokers: brokersOf(config)}
	r.input = &Input{Source: source, Before: map[string]*Host{}, After: map[string]*Host{}, Replaced: map[string]bool{}, Several: r.brokers.several()}
	return r
}

func readPlan(ctx context.Context, content []byte) (*Input, error) {
	var plan tfjson.Plan
	plan.UseJSONNumber(true)
	if err := plan.UnmarshalJSON(content); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	if whole := (struct {
		Errored bool `json:"errored"`
	}{}); decode(content, &whole) == nil && whole.Errored {
		return nil, errors.New("the plan ended with errors, so that it is not whole: mend what terraform plan has said, and plan again")
	}
	r := newReader(ctx, "plan", plan.Config)
	for _, c := range plan.ResourceChanges {
		if c == nil || c.Mode != tfjson.ManagedResourceMode || !strings.HasSuffix(c.ProviderName, "/rabbitmq") || c.Change == nil {
			continue
		}
		if err := r.addChange(resource{c.Address, c.Type, c.ProviderName}, c.Change); err != nil {
			return nil, err
		}
	}
	r.input.Providers = map[string]ProviderSettings{}
	for _, endpoint := range slices.Sorted(maps.Keys(r.brokers.names)) {
		settings, unknown, err := providerSettings(plan.Config, r.brokers.blocks(endpoint))
		if err != nil {
			return nil, err
		}
		r.input.Providers[r.brokers.names[endpoint]] = settings
		r.input.Unknown = append(r.input.Unknown, unknown...)
	}
	r.input.markChanges()
	r.finish()
	return r.input, nil
}

// addChange puts a resource as it is before and after the plan into the virtual hosts.
func (r *reader) addChange(from resource, c *tfjson.Change) error {
	before, is := c.Before.(map[string]any)
	before, _ = r.hide(before, c.BeforeSensitive).(map[string]any)
	after, stays := c.After.(map[string]any)
	after, _ = r.hide(after, c.AfterSensitive).(map[string]any)
	if c.Actions.Forget() {
		// Terraform forgets it, and the broker keeps it.
		after, stays = before, is
	}
	if is {
		if err := r.add(r.input.Before, from, before, nil, false); err != nil {
			return err
		}
	}
	if stays {
		if err := r.add(r.input.After, from, after, c.AfterUnknown, !c.Actions.Forget()); err != nil {
			return err
		}
	}
	if c.Actions.Replace() {
		r.input.Replaced[from.address] = true
	}
	return nil
}

// hide puts other words in the place of texts that Terraform does not show, the same for the same text.
func (r *reader) hide(value, sensitive any) any {
	switch v := value.(type) {
	case string:
		if is, _ := sensitive.(bool); is {
			if r.hidden[v] == "" {
				r.hidden[v] = fmt.Sprintf("%s%d)", provider.HiddenPrefix, len(r.hidden)+1)
			}
			return r.hidden[v]
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) { // in each run the same words
			v[name] = r.hide(v[name], provider.Part(sensitive, name))
		}
	case []any:
		for i, element := range v {
			v[i] = r.hide(element, provider.Part(sensitive, i))
		}
	}
	return value
}

func readState(ctx context.Context, content []byte) (*Input, error) {
	var state tfjson.State
	state.UseJSONNumber(true)
	if err := state.UnmarshalJSON(content); err != nil {
		return nil, fmt.Errorf("the state cannot be read: %w", err)
	}
	r := newReader(ctx, "state", nil)
	if state.Values != nil {
		if err := r.addModule(state.Values.RootModule); err != nil {
			return nil, err
		}
	}
	r.input.Before = r.input.After
	for _, host := range r.input.After {
		for _, operator := range []bool{false, true} {
			for _, p := range host.Policies(operator) {
				host.HadPolicy(p)
			}
		}
	}
	r.finish()
	return r.input, nil
}

func (r *reader) addModule(module *tfjson.StateModule) error {
	if module == nil {
		return nil
	}
	for _, s := range module.Resources {
		if s.Mode == tfjson.ManagedResourceMode && strings.HasSuffix(s.ProviderName, "/rabbitmq") {
			var sensitive any
			if len(s.SensitiveValues) > 0 && decode(s.SensitiveValues, &sensitive) != nil {
				return fmt.Errorf("%s cannot be read: its sensitive values are not said", s.Address)
			}
			values, _ := r.hide(s.AttributeValues, sensitive).(map[string]any)
			if err := r.add(r.input.After, resource{s.Address, s.Type, s.ProviderName}, values, nil, false); err != nil {
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
func (r resource) own() bool { return ours(r.provider) }

// ours reports whether the address of a provider is that of this one, in whichever registry.
func ours(address string) bool {
	_, path, _ := strings.Cut(provider.Address(), "/")
	return strings.HasSuffix(address, "/"+path)
}

// add puts what a resource describes into virtual hosts. What is planned has to be what Terraform lets pass; a state may have what an import found.
func (r *reader) add(hosts map[string]*Host, from resource, values map[string]any, unknown any, planned bool) error {
	described := false
	collect := func(t *topology.VirtualHost, subject kit.Subject) {
		described = true
		host := r.host(hosts, t.Name, from.address)
		host.take(t, subject, from.address)
		host.Migrates[from.address] = values["on_replace"] == "migrate"
		host.Accepted[from.address], _ = values["lint_ignore"].([]any)
	}
	var open []string
	if from.own() {
		c, err := r.describer.Read(r.ctx, from.kind, values, unknown)
		if err == nil {
			err = c.Check(r.ctx, planned)
		}
		if err != nil {
			return fmt.Errorf("%s cannot be read: %w; was this written by hand, or by another version of the provider?", from.address, err)
		}
		open = c.Unknown
		c.Describe(r.ctx, collect)
	} else {
		var err error
		if open, err = others(from, values, unknown, collect); err != nil {
			return fmt.Errorf("%s cannot be read: %w", from.address, err)
		}
	}
	switch {
	case len(open) > 0 && described:
		r.input.Unknown = append(r.input.Unknown, from.address+": "+strings.Join(open, ", "))
	case len(open) > 0:
		r.input.Unknown = append(r.input.Unknown, from.address+", not looked at: "+strings.Join(open, ", "))
	}
	return nil
}

// host is the virtual host that a resource is in.
func (r *reader) host(hosts map[string]*Host, vhost, address string) *Host {
	broker, endpoint := r.brokers.of(address)
	name := vhost
	if broker != "" {
		name = fmt.Sprintf("%s of provider %s", vhost, broker)
	}
	host := hosts[name]
	if host == nil {
		host = newHost(vhost)
		host.Broker, host.Endpoint = broker, endpoint
		hosts[name] = host
	}
	return host
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
