package kit

import "testing"

func TestKindsOfObjectsHaveAPlural(t *testing.T) {
	for kind, want := range map[string]string{"queue": "queues", "operator policy": "operator policies"} {
		if got := plural(kind); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
