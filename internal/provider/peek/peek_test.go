package peek

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/go-version"
)

// A message that is given and taken back must not be dropped, or made to wait, for it.
func TestOnlyQueuesThatTakeAMessageBackUnharmedAreAskedForOne(t *testing.T) {
	for name, c := range map[string]struct {
		argument, policy any
		inUse            bool
		// old is 3.10, counting 4.0 and new 4.3.
		old, counting, new bool
	}{
		"no limit":               {nil, nil, false, true, true, true},
		"no limit, in use":       {nil, nil, true, true, false, true},
		"limited":                {json.Number("20"), nil, false, false, false, true},
		"limited to nothing":     {json.Number("0"), nil, false, false, false, true},
		"limited by policy":      {json.Number("-1"), json.Number("5"), false, false, false, true},
		"unlimited":              {json.Number("-1"), nil, true, true, true, true},
		"unlimited by policy":    {nil, json.Number("-1"), true, true, true, true},
		"never reached":          {json.Number("2147483647"), nil, true, true, true, true},
		"reached by some number": {json.Number("2147483646"), nil, false, false, false, true},
		"no number that we know": {json.Number("99999999999999999999"), nil, false, false, false, true},
	} {
		arguments, policy := map[string]any{}, map[string]any{}
		if c.argument != nil {
			arguments["x-delivery-limit"] = c.argument
		}
		if c.policy != nil {
			policy["delivery-limit"] = c.policy
		}
		for v, want := range map[string]bool{"3.10.8": c.old, "4.0.5": c.counting, "4.2.9": c.counting, "4.3.6": c.new} {
			if got := harmless(version.Must(version.NewVersion(v)), arguments, policy, c.inUse); got != want {
				t.Errorf("%s on %s: %t", name, v, got)
			}
		}
	}
	for kind, ask := range map[string]bool{"all": false, "returned": false, "failed": true, "disabled": true} {
		v := version.Must(version.NewVersion("4.3.6"))
		if harmless(v, map[string]any{"x-delayed-retry-type": kind}, nil, false) != ask || harmless(v, nil, map[string]any{"delayed-retry-type": kind}, false) != ask {
			t.Errorf("delayed retry of %s: not %t", kind, ask)
		}
	}
}
