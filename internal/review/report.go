package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Report is what a review has found.
type Report struct {
	Source     string       `json:"source"`
	Findings   []Finding    `json:"findings"`
	Suppressed []Suppressed `json:"suppressed"`
	Changes    []Change     `json:"changes"`
	Unknown    []string     `json:"unknown"`
	Objects    int          `json:"objects"`
	// Unused are suppressions that have accepted nothing.
	Unused []Unused `json:"unused_suppressions"`
}

// Finding is what one rule says about one object.
type Finding struct {
	Rule        string        `json:"rule"`
	Severity    lint.Severity `json:"severity"`
	Vhost       string        `json:"vhost"`
	Kind        topology.Kind `json:"kind"`
	Object      string        `json:"object"`
	Field       string        `json:"field,omitempty"`
	Address     string        `json:"address,omitempty"`
	Consequence string        `json:"consequence"`
	Advice      string        `json:"advice"`
}

// Suppressed is a finding that somebody does not want to hear, and why.
type Suppressed struct {
	Finding
	Reason string `json:"reason"`
}

// New reviews an input. What a file accepts is in suppressions, which may be nil.
func New(input *Input, suppressions *Suppressions) *Report {
	r := &Report{Source: input.Source, Findings: []Finding{}, Suppressed: []Suppressed{}, Changes: input.changes(), Unknown: input.Unknown, Unused: []Unused{}}
	if r.Unknown == nil {
		r.Unknown = []string{}
	}
	for _, name := range input.names() {
		host := input.After[name]
		if host == nil {
			continue
		}
		r.Objects += len(host.Refs())
		c := &lint.Context{Topology: host.VirtualHost, MaxMessageTTL: input.Providers[host.Broker].MaxMessageTTL}
		for _, f := range lint.CheckAll(c, lint.Review, nil) {
			r.add(host, f, input.Providers[host.Broker], suppressions)
		}
	}
	if !input.Partial {
		for _, broker := range slices.Sorted(maps.Keys(input.Providers)) {
			r.Unused = append(r.Unused, input.Providers[broker].Suppressions.unused()...)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(rank(a.Severity), rank(b.Severity)) })
	return r
}

func rank(s lint.Severity) int {
	return slices.Index([]lint.Severity{lint.Error, lint.Warning, lint.Off}, s)
}

func (r *Report) add(host *Host, f lint.Finding, set ProviderSettings, suppressions *Suppressions) {
	finding := Finding{
		Rule: f.Rule, Severity: f.Severity, Vhost: host.Name, Kind: f.Object.Kind, Object: f.Object.Name, Field: f.Field,
		Address: host.where(f), Consequence: f.Consequence, Advice: f.Advice,
	}
	severity, says := set.Lint[f.Rule]
	if says {
		finding.Severity = severity
	}
	reason, suppressed := suppressions.of(finding)
	because, accepted := set.Suppressions.of(finding)
	if !suppressed {
		reason = because
	}
	switch {
	case severity == lint.Off && says:
		r.Suppressed = append(r.Suppressed, Suppressed{finding, "lint of the provider block is off"})
	case slices.Contains(host.Ignored[f.Object], f.Rule) && !slices.Contains(host.Accepted[finding.Address], any(f.Rule)):
	case host.accepts(f) != "":
		r.Suppressed = append(r.Suppressed, Suppressed{finding, "lint_ignore of " + host.accepts(f)})
	case suppressed || accepted:
		r.Suppressed = append(r.Suppressed, Suppressed{finding, reason})
	default:
		r.Findings = append(r.Findings, finding)
	}
}

// Fails reports whether a finding is as severe as that, or more. Off is more severe than nothing: it never fails.
func (r *Report) Fails(at lint.Severity) bool {
	return at != lint.Off && slices.ContainsFunc(r.Findings, func(f Finding) bool { return rank(f.Severity) <= rank(at) })
}
