package objectset

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// What a destruction that is refused has taken before leaves messages without a way: classic queues dead-letter at most once and
// drop them, quorum queues keep them with at-least-once.
func TestARefusedDestructionSaysWhatItHasTaken(t *testing.T) {
	for kind, says := range map[string]string{
		"classic": "classic queues drop the messages whose time is over",
		"quorum":  "messages whose time is over arrive nowhere and stay",
	} {
		have := newInventory()
		have.Queues["q"] = Existing{Queue: rabbitmq.Queue{Name: "q", Type: kind}}
		for _, text := range []string{have.goesFirst(), have.goneFirst()} {
			if !strings.Contains(text, says) || !strings.Contains(text, "routes, bindings, the queues that messages arrive in") {
				t.Errorf("%s: %s", kind, text)
			}
		}
	}
}
