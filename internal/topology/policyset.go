package topology

import (
	"iter"
	"maps"
)

// alternateExchange is the key of policies, and the argument, for what an exchange does not route.
const alternateExchange = "alternate-exchange"

// policySet is a set of policies. Of ten thousand queues each may have a policy of its own, and only those that may match a name are looked at.
type policySet struct {
	all map[policyKey]*compiledPolicy
	// narrow are those that match one name only, by that name; wide are all others.
	narrow map[string]map[policyKey]*compiledPolicy
	wide   map[policyKey]*compiledPolicy
	// diverting are those that name an alternate exchange.
	diverting map[policyKey]*compiledPolicy
}

func newPolicySet(policies ...*compiledPolicy) *policySet {
	s := &policySet{
		all: map[policyKey]*compiledPolicy{}, narrow: map[string]map[policyKey]*compiledPolicy{},
		wide: map[policyKey]*compiledPolicy{}, diverting: map[policyKey]*compiledPolicy{},
	}
	for _, p := range policies {
		s.put(p)
	}
	return s
}

// put adds a policy or replaces the one of the same kind and name.
func (s *policySet) put(p *compiledPolicy) {
	key := policyKey{p.Name, p.Operator}
	s.remove(key)
	s.all[key] = p
	if p.Definition[alternateExchange] != nil {
		s.diverting[key] = p
	}
	if !p.literal {
		s.wide[key] = p
		return
	}
	if s.narrow[p.only] == nil {
		s.narrow[p.only] = map[policyKey]*compiledPolicy{}
	}
	s.narrow[p.only][key] = p
}

func (s *policySet) remove(key policyKey) {
	if p := s.all[key]; p != nil && p.literal {
		delete(s.narrow[p.only], key)
	}
	delete(s.all, key)
	delete(s.wide, key)
	delete(s.diverting, key)
}

// near are the policies whose patterns may match a name.
func (s *policySet) near(name string) iter.Seq[*compiledPolicy] {
	return func(yield func(*compiledPolicy) bool) {
		for _, some := range []map[policyKey]*compiledPolicy{s.narrow[name], s.wide} {
			for p := range maps.Values(some) {
				if !yield(p) {
					return
				}
			}
		}
	}
}
