package proof_test

import "testing"

// A message that is published to an exchange without bindings is dropped although the broker confirms it; to an alternate exchange it goes on.
func TestAccProof_exchange_leads_nowhere_drops_what_is_published(t *testing.T) {
	s := open(t)
	s.queue("rest", "quorum", nil)
	s.exchange("nowhere")
	s.accepted(s.declareExchange("with alternate", "direct", args{"alternate-exchange": "all"}))
	s.accepted(s.declareExchange("all", "fanout", nil))
	s.bind("all", "", "rest")
	for _, exchange := range []string{"nowhere", "with alternate"} {
		if !s.offer(exchange, "k", exchange, "") {
			t.Errorf("the message to exchange %q is not confirmed", exchange)
		}
	}
	s.holds("rest", "with alternate")
}

// What nothing leads to has messages from the default exchange only.
func TestAccProof_queue_unreachable_but_by_its_name(t *testing.T) {
	s := open(t)
	s.queue("q", "quorum", nil)
	for _, exchange := range []string{"amq.direct", "amq.fanout", "amq.topic"} {
		s.offer(exchange, "q", exchange, "")
	}
	s.offer("", "q", "by name", "")
	s.holds("q", "by name")
}
