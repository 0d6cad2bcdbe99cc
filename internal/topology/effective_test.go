package topology

import (
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestEffectiveCombinesArgumentsAndPoliciesAsTheBroker(t *testing.T) {
	type in = map[string]any
	unknown := queueargs.Unknown{}
	for _, test := range []struct {
		name, version  string
		q              *Queue
		user, operator in
		row            *queueargs.Row
		want           any // nil: not set
		from           Origin
	}{
		{"smaller TTL: policy", "4.0.5", quorum("q", args{"x-message-ttl": ms(60000)}), in{"message-ttl": ms(1000)}, nil, queueargs.MessageTTL, time.Second, FromPolicy},
		{"smaller TTL: argument", "4.0.5", classic("q", args{"x-message-ttl": ms(1000)}), in{"message-ttl": ms(60000)}, in{"message-ttl": ms(50000)}, queueargs.MessageTTL, time.Second, FromArgument},
		{"smaller TTL: operator", "3.10.8", classic("q", args{"x-message-ttl": ms(60000)}), in{"message-ttl": ms(50000)}, in{"message-ttl": ms(1000)}, queueargs.MessageTTL, time.Second, FromOperatorPolicy},
		{"expires of quorum up to 3.13: policy", "3.13.7", quorum("q", args{"x-expires": ms(1000)}), in{"expires": ms(60000)}, nil, queueargs.Expires, time.Minute, FromPolicy},
		{"expires of quorum from 4.0: smaller", "4.0.5", quorum("q", args{"x-expires": ms(1000)}), in{"expires": ms(60000)}, nil, queueargs.Expires, time.Second, FromArgument},
		{"DLX: argument", "4.3.6", quorum("q", args{"x-dead-letter-exchange": "a"}), in{"dead-letter-exchange": "b"}, nil, queueargs.DeadLetterExchange, "a", FromArgument},
		{"DLX by argument, key by policy", "4.3.6", quorum("q", args{"x-dead-letter-exchange": "a"}), in{"dead-letter-routing-key": "k"}, nil, queueargs.DeadLetterRoutingKey, "k", FromPolicy},
		{"overflow of classic: argument even over operator", "4.0.5", classic("q", args{"x-overflow": "drop-head"}), nil, in{"overflow": "reject-publish"}, queueargs.Overflow, "drop-head", FromArgument},
		{"overflow of quorum: policy", "4.0.5", quorum("q", args{"x-overflow": "drop-head"}), in{"overflow": "reject-publish"}, nil, queueargs.Overflow, "reject-publish", FromPolicy},
		{"overflow: operator over user", "4.0.5", quorum("q", nil), in{"overflow": "drop-head"}, in{"overflow": "reject-publish"}, queueargs.Overflow, "reject-publish", FromOperatorPolicy},
		{"delivery limit: smaller", "4.0.5", quorum("q", args{"x-delivery-limit": ms(5)}), in{"delivery-limit": ms(3)}, nil, queueargs.DeliveryLimit, int64(3), FromPolicy},
		{"delivery limit: a finite one beats -1", "4.0.5", quorum("q", args{"x-delivery-limit": ms(-1)}), in{"delivery-limit": ms(3)}, nil, queueargs.DeliveryLimit, int64(3), FromPolicy},
		{"delivery limit: finite user beats operator -1", "4.3.6", quorum("q", nil), in{"delivery-limit": ms(3)}, in{"delivery-limit": ms(-1)}, queueargs.DeliveryLimit, int64(3), FromPolicy},
		{"delivery limit before 4.0: smaller even if negative", "3.10.8", quorum("q", args{"x-delivery-limit": ms(-1)}), in{"delivery-limit": ms(3)}, nil, queueargs.DeliveryLimit, int64(-1), FromArgument},
		{"delayed retry type: policy", "4.3.6", quorum("q", args{"x-delayed-retry-type": "all"}), in{"delayed-retry-type": "disabled"}, nil, queueargs.DelayedRetryType, "disabled", FromPolicy},
		{"delayed retry min: operator raises", "4.3.6", quorum("q", nil), in{"delayed-retry-min": ms(600)}, in{"delayed-retry-min": ms(1500)}, queueargs.DelayedRetryMin, 1500 * time.Millisecond, FromOperatorPolicy},
		{"delayed retry max: operator lowers", "4.3.6", quorum("q", nil), in{"delayed-retry-max": ms(600)}, in{"delayed-retry-max": ms(1500)}, queueargs.DelayedRetryMax, 600 * time.Millisecond, FromPolicy},
		{"ignored before 4.3", "4.0.5", quorum("q", args{"x-delayed-retry-type": "all"}), nil, nil, queueargs.DelayedRetryType, nil, ""},
		{"not for the type", "4.0.5", classic("q", args{"x-delivery-limit": ms(5)}), nil, nil, queueargs.DeliveryLimit, nil, ""},
		{"wrong JSON type", "4.0.5", quorum("q", args{"x-delivery-limit": "abc"}), nil, nil, queueargs.DeliveryLimit, unknown, ""},
		{"unknown argument under a policy", "4.0.5", quorum("q", args{"x-message-ttl": unknown}), in{"message-ttl": ms(1000)}, nil, queueargs.MessageTTL, unknown, ""},
		{"unknown argument wins over a policy", "4.0.5", quorum("q", args{"x-dead-letter-exchange": unknown}), in{"dead-letter-exchange": "b"}, nil, queueargs.DeadLetterExchange, unknown, ""},
		{"unknown type", "4.0.5", &Queue{Name: "q", Arguments: args{"x-message-ttl": ms(1000)}}, nil, nil, queueargs.MessageTTL, unknown, ""},
		{"unset", "4.0.5", quorum("q", nil), in{"max-length": ms(1)}, nil, queueargs.MessageTTL, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := onBroker(test.version, test.q)
			if test.user != nil {
				v.PutPolicy(policy("user", "", 0, test.user))
			}
			if test.operator != nil {
				v.PutPolicy(operator("operator", "", test.operator))
			}
			got, set := v.Effective(test.q, test.row)
			if set != (test.want != nil) || got.Value != test.want {
				t.Fatalf("got %+v, %v, want %v", got, set, test.want)
			}
			if test.want != any(unknown) && got.From != test.from {
				t.Errorf("from %s, want %s", got.From, test.from)
			}
			if name := map[Origin]string{FromPolicy: "user", FromOperatorPolicy: "operator"}[got.From]; got.Policy != name {
				t.Errorf("policy %q, want %q", got.Policy, name)
			}
		})
	}
}

