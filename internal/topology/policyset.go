package topology

import (
	"maps"
	"regexp/syntax"
)

// alternateExchange is the key of policies, and the argument, for what an exchange does not route.
const alternateExchange = "alternate-exchange"

// policySet holds policies so that of ten thousand only those are looked at that a name may be meant by.
type policySet struct {
	all map[policyKey]*compiledPolicy
	// byPart are the same by what each name contains that they match; lengths counts these texts by their lengths.
	byPart  map[string]map[policyKey]*compiledPolicy
	lengths map[int]int
	// alternates is the number of those that can give exchanges an alternate exchange.
	alternates int
}

func newPolicySet() *policySet {
	return &policySet{map[policyKey]*compiledPolicy{}, map[string]map[policyKey]*compiledPolicy{}, map[int]int{}, 0}
}

func (s *policySet) put(p *compiledPolicy) {
	key := policyKey{p.Name, p.Operator}
	s.remove(key)
	s.all[key] = p
	if s.byPart[p.part] == nil {
		s.byPart[p.part] = map[policyKey]*compiledPolicy{}
		s.lengths[len(p.part)]++
	}
	s.byPart[p.part][key] = p
	s.alternates += givesAlternate(p)
}

func (s *policySet) remove(key policyKey) {
	p := s.all[key]
	if p == nil {
		return
	}
	delete(s.all, key)
	s.alternates -= givesAlternate(p)
	delete(s.byPart[p.part], key)
	if len(s.byPart[p.part]) == 0 {
		delete(s.byPart, p.part)
		if s.lengths[len(p.part)]--; s.lengths[len(p.part)] == 0 {
			delete(s.lengths, len(p.part))
		}
	}
}

func (s *policySet) clone() *policySet {
	c := &policySet{maps.Clone(s.all), map[string]map[policyKey]*compiledPolicy{}, maps.Clone(s.lengths), s.alternates}
	for part, policies := range s.byPart {
		c.byPart[part] = maps.Clone(policies)
	}
	return c
}

// of calls each for the policies that may match a name, in no order.
func (s *policySet) of(name string, each func(*compiledPolicy)) {
	seen := map[string]bool{}
	for length := range s.lengths {
		for i := 0; i+length <= len(name); i++ {
			part := name[i : i+length]
			policies := s.byPart[part]
			if len(policies) == 0 || seen[part] {
				continue
			}
			seen[part] = true
			for _, p := range policies {
				each(p)
			}
		}
	}
}

// givesAlternate is 1 for a policy that can give exchanges an alternate exchange.
func givesAlternate(p *compiledPolicy) int {
	if _, gives := p.Definition[alternateExchange]; gives && appliesToExchanges(p.Policy) {
		return 1
	}
	return 0
}

// partOf returns what each name contains that a pattern matches: the longest of such texts, empty if there is none or if that cannot be told.
func partOf(pattern string) string {
	if !ascii(pattern) || compile(pattern).exact == nil {
		return ""
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	parts := []*syntax.Regexp{tree}
	if tree.Op == syntax.OpConcat {
		parts = tree.Sub
	}
	longest := ""
	for _, part := range parts {
		if text := string(part.Rune); part.Op == syntax.OpLiteral && part.Flags&syntax.FoldCase == 0 && len(text) > len(longest) {
			longest = text
		}
	}
	return longest
}
