package topology

import "strings"

// Predeclared reports whether every virtual host has an exchange of that name.
func Predeclared(exchange string) bool { return exchange == "" || strings.HasPrefix(exchange, "amq.") }

// Objects are all that somebody has declared, by kind: exchanges, queues, bindings, policies.
func (v *VirtualHost) Objects() []Object {
	var all []Object
	for _, x := range v.Exchanges() {
		if !Predeclared(x.Name) || x.Managed {
			all = append(all, Ref{KindExchange, x.Name}.Object())
		}
	}
	for _, q := range v.Queues() {
		all = append(all, Ref{KindQueue, q.Name}.Object())
	}
	for _, b := range v.Bindings() {
		all = append(all, b.Object())
	}
	for _, operator := range []bool{false, true} {
		for _, p := range v.Policies(operator) {
			all = append(all, p.Ref().Object())
		}
	}
	return all
}

// Refs are the objects as rules name them: bindings that differ in their arguments only are one.
func (v *VirtualHost) Refs() []Ref {
	var refs []Ref
	seen := map[Ref]bool{}
	for _, o := range v.Objects() {
		if !seen[o.Ref] {
			seen[o.Ref] = true
			refs = append(refs, o.Ref)
		}
	}
	return refs
}

// Take puts the objects that another topology of the virtual host has under a name into this one, with a queue the policy of its own, and
// returns them.
func (v *VirtualHost) Take(from *VirtualHost, ref Ref) (taken []Object) {
	switch ref.Kind {
	case KindQueue:
		q := from.Queue(ref.Name)
		if q == nil {
			return nil
		}
		v.PutQueue(q)
		if own := from.OwnPolicy(q); own != nil {
			v.PutPolicy(own)
			taken = append(taken, own.Ref().Object())
		}
	case KindExchange:
		x := from.Exchange(ref.Name)
		if x == nil {
			return nil
		}
		v.PutExchange(x)
	case KindBinding:
		for _, b := range from.BindingsNamed(ref.Name) {
			v.PutBinding(b)
			taken = append(taken, b.Object())
		}
		return taken
	default:
		p := from.Policy(ref)
		if p == nil {
			return nil
		}
		v.PutPolicy(p)
	}
	return append(taken, ref.Object())
}
