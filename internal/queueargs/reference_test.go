package queueargs

import (
	"strings"
	"testing"
)

func TestReferenceHasOneRowPerArgument(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(Reference()), "\n")
	if len(lines) != len(Table)+2 {
		t.Fatalf("%d lines for %d arguments", len(lines), len(Table))
	}
	columns := strings.Count(lines[0], "|")
	for i, line := range lines {
		if strings.Count(line, "|") != columns {
			t.Errorf("not %d columns: %s", columns-1, line)
		}
		if i > 1 && !strings.HasPrefix(line, "| `"+Table[i-2].Argument+"` |") {
			t.Errorf("line %d is not about %s", i, Table[i-2].Argument)
		}
	}
}

func TestReferenceSaysWhatDiffersByVersionAndType(t *testing.T) {
	reference := Reference()
	for _, want := range []string{
		"| `x-message-ttl` | `message_ttl` | duration, 0s to 87600h0m0s | quorum; classic | `message-ttl` | the smaller wins |",
		"| `x-expires` | `expires` | duration, 1ms to 87600h0m0s | quorum; classic | `expires` | the smaller wins; quorum: the policy wins, the smaller wins from 4.0.0 |",
		"| `x-delayed-retry-type` | `delayed_retry.type` | `disabled`, `all`, `failed`, `returned` | quorum (ignored, taken from 4.3.0); " +
			"classic (ignored, refused from 4.3.0); stream (ignored, refused from 4.3.0) | `delayed-retry-type` from 4.3.1 | the policy wins |",
		"| quorum (`reject-publish-dlx` ignored); classic | `overflow`, in operator policies from 3.12.7 |",
		"| classic (`1` taken, ignored from 4.0.0, refused from 4.3.0) | `queue-version`",
		"| `dead-letter-exchange`, not in operator policies | the argument wins |",
	} {
		if !strings.Contains(reference, want) {
			t.Errorf("missing: %s", want)
		}
	}
}
