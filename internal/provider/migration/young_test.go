package migration

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestQueuesRipenFromWhenTheyWereSeenFirst(t *testing.T) {
	var y young
	y.see("q", true)
	first := y["q"]
	y.see("q", true)
	if !y["q"].Equal(first) {
		t.Error("seeing it again makes it younger")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := y.ripen(ended, "q"); !errors.Is(err, context.Canceled) {
		t.Errorf("a young queue is waited for: %v", err)
	}
	y["q"] = time.Now().Add(-durable)
	if err := y.ripen(t.Context(), "q"); err != nil {
		t.Error(err)
	}
	y.see("q", false)
	if _, known := y["q"]; known {
		t.Error("a queue that is declared anew would be taken for the old one")
	}
}
