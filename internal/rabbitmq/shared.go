package rabbitmq

import (
	"context"
	"sync"
)

// shared lets concurrent callers wait for one flight of the same work. A caller
// whose context ends stops waiting at once; the work goes on for the others and is
// cancelled when nobody waits any more.
type shared[T any] struct {
	mu      sync.Mutex
	current *flight[T]
}

type flight[T any] struct {
	done    chan struct{}
	value   T
	err     error
	waiters int
	cancel  context.CancelFunc
}

func (s *shared[T]) do(ctx context.Context, work func(context.Context) (T, error)) (T, error) {
	s.mu.Lock()
	f := s.current
	if f == nil {
		workCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		f = &flight[T]{done: make(chan struct{}), cancel: cancel}
		s.current = f
		go func() {
			value, err := work(workCtx)
			cancel()
			s.mu.Lock()
			f.value, f.err = value, err
			if s.current == f {
				s.current = nil
			}
			s.mu.Unlock()
			close(f.done)
		}()
	}
	f.waiters++
	s.mu.Unlock()

	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		s.mu.Lock()
		f.waiters--
		if f.waiters == 0 {
			f.cancel()
			if s.current == f {
				s.current = nil
			}
		}
		s.mu.Unlock()
		var zero T
		return zero, context.Cause(ctx)
	}
}

// memo is a value that is found out once. Failures are not kept.
type memo[T any] struct {
	flight shared[T]
	mu     sync.Mutex
	known  bool
	value  T
}

func (m *memo[T]) get(ctx context.Context, find func(context.Context) (T, error)) (T, error) {
	if value, known := m.peek(); known {
		return value, nil
	}
	return m.flight.do(ctx, func(ctx context.Context) (T, error) {
		// Another flight may have landed since the look above.
		if value, known := m.peek(); known {
			return value, nil
		}
		value, err := find(ctx)
		if err == nil {
			m.mu.Lock()
			m.known, m.value = true, value
			m.mu.Unlock()
		}
		return value, err
	})
}

func (m *memo[T]) peek() (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value, m.known
}

// perVhost keeps a memo for each virtual host.
type perVhost[T any] struct {
	mu   sync.Mutex
	memo map[string]*memo[T]
}

func (p *perVhost[T]) of(vhost string) *memo[T] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.memo == nil {
		p.memo = map[string]*memo[T]{}
	}
	if p.memo[vhost] == nil {
		p.memo[vhost] = &memo[T]{}
	}
	return p.memo[vhost]
}
