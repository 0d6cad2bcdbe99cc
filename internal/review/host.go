package review

import (
	"fmt"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Input is what is reviewed.
type Input struct {
	// Source says what was read: "plan", "state" or "definitions".
	Source string
	// Before and After are the virtual hosts, as they are and as they are to be, by name and, where a plan is for several brokers, by broker. They are
	// the same where nothing is to change.
	Before, After map[string]*Host
	// Replaced are the addresses of resources that the plan deletes and creates.
	Replaced map[string]bool
	// Unknown are the Terraform addresses of which it is not known until the apply what they are, with what is not known.
	Unknown []string
	// Providers are the settings of the provider blocks for each broker, by its name.
	Providers map[string]ProviderSettings
	// Several is true if the plan is for more than one broker.
	Several bool
	// Partial is true if only one of the virtual hosts is looked at.
	Partial bool
}

// Host is a virtual host and where its objects stand.
type Host struct {
	*topology.VirtualHost
	// Broker names the broker among several, by one of the provider blocks that are for it; empty for the first. Endpoint is that block's.
	Broker, Endpoint string
	// Addresses are the Terraform addresses of objects; objects that Terraform does not have are missing.
	Addresses map[topology.Object]string
	// Migrates are the addresses of resources that move messages into a queue that is made anew.
	Migrates map[string]bool
	// Ignored are the rules that say nothing about an object: what its resource is for makes them pointless, or its lint_ignore has them.
	Ignored map[topology.Ref][]string
	// Accepted are the rules that lint_ignore of the resource at an address has.
	Accepted map[string][]any
}

func newHost(name string) *Host {
	return &Host{topology.New(name), "", "", map[topology.Object]string{}, map[string]bool{}, map[topology.Ref][]string{}, map[string][]any{}}
}

// another is the same virtual host with nothing in it.
func (h *Host) another() *Host {
	host := newHost(h.Name)
	host.Broker, host.Endpoint = h.Broker, h.Endpoint
	return host
}

// address is where an object stands in the Terraform configuration; empty if it does not.
func (h *Host) address(ref topology.Ref) string {
	if ref.Kind != topology.KindBinding {
		return h.Addresses[ref.Object()]
	}
	for _, b := range h.BindingsNamed(ref.Name) {
		if address := h.Addresses[b.Object()]; address != "" {
			return address
		}
	}
	return ""
}

// accepts returns the address of the resource whose lint_ignore has a finding, empty if none has: that of the object, or of the policy that a
// setting of it is from, or was from.
func (h *Host) accepts(f lint.Finding) string {
	if slices.Contains(h.Ignored[f.Object], f.Rule) {
		return h.address(f.Object)
	}
	for _, ref := range h.causes(f) {
		if slices.Contains(h.Ignored[ref], f.Rule) {
			return h.address(ref)
		}
	}
	return ""
}

// where is the address of the object of a finding or, for one that Terraform does not have, of the policy that brings the finding.
func (h *Host) where(f lint.Finding) string {
	for _, ref := range append([]topology.Ref{f.Object}, h.causes(f)...) {
		if address := h.address(ref); address != "" {
			return address
		}
	}
	return ""
}

// causes are the policies that the setting of a queue that a finding is about is from, or was from.
func (h *Host) causes(f lint.Finding) (refs []topology.Ref) {
	q, row := h.Queue(f.Object.Name), queueargs.ByArgument(f.Field)
	if f.Object.Kind != topology.KindQueue || q == nil || row == nil {
		return nil
	}
	for _, effective := range []func(*topology.Queue, *queueargs.Row) (topology.Setting, bool){h.Effective, h.EffectiveBefore} {
		s, _ := effective(q, row)
		ref := topology.Ref{Kind: topology.KindPolicy, Name: s.Policy}
		if s.From == topology.FromOperatorPolicy {
			ref.Kind = topology.KindOperatorPolicy
		}
		if s.Policy != "" {
			refs = append(refs, ref)
		}
	}
	return refs
}

// names are those of all virtual hosts of both, sorted.
func (i *Input) names() []string {
	all := maps.Clone(i.Before)
	maps.Copy(all, i.After)
	return slices.Sorted(maps.Keys(all))
}

// only leaves out all virtual hosts but one.
func (i *Input) only(vhost string) error {
	names := i.names()
	for _, hosts := range []map[string]*Host{i.Before, i.After} {
		maps.DeleteFunc(hosts, func(_ string, host *Host) bool { return host.Name != vhost })
	}
	if len(i.Before)+len(i.After) == 0 {
		return fmt.Errorf("there is no virtual host %q in it, but %q", vhost, names)
	}
	i.Partial = true
	return nil
}
