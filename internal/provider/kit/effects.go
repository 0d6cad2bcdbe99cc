package kit

import "github.com/delaytier/terraform-provider-rabbitmq/internal/topology"

// NoteEffects records what a planned policy does to queues, before it is put into the view.
func (v *View) NoteEffects(ref topology.Ref, effects []topology.Effect) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.effects[ref] = effects
}

// NotedEffects returns what was recorded of a policy.
func (v *View) NotedEffects(ref topology.Ref) []topology.Effect {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.effects[ref]
}
