package rabbitmq

import (
	"cmp"
	"context"
	"sync"
)

// listings holds one snapshot for each virtual host and kind of object, for the life of
// the client.
type listings struct {
	mu                 sync.Mutex
	pace               pace
	queuesOf           map[string]*snapshot[string, Queue]
	exchangesOf        map[string]*snapshot[string, Exchange]
	bindingsOf         map[string]*snapshot[BindingKey, Binding]
	policiesOf         map[string]*snapshot[string, Policy]
	operatorPoliciesOf map[string]*snapshot[string, Policy]
}

func lookUp[K comparable, V any](l *listings, of *map[string]*snapshot[K, V], vhost string, create func() *snapshot[K, V]) *snapshot[K, V] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, ok := (*of)[vhost]; ok {
		return s
	}
	if *of == nil {
		*of = map[string]*snapshot[K, V]{}
	}
	s := create()
	s.pace = &l.pace
	(*of)[vhost] = s
	return s
}

func (l *listings) queues(c *Client, vhost string) *snapshot[string, Queue] {
	return lookUp(l, &l.queuesOf, vhost, func() *snapshot[string, Queue] {
		return &snapshot[string, Queue]{
			single:   func(ctx context.Context, name string) (Queue, error) { return c.readQueue(ctx, vhost, name) },
			list:     func(ctx context.Context) ([]Queue, error) { return c.listQueues(ctx, vhost) },
			expected: func(ctx context.Context) int { return c.objects(ctx).Queues },
			key:      func(q Queue) string { return q.Name },
			marks:    func(name string) []mark { return []mark{queueMark(name)} },
			compare:  func(a, b Queue) int { return cmp.Compare(a.Name, b.Name) },
		}
	})
}

func (l *listings) exchanges(c *Client, vhost string) *snapshot[string, Exchange] {
	return lookUp(l, &l.exchangesOf, vhost, func() *snapshot[string, Exchange] {
		return &snapshot[string, Exchange]{
			single:   func(ctx context.Context, name string) (Exchange, error) { return c.readExchange(ctx, vhost, name) },
			list:     func(ctx context.Context) ([]Exchange, error) { return c.listExchanges(ctx, vhost) },
			expected: func(ctx context.Context) int { return c.objects(ctx).Exchanges },
			key:      func(e Exchange) string { return e.Name },
			marks:    func(name string) []mark { return []mark{exchangeMark(name)} },
			compare:  func(a, b Exchange) int { return cmp.Compare(a.Name, b.Name) },
		}
	})
}

func (l *listings) bindings(c *Client, vhost string) *snapshot[BindingKey, Binding] {
	return lookUp(l, &l.bindingsOf, vhost, func() *snapshot[BindingKey, Binding] {
		return &snapshot[BindingKey, Binding]{
			single: func(ctx context.Context, k BindingKey) (Binding, error) { return c.readBinding(ctx, vhost, k) },
			list:   func(ctx context.Context) ([]Binding, error) { return c.listBindings(ctx, vhost) },
			// The broker does not say how many bindings there are.
			expected: func(ctx context.Context) int { return c.objects(ctx).Queues },
			key:      Binding.Key,
			marks: func(k BindingKey) []mark {
				destination := queueMark(k.Destination)
				if k.DestinationType == "exchange" {
					destination = exchangeMark(k.Destination)
				}
				return []mark{bindingMark(k), destination, exchangeMark(k.Source)}
			},
			compare: compareBindings,
		}
	})
}

func compareBindings(a, b Binding) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.DestinationType, b.DestinationType),
		cmp.Compare(a.Destination, b.Destination), cmp.Compare(a.PropertiesKey, b.PropertiesKey))
}

// policies are never read singly.
func (l *listings) policies(c *Client, vhost string, operator bool) *snapshot[string, Policy] {
	of := &l.policiesOf
	if operator {
		of = &l.operatorPoliciesOf
	}
	return lookUp(l, of, vhost, func() *snapshot[string, Policy] {
		return &snapshot[string, Policy]{
			list:    func(ctx context.Context) ([]Policy, error) { return c.listPolicies(ctx, vhost, operator) },
			key:     func(p Policy) string { return p.Name },
			compare: func(a, b Policy) int { return cmp.Compare(a.Name, b.Name) },
		}
	})
}

// objects gives the totals from the overview, or a guess where there are none.
func (c *Client) objects(ctx context.Context) ObjectTotals {
	const guess = 1000
	o, err := c.Overview(ctx)
	if err != nil || o.Objects.Exchanges == 0 {
		return ObjectTotals{Queues: guess, Exchanges: guess}
	}
	return o.Objects
}