func TestPoliciesThatTieOnlyHideWhatTheyDisagreeOn(t *testing.T) {
	q := quorum("q", nil)
	v := onBroker("4.0.5", q,
		policy("a", "", 0, map[string]any{"message-ttl": ms(1000), "max-length": ms(10)}),
		policy("b", "", 0, map[string]any{"message-ttl": ms(2000), "max-length": ms(10)}))
	if s, set := v.Effective(q, queueargs.MessageTTL); !set || !s.Unknown() {
		t.Errorf("got %+v", s)
	}
	if s, set := v.Effective(q, queueargs.MaxLength); !set || s.Value != int64(10) {
		t.Errorf("got %+v", s)
	}
}

// Measured: 21 deliveries on 4.0.5 and 4.3.6, no end on 3.10.8; with -1 no end on 4.0.5 and 4.3.6, one on 3.10.8.
func TestDeliveryLimit(t *testing.T) {
	for _, test := range []struct {
		version        string
		q              *Queue
		limit          int64
		limited, known bool
	}{
		{"3.10.8", quorum("q", nil), 0, false, true},
		{"4.0.5", quorum("q", nil), 20, true, true},
		{"4.3.6", quorum("q", nil), 20, true, true},
		{"4.3.6", classic("q", nil), 0, false, true},
		{"4.0.5", quorum("q", args{"x-delivery-limit": ms(-1)}), -1, false, true},
		{"3.10.8", quorum("q", args{"x-delivery-limit": ms(-1)}), -1, true, true},
		{"3.10.8", quorum("q", args{"x-delivery-limit": ms(3)}), 3, true, true},
		{"4.0.5", quorum("q", args{"x-delivery-limit": queueargs.Unknown{}}), 0, false, false},
		{"4.0.5", quorum("q", args{"x-delivery-limit": "abc"}), 0, false, false},
		{"", quorum("q", nil), 0, false, false},
		{"", quorum("q", args{"x-delivery-limit": ms(-1)}), -1, false, false},
		{"", quorum("q", args{"x-delivery-limit": ms(3)}), 3, true, true},
	} {
		v := New("payments")
		if test.version != "" {
			v = onBroker(test.version)
		}
		v.PutQueue(test.q)
		limit, limited, known := v.DeliveryLimit(test.q)
		if limit != test.limit || limited != test.limited || known != test.known {
			t.Errorf("%s %v: got %d, %v, %v", test.version, test.q.Arguments, limit, limited, known)
		}
	}
}

func TestWithoutABrokerVersionsDecideNothing(t *testing.T) {
	v := New("payments")
	retry := quorum("q", args{"x-delayed-retry-type": "all", "x-expires": ms(1000)})
	put(v, retry, policy("p", "", 0, map[string]any{"expires": ms(60000)}))
	for _, row := range []*queueargs.Row{queueargs.DelayedRetryType, queueargs.Expires} {
		if s, set := v.Effective(retry, row); !set || !s.Unknown() {
			t.Errorf("%s: got %+v, %v", row.Argument, s, set)
		}
	}
}
