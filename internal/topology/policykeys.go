package topology

import (
	"sync"

	"slices"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// span is a range of versions: from since on, and before until. Empty is open.
type span struct{ since, until string }

// policyKeysApart lists policy keys that a queue type supports or does not support otherwise than it takes the argument
// of the same name. They are the unsupported_policies of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and
// rabbit_stream_queue.erl, 3.10 to 4.3.
var policyKeysApart = map[string]map[queueargs.Type]span{
	// No type names queue-version: it is without effect on all but classic queues.
	"queue-version":        {queueargs.Quorum: none, queueargs.Stream: none},
	"max-in-memory-length": {queueargs.Classic: {since: "3.12.0"}},
	"max-in-memory-bytes":  {queueargs.Classic: {since: "3.12.0"}},
	"queue-leader-locator": {queueargs.Classic: {until: "4.0.0"}},
	// These have no argument.
	"target-group-size":      {queueargs.Classic: {since: "3.12.0"}, queueargs.Stream: {}},
	"ha-mode":                {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-params":              {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-sync-mode":           {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-promote-on-shutdown": {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-promote-on-failure":  {queueargs.Quorum: {}, queueargs.Stream: {}},
}

// none is a span without a version.
var none = span{until: "0"}

// unsupportedKey returns the first key, in the order of their names, that keeps a policy off queues of type t; empty if
// there is none. It reports certain=false if it is not known yet whether the policy will have that key.
func (v *VirtualHost) unsupportedKey(p *Policy, t queueargs.Type) (first string, certain bool) {
	for _, certain = range []bool{true, false} {
		for key, value := range p.Definition {
			_, unknown := value.(queueargs.Unknown)
			if unknown != certain && v.unsupported(key, t) && (first == "" || key < first) {
				first = key
			}
		}
		if first != "" {
			return first, certain
		}
	}
	return "", false
}

func (v *VirtualHost) unsupported(key string, t queueargs.Type) bool {
	if !slices.Contains(queueargs.Types(), t) {
		return false
	}
	if in, apart := policyKeysApart[key][t]; apart {
		return v.since(in.since) && (in.until == "" || !v.since(in.until))
	}
	row := queueargs.ByPolicyKey(key)
	return row != nil && row.Types[t] == nil
}

// since reports whether the broker is of that version or newer. A broker that was not asked counts as a current one.
func (v *VirtualHost) since(s string) bool {
	if s == "" || v.Version == nil {
		return true
	}
	if v.core.of != v.Version {
		v.core.of, v.core.core = v.Version, v.Version.Core()
	}
	return v.core.core.GreaterThanOrEqual(release(s))
}

// releases are the versions that tables name, parsed.
var releases sync.Map

func release(s string) *version.Version {
	if v, known := releases.Load(s); known {
		return v.(*version.Version)
	}
	v := version.Must(version.NewVersion(s))
	releases.Store(s, v)
	return v
}
