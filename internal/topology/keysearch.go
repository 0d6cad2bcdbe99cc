package topology

import (
	"fmt"
	"maps"
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

// keysOf shows visit one key after the other that a pattern lets in, the shortest first, until it returns false: one of each kind that these
// exchanges take differently. It reports false if there may be others still.
func (v *VirtualHost) keysOf(pattern string, exchanges []string, visit func(key string) bool) (all bool) {
	tree := newKeyTree()
	tree.add(pattern).bindings = []*Binding{nil}
	left := min(searchEffort, v.effort())
	before := left
	s := keySearch{trees: []searchTree{{tree, true}}, steps: &left}
	for _, name := range exchanges {
		if e, from := v.exchangeAt(name), v.bySource[name]; e != nil && from != nil && (e.Type == "topic" || e.Type == "direct") {
			s.trees = append(s.trees, searchTree{from.keys, e.Type == "topic"})
		}
	}
	defer func() { v.spent += before - left }()
	return s.run(visit)
}

// effort is how much may still be spent on searches until anything changes. It grows with the topology, so that the time for all of it does
// not grow faster.
func (v *VirtualHost) effort() int {
	return max(0, 100_000+20*(len(v.queues)+len(v.bindings))-v.spent)
}

func (s *keySearch) run(visit func(key string) bool) (all bool) {
	first := part{}
	for _, t := range s.trees {
		first.at = append(first.at, t.start(t.wild))
	}
	pending := []part{first}
	seen := map[string]bool{first.place(): true}
	all = true
	for ; len(pending) > 0; pending = pending[1:] {
		p := pending[0]
		if len(p.at[0].taking()) > 0 && !visit(strings.Join(p.words, ".")) {
			return false
		}
		for _, word := range p.letters() {
			if *s.steps <= 0 {
				return false
			}
			next := s.follow(p, word)
			switch {
			case len(next.at[0]) == 0 || seen[next.place()]:
			case len(strings.Join(next.words, ".")) > maxKeyBytes:
				all = false
			default:
				seen[next.place()] = true
				pending = append(pending, next)
			}
		}
	}
	return all
}

func (s *keySearch) follow(p part, word string) part {
	next := part{words: append(slices.Clip(p.words), word), at: make([]nodeSet, len(s.trees))}
	for i, t := range s.trees {
		next.at[i] = p.at[i].step(word, t.wild)
		*s.steps -= 1 + len(p.at[i])
		if i == 0 && len(next.at[0]) == 0 {
			break
		}
	}
	return next
}

// letters are the words that may follow, as far as they make a difference: one that leads nowhere in particular stands for all others.
func (p part) letters() []string {
	free := slices.ContainsFunc(p.at[0], func(n *keyNode) bool { return n.word == "#" || n.next["*"] != nil })
	of := p.at
	if !free {
		of = of[:1]
	}
	named := map[string]bool{}
	for _, at := range of {
		for _, n := range at {
			for word := range n.next {
				named[word] = true
			}
		}
	}
	delete(named, "*")
	delete(named, "#")
	letters := slices.Sorted(maps.Keys(named))
	if free {
		letters = slices.Insert(letters, 0, otherWord(func(word string) bool { return named[word] }))
	}
	return letters
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
