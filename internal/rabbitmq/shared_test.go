package rabbitmq

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestConcurrentCallersShareOneFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared[int]
		var runs atomic.Int32
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				v, err := s.do(t.Context(), func(context.Context) (int, error) {
					time.Sleep(time.Second)
					return int(runs.Add(1)), nil
				})
				if v != 1 || err != nil {
					t.Errorf("got %d, %v", v, err)
				}
			})
		}
		wg.Wait()
	})
}

func TestACancelledWaiterLeavesTheFlightToTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared[string]
		work := func(ctx context.Context) (string, error) {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-time.After(10 * time.Second):
				return "landed", nil
			}
		}
		impatient, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			start := time.Now()
			if _, err := s.do(impatient, work); !errors.Is(err, context.Canceled) || time.Since(start) != time.Second {
				t.Errorf("the cancelled waiter got %v after %s", err, time.Since(start))
			}
		})
		wg.Go(func() {
			if v, err := s.do(t.Context(), work); v != "landed" || err != nil {
				t.Errorf("the other waiter got %q, %v", v, err)
			}
		})
		time.Sleep(time.Second)
		cancel()
		wg.Wait()
	})
}

func TestAFlightThatNobodyWaitsForIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared[int]
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		cancelled := make(chan struct{})
		_, err := s.do(ctx, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			close(cancelled)
			return 0, ctx.Err()
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		<-cancelled
		// The next caller does not join the wreck.
		if v, err := s.do(t.Context(), func(context.Context) (int, error) { return 7, nil }); v != 7 || err != nil {
			t.Errorf("got %d, %v", v, err)
		}
	})
}

func TestMemoKeepsSuccessAndNotFailure(t *testing.T) {
	var m memo[int]
	failure := errors.New("no")
	if _, err := m.get(t.Context(), func(context.Context) (int, error) { return 0, failure }); !errors.Is(err, failure) {
		t.Fatal(err)
	}
	for range 2 {
		v, err := m.get(t.Context(), func(context.Context) (int, error) { return 1, nil })
		if v != 1 || err != nil {
			t.Fatal(v, err)
		}
	}
	v, err := m.get(t.Context(), func(context.Context) (int, error) { return 2, nil })
	if v != 1 || err != nil {
		t.Errorf("found out again: %d, %v", v, err)
	}
}
