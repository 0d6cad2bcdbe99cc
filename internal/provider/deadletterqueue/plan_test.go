package deadletterqueue_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const typeName = "rabbitmq_dead_letter_queue"

func (s *site) plan(prior *pt.Existing, config pt.Object) []string {
	s.t.Helper()
	server := pt.Serve(s.t, s.provider()).Configure()
	said := []string{}
	for _, d := range server.Plan(typeName, prior, config) {
		said = append(said, d.Severity+" "+d.Attribute+": "+d.Summary)
	}
	slices.Sort(said)
	return said
}

func (s *site) provider() pt.Object {
	return pt.Object{"endpoint": s.Endpoint, "username": s.Username, "password": s.Password, "vhost": s.vhost}
}

func settings() pt.Object {
	return pt.Object{"name": "d", "exchange": "dlx", "exchange_type": "direct", "routing_keys": []string{"k"}, "type": "quorum", "deletion_policy": "if_empty"}
}

func TestAccDeadLetterQueuePlanSaysWhatIsAdopted(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.Exchange(t, s.vhost, "dlx", "direct")
	if got, want := s.plan(nil, settings()), []string{`warning : Existing exchange "dlx" will be adopted`}; !slices.Equal(got, want) {
		t.Errorf("the plan says %q, not %q", got, want)
	}
	s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, "d")
	if got, want := s.plan(nil, settings()), []string{`warning : Existing exchange "dlx" will be adopted`, `warning : Existing queue "d" will be adopted`}; !slices.Equal(got, want) {
		t.Errorf("the plan says %q, not %q", got, want)
	}
}

func TestAccDeadLetterQueuePlanSaysThatMessagesForbidItsDestruction(t *testing.T) {
	t.Parallel()
	s := open(t)
	existing := func(more pt.Object) *pt.Existing {
		config := settings()
		for name, value := range more {
			config[name] = value
		}
		return pt.Serve(t, s.provider()).Configure().Create(typeName, config)
	}
	kept := existing(nil)
	s.wait(1)
	if got, want := s.plan(kept, nil), []string{`warning : replace_loses_messages: queue "d"`}; !slices.Equal(got, want) {
		t.Errorf("the plan says %q, not %q", got, want)
	}
	if got := s.plan(existing(pt.Object{"lint_ignore": []string{"replace_loses_messages"}}), nil); len(got) > 0 {
		t.Errorf("the plan says what is to be ignored: %q", got)
	}
}
