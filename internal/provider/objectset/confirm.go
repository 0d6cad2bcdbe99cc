package objectset

import (
	"context"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// confirm reports whether the objects that an update leaves as they are still are what was planned: somebody may have deleted them since, or
// declared them anew. It costs no requests: they were listed when this apply began.
func (a *applier) confirm(ctx context.Context, w work) bool {
	for _, x := range a.Exchanges {
		if _, stays := a.after.Exchanges[x.Name]; stays && !w.makes(topology.Ref{Kind: topology.KindExchange, Name: x.Name}) &&
			!exchange.Confirm(ctx, a.base, a.Vhost, x.Name, x.ExchangeSettings, a.diags) {
			return false
		}
	}
	for _, q := range a.Queues {
		name := q.Name.ValueString()
		if have, stays := a.after.Queues[name]; stays && !w.makes(topology.Ref{Kind: topology.KindQueue, Name: name}) &&
			!queuekit.Confirm(ctx, a.base, a.owned(q), kit.Dynamic(have.Arguments), a.diags) {
			return false
		}
	}
	return true
}

// makes reports whether an exchange or a queue is made, or made anew.
func (w work) makes(ref topology.Ref) bool {
	for _, of := range [][]Exchange{w.newExchanges, w.otherExchanges} {
		for _, x := range of {
			if ref == (topology.Ref{Kind: topology.KindExchange, Name: x.Name}) {
				return true
			}
		}
	}
	for _, of := range [][]Queue{w.newQueues, w.otherQueues} {
		for _, q := range of {
			if ref == (topology.Ref{Kind: topology.KindQueue, Name: q.Name.ValueString()}) {
				return true
			}
		}
	}
	return false
}
