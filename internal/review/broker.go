package review

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// AddBroker adds what a broker has in the virtual hosts of a plan or a state: objects that Terraform does not have, the broker's version, and
// how many messages queues hold. Virtual hosts that do not exist yet stay as they are. Of several brokers it is the one whose endpoint is written in a
// provider block; it is an error if none is.
func (i *Input) AddBroker(ctx context.Context, client *rabbitmq.Client, endpoint string) error {
	if !slices.ContainsFunc(slices.Collect(maps.Values(i.After)), func(h *Host) bool { return i.on(h, endpoint) }) && len(i.names()) > 0 {
		return fmt.Errorf("the plan is for several brokers, and no provider block has the endpoint %q of --broker", endpoint)
	}
	for _, name := range i.names() {
		before, after := i.Before[name], i.After[name]
		if after == nil {
			after = before.another()
			i.After[name] = after
		}
		if !i.on(after, endpoint) {
			continue
		}
		live, err := kit.Live(ctx, client, after.Name)
		if err != nil {
			return fmt.Errorf("virtual host %q: %w", name, err)
		}
		if live == nil {
			i.Unknown = append(i.Unknown, fmt.Sprintf("virtual host %q: the broker has none of that name", name))
			continue
		}
		totals, err := client.QueueTotals(ctx, after.Name)
		if err != nil {
			return fmt.Errorf("virtual host %q: %w", name, err)
		}
		after.addLive(live, before)
		for _, host := range []*Host{before, after} {
			if host == nil {
				continue
			}
			for _, q := range host.Queues() {
				if total, there := totals[q.Name]; there {
					q.Messages, q.Consumers = total.Messages, total.Consumers
				}
			}
		}
	}
	return nil
}

// on reports whether a virtual host is on the broker at the endpoint of the environment, which is that of a provider block that has none.
func (i *Input) on(host *Host, endpoint string) bool {
	return !i.Several || host.Endpoint == "" || host.Endpoint == sameEndpoint(endpoint)
}

// addLive adds what the broker has and Terraform has not. What Terraform has had before is in the broker and goes.
func (h *Host) addLive(live *topology.VirtualHost, before *Host) {
	had := func(ref topology.Ref) bool { return before != nil && before.Addresses[ref.Object()] != "" }
	h.Version, h.ExchangeTypes, h.Complete = live.Version, live.ExchangeTypes, true
	for _, x := range live.Exchanges() {
		ref := topology.Ref{Kind: topology.KindExchange, Name: x.Name}
		if h.Addresses[ref.Object()] == "" && !had(ref) {
			h.PutExchange(x)
		}
	}
	for _, q := range live.Queues() {
		ref := topology.Ref{Kind: topology.KindQueue, Name: q.Name}
		if h.Addresses[ref.Object()] == "" && !had(ref) {
			h.PutQueue(q)
		}
	}
	for _, operator := range []bool{false, true} {
		for _, p := range live.Policies(operator) {
			if h.Addresses[p.Ref().Object()] == "" && !had(p.Ref()) {
				h.PutPolicy(p)
			}
			h.HadPolicy(p)
		}
	}
	for _, x := range live.Exchanges() {
		for _, b := range live.BindingsFrom(x.Name) {
			o := b.Object()
			gone := before != nil && before.Addresses[o] != ""
			if h.Addresses[o] != "" || gone || !h.ends(b) {
				continue
			}
			if h.goes(b) {
				// It goes along.
				along := *b
				along.Change = topology.Deleted
				b = &along
			}
			h.PutBinding(b)
		}
	}
}

// goes reports whether the plan deletes an end of a binding.
func (h *Host) goes(b *topology.Binding) bool {
	if h.Exchange(b.Source).Change == topology.Deleted {
		return true
	}
	if b.DestinationKind == topology.KindQueue {
		return h.Queue(b.Destination).Change == topology.Deleted
	}
	return h.Exchange(b.Destination).Change == topology.Deleted
}

// ends reports whether both ends of a binding are there.
func (h *Host) ends(b *topology.Binding) bool {
	if h.Exchange(b.Source) == nil {
		return false
	}
	if b.DestinationKind == topology.KindQueue {
		return h.Queue(b.Destination) != nil
	}
	return h.Exchange(b.Destination) != nil
}
