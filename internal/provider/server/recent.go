package server

import (
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// recent remembers what was decoded last. Terraform validates, reads and plans one resource right after the other: its plan is asked for
// with the configuration that was just validated and the state that was just read, and decoding is most of what an unchanged
// resource costs.
type recent struct {
	mu     sync.Mutex
	values map[string]tftypes.Value
	// order is a ring of the keys, so that the oldest goes first.
	order [64]string // at two values each, more resources than Terraform works on at once unless told otherwise
	next  int
}

// decode reads an object of a type of resource; known is false if there is none.
func (r *recent) decode(k *kind, from *tfprotov6.DynamicValue) (object tftypes.Value, known bool) {
	if from == nil {
		return object, false
	}
	key := k.name + string(from.MsgPack)
	r.mu.Lock()
	object, found := r.values[key]
	r.mu.Unlock()
	if found {
		return object, true
	}
	object, err := from.Unmarshal(k.object)
	if err != nil || object.IsNull() || !object.IsKnown() {
		return object, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.values == nil {
		r.values = map[string]tftypes.Value{}
	}
	delete(r.values, r.order[r.next])
	r.values[key], r.order[r.next] = object, key
	r.next = (r.next + 1) % len(r.order)
	return object, true
}
