package objectset

import (
	"slices"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// work is what turns an inventory into a set.
type work struct {
	newExchanges, otherExchanges []Exchange
	newQueues                    []Queue
	// otherQueues are there with other settings, and are deleted and made again.
	otherQueues []Queue
	// bind are the bindings to make, those among them that a replaced queue or exchange takes with it. unbind are those to take away.
	bind, unbind  []rabbitmq.Binding
	goneExchanges []string
	goneQueues    []Existing
}

// compare finds out what is to be done on a broker of version v. Queues that retire stay.
func (s Set) compare(v *version.Version, have Inventory, retiring []string, policy string) work {
	var w work
	replaced := map[string]bool{}
	for _, x := range s.Exchanges {
		switch there, ok := have.Exchanges[x.Name]; {
		case !ok:
			w.newExchanges = append(w.newExchanges, x)
		case len(exchange.Differences(x.ExchangeSettings, there)) > 0:
			w.otherExchanges = append(w.otherExchanges, x)
			replaced["exchange "+x.Name] = true
		}
	}
	for _, q := range s.Queues {
		name := q.Name.ValueString()
		switch there, ok := have.Queues[name]; {
		case !ok:
			w.newQueues = append(w.newQueues, q)
		case len(queuekit.Differences(q.Spec, q.Arguments(v), there.prior(policy))) > 0:
			w.otherQueues = append(w.otherQueues, q)
			replaced["queue "+name] = true
		}
	}
	var wanted Inventory
	for _, b := range s.Bindings {
		wanted.add(b.Binding)
		if !have.has(b.Binding) || replaced["exchange "+b.Source] || replaced[b.DestinationType+" "+b.Destination] {
			w.bind = append(w.bind, b.Binding)
		}
	}
	for _, old := range have.Bindings {
		if !wanted.has(old) {
			w.unbind = append(w.unbind, old)
		}
	}
	for _, name := range union(nil, have.Exchanges) {
		if !slices.Contains(s.exchangeNames(), name) {
			w.goneExchanges = append(w.goneExchanges, name)
		}
	}
	for _, name := range union(nil, have.Queues) {
		if !slices.Contains(s.queueNames(), name) && !slices.Contains(retiring, name) {
			w.goneQueues = append(w.goneQueues, have.Queues[name])
		}
	}
	return w
}

// Covers reports whether all that an inventory has is wanted as it is, by a broker of version v.
func (s Set) Covers(have Inventory, v *version.Version) bool {
	w := s.compare(v, have, nil, "")
	return len(w.otherExchanges)+len(w.otherQueues)+len(w.goneExchanges)+len(w.goneQueues)+len(w.unbind) == 0
}
