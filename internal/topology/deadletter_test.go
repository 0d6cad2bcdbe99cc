package topology

import (
	"fmt"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestAutomaticReasons(t *testing.T) {
	for _, test := range []struct {
		version string
		q       *Queue
		want    []Reason
	}{
		{"4.0.5", quorum("q", nil), []Reason{DeliveryLimit}},
		{"3.10.8", quorum("q", nil), nil},
		{"4.0.5", classic("q", nil), nil},
		{"4.0.5", classic("q", args{"x-message-ttl": ms(1000)}), []Reason{Expired}},
		{"4.0.5", classic("q", args{"x-max-length": ms(10)}), []Reason{MaxLen}},
		{"4.0.5", classic("q", args{"x-max-length-bytes": ms(10), "x-overflow": "reject-publish"}), nil},
		{"4.0.5", classic("q", args{"x-max-length": ms(10), "x-overflow": "reject-publish-dlx"}), []Reason{MaxLen}},
		{"3.10.8", quorum("q", args{"x-max-length": ms(10), "x-overflow": "reject-publish-dlx"}), []Reason{MaxLen}},
		{"3.10.8", quorum("q", args{"x-max-length": ms(10), "x-overflow": "reject-publish"}), nil},
		{"3.10.8", quorum("q", args{"x-message-ttl": queueargs.Unknown{}, "x-max-length": queueargs.Unknown{}}), nil},
	} {
		if got := onBroker(test.version, test.q).AutomaticReasons(test.q); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s %s %v: got %v, want %v", test.version, test.q.Type, test.q.Arguments, got, test.want)
		}
	}
}

func TestAtLeastOnceNeedsAllThreeSettings(t *testing.T) {
	all := args{"x-dead-letter-strategy": "at-least-once", "x-dead-letter-exchange": "dlx", "x-overflow": "reject-publish"}
	without := func(name string, instead any) args {
		a := args{}
		for n, value := range all {
			a[n] = value
		}
		delete(a, name)
		if instead != nil {
			a[name] = instead
		}
		return a
	}
	for _, test := range []struct {
		q           *Queue
		kept, known bool
	}{
		{quorum("q", all), true, true},
		{quorum("q", without("x-dead-letter-strategy", nil)), false, true},
		{quorum("q", without("x-dead-letter-exchange", nil)), false, true},
		{quorum("q", without("x-overflow", nil)), false, true},
		{quorum("q", without("x-overflow", "reject-publish-dlx")), false, true},
		{quorum("q", without("x-overflow", queueargs.Unknown{})), false, false},
		{quorum("q", without("x-dead-letter-exchange", queueargs.Unknown{})), false, false},
		{classic("q", all), false, true},
	} {
		kept, known := onBroker("4.0.5", test.q).AtLeastOnce(test.q)
		if kept != test.kept || known != test.known {
			t.Errorf("%s %v: got %v, %v", test.q.Type, test.q.Arguments, kept, known)
		}
	}
}

func TestDeadLetterTargets(t *testing.T) {
	base := func(q *Queue) *VirtualHost {
		return onBroker("4.0.5", q, quorum("dlq", nil), quorum("other", nil),
			exchange("in", "direct"), exchange("any", "topic"), exchange("dlx", "direct"), bind("dlx", "dead", "dlq"), bind("dlx", "payment.execute", "other"),
			exchange("dlx.all", "fanout"), bind("dlx.all", "", "dlq"))
	}
	for _, test := range []struct {
		name    string
		q       *Queue
		more    []any
		targets []string
		keys    []string
		certain bool
	}{
		{"with a key", quorum("q", args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "dead"}), nil, []string{"dlq"}, []string{"dead"}, true},
		{"with a key that nothing takes", quorum("q", args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "x"}), nil, nil, []string{"x"}, true},
		{"with their own keys", quorum("q", args{"x-dead-letter-exchange": "dlx"}), []any{bind("in", "payment.execute", "q")}, []string{"other"}, []string{"payment.execute"}, true},
		{"with any key", quorum("q", args{"x-dead-letter-exchange": "dlx"}), []any{bind("any", "payment.*", "q")}, nil, nil, false},
		{"with any key to all", quorum("q", args{"x-dead-letter-exchange": "dlx.all"}), []any{bind("any", "payment.*", "q")}, []string{"dlq"}, nil, true},
		{"with no key that is known", quorum("q", args{"x-dead-letter-exchange": "dlx"}), nil, nil, nil, false},
		{"default exchange", quorum("q", args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "dlq"}), nil, []string{"dlq"}, []string{"dlq"}, true},
		{"unknown key", quorum("q", args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": queueargs.Unknown{}}), nil, nil, nil, false},
		{"unknown exchange", quorum("q", args{"x-dead-letter-exchange": queueargs.Unknown{}}), nil, nil, nil, false},
		{"none", quorum("q", nil), nil, nil, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := base(test.q)
			put(v, test.more...)
			targets, _, keys, certain := v.DeadLetterTargets(test.q)
			sameList(t, "targets", targets, test.targets...)
			sameList(t, "keys", keys, test.keys...)
			if certain != test.certain {
				t.Errorf("certain %v", certain)
			}
		})
	}
}

func TestDeadLettersCarryTheirKeysThroughAFanout(t *testing.T) {
	retry := quorum("retry", args{"x-dead-letter-exchange": "main.exchange"})
	v := onBroker("4.0.5", exchange("main.exchange", "direct"), exchange("retry.exchange", "fanout"), retry, bind("retry.exchange", "", "retry"))
	for _, name := range []string{"mail", "sms"} {
		put(v, quorum(name, args{"x-dead-letter-exchange": "retry.exchange"}), bind("main.exchange", "send."+name, name))
	}
	keys, all := v.ArrivalKeys(retry)
	sameList(t, "keys", keys, "send.mail", "send.sms")
	if all {
		t.Error("a fanout exchange may bring other keys, too")
	}
	targets, _, _, _ := v.DeadLetterTargets(retry)
	sameList(t, "targets", targets, "mail", "sms")
	for _, name := range []string{"retry", "mail"} {
		if !v.ReceivesDeadLetters(v.Queue(name)) || !v.ReceivesDeadLetters(v.Queue(name), v.BindingsTo(Ref{KindQueue, name})...) {
			t.Errorf("%s receives dead letters", name)
		}
	}
	v.RemoveQueue("retry")
	if v.ReceivesDeadLetters(v.Queue("mail")) {
		t.Error("nothing dead-letters to mail any more")
	}
}

func TestTargetsFollowEachChange(t *testing.T) {
	q := quorum("q", args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "dead"})
	v := onBroker("4.0.5", q, quorum("dlq", nil), exchange("dlx", "direct"))
	expect := func(want ...string) {
		t.Helper()
		targets, _, _, _ := v.DeadLetterTargets(q)
		sameList(t, "targets", targets, want...)
	}
	expect()
	v.PutBinding(bind("dlx", "dead", "dlq"))
	expect("dlq")
	v.RemoveBinding(*bind("dlx", "dead", "dlq"))
	expect()
	v.PutExchange(&Exchange{Name: "dlx", Type: "direct", AlternateExchange: "amq.fanout"})
	v.PutBinding(bind("amq.fanout", "", "dlq"))
	expect("dlq")
	sameList(t, "upstream", v.Upstream("amq.fanout"), "amq.fanout", "dlx")
	v.RemoveQueue("dlq")
	expect()
}
