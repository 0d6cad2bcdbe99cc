package objectset

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// patience is how long what was made may take to be taken back, also after the operation was cancelled or ran out of time.
const patience = 30 * time.Second

// undo takes back what a creation that failed has made, and returns what could not be taken back. That is all of it if a message has come: its
// way may lead through any of the objects.
func (a *applier) undo(ctx context.Context) Inventory {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var queues, exchanges []string
	for _, ref := range a.made {
		if ref.Kind == topology.KindQueue {
			queues = append(queues, ref.Name)
		} else {
			exchanges = append(exchanges, ref.Name)
		}
	}
	left := newInventory()
	keeps := a.eachOf(ctx, queues, func(ctx context.Context, name string) bool {
		held, err := a.holds(ctx, a.after.Queues[name])
		return err != nil || held != ""
	})
	inUse := slices.Contains(keeps, true)
	for _, name := range exchanges {
		if inUse || a.base.Client.DeleteExchange(ctx, a.Vhost, name) != nil { // one after another, as in deleteExchanges
			left.Exchanges[name] = a.after.Exchanges[name]
		}
	}
	stays := a.eachOf(ctx, queues, func(ctx context.Context, name string) bool { return inUse || a.discard(ctx, name) != nil })
	for i, name := range queues {
		if stays[i] {
			left.Queues[name] = a.after.Queues[name]
		}
	}
	return left
}

// eachOf asks something of each queue.
func (a *applier) eachOf(ctx context.Context, queues []string, is func(ctx context.Context, name string) bool) []bool {
	answers, _ := each(ctx, queues, a.diags, func(ctx context.Context, name string, _ *diag.Diagnostics) (bool, bool) { return is(ctx, name), true })
	return answers
}

// discard deletes a queue unless it holds messages.
func (a *applier) discard(ctx context.Context, name string) error {
	q := a.after.Queues[name]
	held, err := a.holds(ctx, q)
	switch {
	case err != nil:
		return err
	case held != "":
		return fmt.Errorf("it holds %s", held)
	}
	classic := q.Type == string(queueargs.Classic)
	return a.base.Client.DeleteQueue(ctx, a.Vhost, name, rabbitmq.DeleteQueueOptions{IfEmpty: classic, IfUnused: classic})
}

// whatIsLeft is what the broker has after an update that failed, as far as is known: what it had and what was done. The next refresh finds
// out the rest.
func (a *applier) whatIsLeft(before Inventory) Inventory {
	for name, q := range before.Queues {
		if _, known := a.after.Queues[name]; !known {
			// It was deleted, or is about to be: a queue in the state that is not there is taken out by the refresh, one that is missing
			// in the state would be forgotten.
			a.after.Queues[name] = q
		}
	}
	return a.after
}

func (i Inventory) clone() Inventory {
	clone := newInventory()
	maps.Copy(clone.Exchanges, i.Exchanges)
	maps.Copy(clone.Queues, i.Queues)
	clone.Bindings = slices.Clone(i.Bindings)
	return clone
}
