package topology

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// searchEffort bounds how many steps one search of keys may take: what it has not found by then is not known.
	searchEffort = 20_000
	// maxKeyBytes is how long a routing key can be (AMQP 0-9-1, shortstr).
	maxKeyBytes = 255
)

// keySearch looks through the routing keys that a topic pattern lets in, and of those that exchanges cannot tell apart takes one. It follows all
// keys at once, word by word, through the pattern's tree and those of the exchanges: two parts of keys that stand at the same nodes of all
// trees go on alike, and so do all words that lead from none of these nodes.
type keySearch struct {
	trees []searchTree // the first is the pattern's
	// steps is how many may still be taken.
	steps *int
}

// searchTree is a tree of keys, and whether * and # are more than words in it.
type searchTree struct {
	*keyTree
	wild bool
}

// part is the beginning of routing keys.
type part struct {
	words []string
	at    []nodeSet // in each tree
}

// keysOf shows visit one key after the other that a pattern lets in, until it returns false: one of each kind that these exchanges take
// differently. It reports false if there may be others still. What it may do is taken from a purse.
func (v *VirtualHost) keysOf(of purse, pattern string, exchanges []string, visit func(key string) bool) (all bool) {
	tree := newKeyTree()
	tree.add(pattern).bindings = []*Binding{nil}
	left := min(searchEffort, v.effort(of))
	before := left
	s := keySearch{trees: []searchTree{{tree, true}}, steps: &left}
	for _, name := range exchanges {
		if e, from := v.exchangeAt(name), v.bySource[name]; e != nil && from != nil && (e.Type == "topic" || e.Type == "direct") {
			s.trees = append(s.trees, searchTree{from.keys, e.Type == "topic"})
		}
	}
	defer func() { v.spent[of] += before - left }()
	return s.run(visit)
}

// purse is what an effort is taken from.
type purse int

const (
	forLosses purse = iota
	forKinds
	forWays
	forRoutes
	purses
)

// effort is how much may still be done from a purse until anything changes. It grows with the topology, so that the time for all of it does not
// grow faster.
func (v *VirtualHost) effort(of purse) int {
	return max(0, 200_000+100*(len(v.queues)+len(v.bindings))-v.spent[of])
}

func (s *keySearch) run(visit func(key string) bool) (all bool) {
	first := part{}
	for _, t := range s.trees {
		first.at = append(first.at, t.start(t.wild))
	}
	seen := map[string]bool{first.place(): true}
	all = true
	enter := func(p part, word string) (part, bool) {
		next := s.follow(p, word)
		switch {
		case len(next.at[0]) == 0 || seen[next.place()]:
			return next, false
		case len(strings.Join(next.words, ".")) > maxKeyBytes:
			all = false
			return next, false
		}
		seen[next.place()] = true
		return next, true
	}
	// The words that only exchanges name come last: there may be thousands, and most keys are lost or go round without them.
	pending := []part{first}
	for len(pending) > 0 {
		var later []part
		for ; len(pending) > 0; pending = pending[1:] {
			p := pending[0]
			if len(p.at[0].taking()) > 0 && !visit(strings.Join(p.words, ".")) {
				return false
			}
			own, free := p.ownLetters()
			for _, word := range own {
				if *s.steps <= 0 {
					return false
				}
				if next, fresh := enter(p, word); fresh {
					pending = append(pending, next)
				}
			}
			if free {
				later = append(later, p)
			}
		}
		for _, p := range later {
			for _, word := range p.namedLetters() {
				if *s.steps--; *s.steps <= 0 {
					return false
				}
				if next, fresh := enter(p, word); fresh {
					pending = append(pending, next)
				}
			}
		}
	}
	return all
}

func (s *keySearch) follow(p part, word string) part {
	next := part{words: append(slices.Clip(p.words), word), at: make([]nodeSet, len(s.trees))}
	for i, t := range s.trees {
		if i > 0 && len(p.at[i]) == 0 {
			continue
		}
		next.at[i] = p.at[i].step(word, t.wild)
		*s.steps -= 1 + len(p.at[i])
		if i == 0 && len(next.at[0]) == 0 {
			break
		}
	}
	return next
}

// ownLetters are the words that the pattern itself names next and, if it lets any word follow (free), one that leads nowhere in particular, in any
// tree, and stands for all such words.
func (p part) ownLetters() (letters []string, free bool) {
	letters = p.at[0].names()
	free = slices.ContainsFunc(p.at[0], func(n *keyNode) bool { return n.word == "#" || n.next["*"] != nil })
	if free {
		letters = slices.Insert(letters, 0, otherWord(func(word string) bool {
			return slices.ContainsFunc(p.at, func(at nodeSet) bool {
				return slices.ContainsFunc(at, func(n *keyNode) bool { return n.next[word] != nil })
			})
		}))
	}
	return letters, free
}

// namedLetters are the words that the exchanges name next.
func (p part) namedLetters() (letters []string) {
	for _, at := range p.at[1:] {
		letters = append(letters, at.names()...)
	}
	slices.Sort(letters)
	return slices.Compact(letters)
}

// names returns the words that lead on, sorted.
func (s nodeSet) names() (all []string) {
	for _, n := range s {
		for word := range n.next {
			if word != "*" && word != "#" {
				all = append(all, word)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// otherWord returns a word that is none of those.
func otherWord(taken func(word string) bool) string {
	word := "other"
	for i := 2; taken(word); i++ {
		word = fmt.Sprint("other", i)
	}
	return word
}

// place tells apart where keys stand in the trees.
func (p part) place() string {
	var text []byte
	for _, at := range p.at {
		for _, n := range at {
			text = append(text, byte(n.number), byte(n.number>>8), byte(n.number>>16), byte(n.number>>24))
		}
		text = append(text, 0xff, 0xff, 0xff, 0xff)
	}
	return string(text)
}
