package topology

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// audience is the queues that a message comes to. Messages that come to the same ones share it, so that many keys behind an exchange with many
// queues take no more room than one.
type audience struct {
	number  int
	queues  []string // sorted
	certain bool
}

// audienceOf returns the queues that a message surely gets to, and whether no other does. Whoever asks must not change them.
func (v *VirtualHost) audienceOf(exchange string, key messageKey) *audience {
	v.renew()
	type step struct {
		at   string
		sure bool
	}
	var way []step
	passed := map[string]bool{}
	var found *audience
	for at := exchange; found == nil; {
		if found = v.behind[behindKey{at, key}]; found != nil {
			break
		}
		if passed[at] { // a circle that leads nowhere else
			found = v.shared("", nil, true)
			break
		}
		var next string
		var sure bool
		if found, next, sure = v.audienceAt(at, key); found != nil {
			v.behind[behindKey{at, key}] = found
			break
		}
		passed[at] = true
		way = append(way, step{at, sure})
		at = next
	}
	for _, s := range slices.Backward(way) {
		if !s.sure {
			found = found.uncertain()
		}
		v.behind[behindKey{s.at, key}] = found
	}
	return found
}

// audienceAt is audienceOf where the exchange decides; if it hands messages on to one other exchange and to no queue, it returns that, and whether
// it is sure that it does no more.
func (v *VirtualHost) audienceAt(exchange string, key messageKey) (found *audience, next string, sure bool) {
	e, from := v.exchangeAt(exchange), v.bySource[exchange]
	sure = v.Complete && e != nil && (v.Final || e.Closed || e.Change != Created && e.Change != Replaced)
	if e == nil || exchange == "" || e.Type != "direct" && e.Type != "topic" && e.Type != "fanout" || from != nil && from.keyless > 0 {
		return v.follow(exchange, key), "", false
	}
	var at []byte
	var bindings []*Binding
	links := 0
	switch {
	case from == nil || len(from.all) == 0:
	case e.Type == "topic" && !key.known:
		// What takes every key takes this one, too.
		n := from.keys.root.next["#"]
		if n == nil || len(n.bindings) == 0 || n.links > 0 {
			return v.follow(exchange, key), "", false
		}
		all := v.shared(exchange+"\x00"+string(binary.AppendUvarint(nil, uint64(n.number))), n.bindings, sure) //nolint:gosec // it counts nodes
		return all.uncertain(), "", false
	case e.Type == "fanout":
		bindings, links = from.all, from.links
	case key.known:
		for _, n := range from.keys.matches(key.text, e.Type == "topic") {
			at = binary.AppendUvarint(at, uint64(n.number)) //nolint:gosec // it counts nodes
			bindings, links = joined(bindings, n.bindings), links+n.links
		}
	default:
		return v.follow(exchange, key), "", false
	}
	switch {
	case len(bindings) > 0 && links == 0:
		return v.shared(exchange+"\x00"+string(at), bindings, sure), "", false
	case len(bindings) == 1:
		return nil, bindings[0].Destination, sure
	case len(bindings) == 0:
		if alternate, known := v.Alternate(e); known && alternate != "" && v.exchangeAt(alternate) != nil {
			return nil, alternate, sure
		}
	}
	return v.follow(exchange, key), "", false
}

// uncertain is the same audience if others may get the message, too.
func (a *audience) uncertain() *audience {
	if !a.certain {
		return a
	}
	return &audience{number: -a.number, queues: a.queues}
}

// joined returns all of both without a copy if one is empty.
func joined(a, b []*Binding) []*Binding {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	return append(a, b...)
}

// shared returns the audience of bindings to queues, once for each place that is told apart from others.
func (v *VirtualHost) shared(place string, bindings []*Binding, certain bool) *audience {
	known := v.audiences[place]
	if known == nil {
		known = &audience{number: len(v.audiences) + 1, certain: certain}
		for _, b := range bindings {
			known.queues = append(known.queues, b.Destination)
		}
		slices.Sort(known.queues)
		known.queues = slices.Clip(slices.Compact(known.queues))
		v.audiences[place] = known
	}
	return known
}

// follow is the audience of a message that may take several ways. What it would take too long to find out is not known.
func (v *VirtualHost) follow(exchange string, key messageKey) *audience {
	if v.effort(forRoutes) == 0 {
		return &audience{}
	}
	r := v.newRouter(key, nil)
	r.publish(exchange)
	v.spent[forRoutes] += r.steps
	queues := slices.Sorted(maps.Keys(r.queues))
	place := fmt.Sprint(r.certain, "\x00", strings.Join(queues, "\x00"))
	known := v.audiences[place]
	if known == nil {
		known = &audience{number: len(v.audiences) + 1, queues: queues, certain: r.certain}
		v.audiences[place] = known
	}
	return known
}

// together returns the queues of all audiences, sorted.
func together(all []*audience) []string {
	number := func(a *audience) int { return max(a.number, -a.number) }
	slices.SortFunc(all, func(a, b *audience) int { return cmp.Compare(number(a), number(b)) })
	all = slices.CompactFunc(all, func(a, b *audience) bool { return number(a) == number(b) })
	if len(all) == 1 {
		return all[0].queues
	}
	var queues []string
	for _, a := range all {
		queues = append(queues, a.queues...)
	}
	slices.Sort(queues)
	return slices.Compact(queues)
}
