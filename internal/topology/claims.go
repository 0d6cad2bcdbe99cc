package topology

import (
	"cmp"
	"slices"
)

// Claim is a planned resource that has an object of the virtual host as its own: it makes the object, keeps it or deletes it.
type Claim struct {
	// Instance tells the resources of a plan apart.
	Instance uint64
	// Resource is the type of the resource, and ID its id, empty while that is not known.
	Resource, ID string
	// Change is what the plan does to the object for this resource; Unchanged is an object that its state has and that stays.
	Change Change
}

// Object identifies an object of a virtual host, where a Ref names it: bindings that differ in their arguments only share a name.
type Object struct {
	Ref
	binding bindingKey
}

// Object identifies a queue or an exchange.
func (r Ref) Object() Object { return Object{Ref: r} }

// Object identifies the binding.
func (b Binding) Object() Object { return Object{Ref{KindBinding, b.Name()}, keyOf(&b)} }

// Contest is an object that several planned resources have as their own.
type Contest struct {
	Object Ref
	Claims []Claim
}

// Claim records who has an object as its own, in place of what the same resource has said of it before.
func (v *VirtualHost) Claim(object Object, claim Claim) {
	others := slices.DeleteFunc(v.claims[object], func(c Claim) bool { return c.Instance == claim.Instance })
	v.claims[object] = append(others, claim)
	if len(v.claims[object]) > 1 {
		v.contested[object] = true
	}
}

// Unclaim forgets what a resource has as its own, but not what it deletes.
func (v *VirtualHost) Unclaim(instance uint64) {
	for object, claims := range v.claims {
		v.claims[object] = slices.DeleteFunc(claims, func(c Claim) bool { return c.Instance == instance && c.Change != Deleted })
	}
}

// Claimed reports whether a planned resource has an object as its own and does not delete it.
func (v *VirtualHost) Claimed(object Object) bool {
	return slices.ContainsFunc(v.claims[object], func(c Claim) bool { return c.Change != Deleted })
}

// Contests returns what several planned resources have as their own of an object: itself, and the bindings to a queue.
func (v *VirtualHost) Contests(of Ref) []Contest {
	var all []Contest
	for object := range v.contested {
		to := Ref{object.binding.kind, object.binding.destination}
		if claims := v.claims[object]; len(claims) > 1 && (object.Ref == of || of.Kind == KindQueue && to == of) {
			all = append(all, Contest{object.Ref, claims})
		}
	}
	slices.SortFunc(all, func(a, b Contest) int { return cmp.Compare(a.Object.Name, b.Object.Name) })
	return all
}
