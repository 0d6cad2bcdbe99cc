package kit

import (
	"sync"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Settings are the parts of the provider block that offline validation needs. Resources have no provider data while they are
// validated, but the provider's own validation runs before theirs in the same process, once per alias: it fills the Settings
// that the provider handed to the resources' constructors. The process that plans validates first, too: what is said then is
// remembered here.
type Settings struct {
	mu            sync.Mutex
	lint          lint.Settings
	suppressions  []lint.Suppression
	lintUnknown   bool
	maxMessageTTL time.Duration
	said          map[string]bool
	// Collect gets what resources describe, instead of its being checked one by one; nil for Terraform's own validation.
	Collect func(t *topology.VirtualHost, subject Subject)
}

// Set records what the provider block says. lintUnknown means that not all severities and suppressions are known yet.
func (s *Settings) Set(severities lint.Settings, suppressions []lint.Suppression, lintUnknown bool, maxMessageTTL time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lint, s.suppressions, s.lintUnknown, s.maxMessageTTL = severities, suppressions, lintUnknown, maxMessageTTL
}

// get returns the severities, the suppressions and the ceiling. While some are not known yet, all is left to the plan.
func (s *Settings) get() (severities lint.Settings, suppressions []lint.Suppression, maxMessageTTL time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.lintUnknown {
		return s.lint, s.suppressions, s.maxMessageTTL
	}
	severities = lint.Settings{}
	for _, rule := range lint.Rules() {
		severities[rule.ID] = lint.Off
	}
	return severities, nil, s.maxMessageTTL
}

// hear notes a finding that was said while a configuration was validated.
func (s *Settings) hear(f lint.Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.said == nil {
		s.said = map[string]bool{}
	}
	s.said[f.Summary()+f.Consequence] = true
}

// heard reports whether the very same finding was said while a configuration was validated.
func (s *Settings) heard(f lint.Finding) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said[f.Summary()+f.Consequence]
}
