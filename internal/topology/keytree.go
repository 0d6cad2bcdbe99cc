package topology

import (
	"cmp"
	"slices"
	"strings"
)

// keyTree holds the bindings of an exchange by the words of their routing keys, as rabbit_exchange_type_topic.erl does, so that matching a key
// takes time by the words that it shares with them, and not by their number. Whether * and # are more than words is for the exchange to say.
type keyTree struct {
	root *keyNode
	// size is the number of nodes that there have been; each has a number of its own.
	size int
}

// keyNode is reached by the words of a routing key, or of a part that keys begin with.
type keyNode struct {
	number   int
	word     string // that leads here
	next     map[string]*keyNode
	bindings []*Binding
	links    int // bindings to exchanges
}

func newKeyTree() *keyTree { return &keyTree{root: &keyNode{}, size: 1} }

// add returns the node of a routing key.
func (t *keyTree) add(key string) *keyNode {
	at := t.root
	for _, word := range words(key) {
		next := at.next[word]
		if next == nil {
			next = &keyNode{number: t.size, word: word}
			t.size++
			if at.next == nil {
				at.next = map[string]*keyNode{}
			}
			at.next[word] = next
		}
		at = next
	}
	return at
}

// find returns the bindings with a routing key.
func (t *keyTree) find(key string) []*Binding {
	at := t.root
	for _, word := range words(key) {
		if at = at.next[word]; at == nil {
			return nil
		}
	}
	return at.bindings
}

// matches returns the nodes of the bindings that take a key.
func (t *keyTree) matches(key string, wild bool) []*keyNode {
	at := t.start(wild)
	for _, word := range words(key) {
		if at = at.step(word, wild); len(at) == 0 {
			return nil
		}
	}
	return at.taking()
}

// nodeSet are the nodes at which a part of a key may stand, sorted by number.
type nodeSet []*keyNode

func (t *keyTree) start(wild bool) nodeSet { return nodeSet(nil).with(t.root, wild).sorted() }

// step returns where a key stands after one more word: * is any one word, # is any number of them. The words * and # of a message are
// matched by what matches any word.
func (s nodeSet) step(word string, wild bool) nodeSet {
	var after nodeSet
	for _, n := range s {
		if !wild {
			if next := n.next[word]; next != nil {
				after = append(after, next)
			}
			continue
		}
		if n.word == "#" {
			after = after.with(n, true)
		}
		if next := n.next["*"]; next != nil {
			after = after.with(next, true)
		}
		if next := n.next[word]; next != nil && word != "*" && word != "#" {
			after = after.with(next, true)
		}
	}
	return after.sorted()
}

// with adds a node, and those that are reached from it without a word.
func (s nodeSet) with(n *keyNode, wild bool) nodeSet {
	for ; n != nil; n = n.next["#"] {
		s = append(s, n)
		if !wild {
			break
		}
	}
	return s
}

func (s nodeSet) sorted() nodeSet {
	if len(s) > 1 {
		slices.SortFunc(s, func(a, b *keyNode) int { return cmp.Compare(a.number, b.number) })
		s = slices.Compact(s)
	}
	return s
}

// taking returns the nodes at which a binding takes a key that ends there.
func (s nodeSet) taking() (all []*keyNode) {
	for _, n := range s {
		if len(n.bindings) > 0 {
			all = append(all, n)
		}
	}
	return all
}

// words splits a key as rabbit_exchange_type_topic.erl does: the empty key has no word.
func words(key string) []string {
	if key == "" {
		return nil
	}
	return strings.Split(key, ".")
}

func isPattern(key string) bool { return strings.ContainsAny(key, "*#") }

// topicMatches reports whether a topic exchange routes a key to a binding.
func topicMatches(pattern, key string) bool {
	t := newKeyTree()
	at := t.add(pattern)
	at.bindings = []*Binding{nil}
	return len(t.matches(key, true)) > 0
}
