// Package queueargs holds the one table of RabbitMQ queue arguments. Validation, version checks, rendering,
// parsing, effective values, the Terraform schema and the reference page are all read off it: a new broker
// argument is one new row in table.go.
//
// The package knows neither Terraform nor HTTP.
package queueargs

import (
	"time"

	"github.com/hashicorp/go-version"
)

// Type is a queue type, as in the argument x-queue-type and in the field `type` of the management HTTP API.
type Type string

// The queue types of RabbitMQ.
const (
	Classic Type = "classic"
	Quorum  Type = "quorum"
	Stream  Type = "stream"
)

// Types lists all queue types.
func Types() []Type { return []Type{Quorum, Classic, Stream} }

// Kind says how an argument's value is written in JSON and in Terraform.
type Kind int

const (
	// Integer is a JSON integer and a Terraform number.
	Integer Kind = iota
	// Duration is a JSON integer in milliseconds and a Go duration string in Terraform.
	Duration
	// MaxAge is the broker's retention string (a number and one of Y M D h m s) and a Go duration string in Terraform.
	MaxAge
	// String is a JSON string.
	String
	// Boolean is a JSON boolean.
	Boolean
)

// Reaction is what a broker does with an argument of a queue type that does or does not know it.
type Reaction int

const (
	// Refuses means that the declaration fails with status 400.
	Refuses Reaction = iota
	// Ignores means that the argument is stored and has no effect.
	Ignores
	// Takes means that the argument is in force.
	Takes
)

// Era is a reaction that holds from one broker version on, until the next era of the same queue type.
// An empty Since means "since always".
type Era struct {
	Since string
	Does  Reaction
}

// Eras are what a broker does with an argument, by version; oldest first. None means that it refuses the argument.
type Eras []Era

// Exception is a value that brokers deal with otherwise than with the argument's other values.
type Exception struct {
	// Value is an int64 or a string, as Row.Value gives it.
	Value any
	// Types holds the queue types that make the exception.
	Types map[Type]Eras
	// Instead is the value that acts where this one is ignored; nil if none does.
	Instead any
}

// Combination says how an argument and the (already merged) policies of a queue give the effective value.
type Combination int

const (
	// ArgumentOnly means that no policy key exists.
	ArgumentOnly Combination = iota
	// SmallerWins takes the minimum of argument, policy and operator policy.
	SmallerWins
	// ArgumentWins lets the argument win over policies.
	ArgumentWins
	// PolicyWins lets the merged policy win over the argument.
	PolicyWins
)

// Combining is a combination that holds from one broker version on; an empty Since means "since always".
type Combining struct {
	Since string
	How   Combination
}

// Row is one queue argument.
type Row struct {
	// Argument is the name on the wire, for example x-message-ttl.
	Argument string
	// Attribute is the Terraform attribute, with a dot for a nested one (dead_letter.exchange). It is empty for
	// arguments that have had no effect since the oldest supported broker: those are only recognised, not offered.
	Attribute string
	Kind      Kind
	// Min and Max bound integers and durations (in milliseconds); nil is no bound.
	Min, Max *int64
	// OneOf lists the values a string may have; empty means any.
	OneOf []string
	// Unlimited is the broker version since which a negative value means "no limit". Before it, no limit is said
	// by leaving the argument out.
	Unlimited string
	// Types says for each queue type what the broker does with the argument, oldest era first. A type that is
	// missing refuses the argument on every version.
	Types map[Type]Eras
	// Exceptions are values that Types does not hold for.
	Exceptions []Exception
	// PolicyKey is the key in policies, empty if there is none, and PolicySince the first version that has it.
	PolicyKey, PolicySince string
	// AtDeclaration is true if a policy with the key acts only when a queue is declared: changing it does nothing to queues that are there.
	AtDeclaration bool
	// PolicyUntil is the first later version that refuses PolicyKey; empty if none does.
	PolicyUntil string
	// OperatorSince is the first version whose operator policies take PolicyKey; "never" if none does.
	OperatorSince string
	// Combine says how argument and policy combine; types that differ from "" have an entry of their own.
	Combine map[Type][]Combining
	// Description says what the argument does, as a sentence that a user can act on.
	Description string
	// Source is where in RabbitMQ's sources or documentation the row's facts can be checked.
	Source string
}

// Unknown stands for a value that is not known yet, or of which it is not known whether it will be set.
type Unknown struct{}

// Values are typed settings by Attribute: int64, time.Duration, string, bool or Unknown.
type Values map[string]any

// Arguments are queue arguments as the broker gets and returns them: json.Number, string, bool, []any,
// map[string]any, or Unknown in a plan.
type Arguments map[string]any

// Has reports whether the argument is set or may turn out to be set.
func (a Arguments) Has(r *Row) bool {
	_, ok := a[r.Argument]
	return ok
}

// IsUnknown reports whether the argument's value is not known yet.
func (a Arguments) IsUnknown(r *Row) bool {
	_, ok := a[r.Argument].(Unknown)
	return ok
}

// milliseconds converts a bound that RabbitMQ states as a length of time.
func milliseconds(d time.Duration) *int64 { return bound(d.Milliseconds()) }

func bound(n int64) *int64 { return &n }

// atLeast reports whether v is since or newer. Pre-release and build parts of v are ignored: RabbitMQ's release
// candidates behave as the release they lead to.
func atLeast(v *version.Version, since string) bool {
	return since == "" || v.Core().GreaterThanOrEqual(version.Must(version.NewVersion(since)))
}

// Does says what a broker of version v does.
func (e Eras) Does(v *version.Version) Reaction {
	does := Refuses
	for _, era := range e {
		if atLeast(v, era.Since) {
			does = era.Does
		}
	}
	return does
}

// EverTaken reports whether any supported broker version takes the argument.
func (e Eras) EverTaken() bool {
	for _, era := range e {
		if era.Does == Takes {
			return true
		}
	}
	return false
}

// Taken returns the first version that takes the argument, "" for always, and the first later one that no longer does, "" for none.
func (e Eras) Taken() (since, until string) {
	begun := false
	for _, era := range e {
		switch {
		case era.Does == Takes && !begun:
			since, begun = era.Since, true
		case era.Does != Takes && begun:
			return since, era.Since
		}
	}
	return since, ""
}

// EverTaken reports whether any supported broker version takes the argument on a queue of type t.
func (r *Row) EverTaken(t Type) bool { return r.Types[t].EverTaken() }

// ErasOf returns what brokers do with a value on the wire on a queue of type t, and the exception that it is, nil if it is none.
func (r *Row) ErasOf(t Type, raw any) (Eras, *Exception) {
	value, _ := r.Value(raw)
	for i, e := range r.Exceptions {
		if eras, ok := e.Types[t]; ok && e.Value == value {
			return eras, &r.Exceptions[i]
		}
	}
	return r.Types[t], nil
}

// Combination returns how argument and policies combine on a queue of type t on a broker of version v.
func (r *Row) Combination(t Type, v *version.Version) Combination {
	eras, ok := r.Combine[t]
	if !ok {
		eras = r.Combine[""]
	}
	how := ArgumentOnly
	for _, era := range eras {
		if atLeast(v, era.Since) {
			how = era.How
		}
	}
	return how
}
