package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDeadLettersLost(t *testing.T) {
	const id = "dead_letters_lost"
	dlq := func(args queueargs.Arguments) *topology.Queue { return queueOf(queueargs.Quorum, "otp.dlq", args) }
	bound := bindingOf("otp.dlx", "otp.expired", "otp.dlq")
	otp := deadLettering(queueargs.Quorum, "otp.sms", "otp.dlx", "otp.expired", queueargs.Arguments{"x-message-ttl": queueargs.Int(180000)})
	broker := func(q *topology.Queue) *Context {
		return on("4.0.5", q).has(otp, exchangeOf("otp.dlx", "direct"), bound)
	}
	subject := queueRef("otp.dlq")

	for field, test := range map[string]struct {
		args queueargs.Arguments
		says []string
	}{
		"x-message-ttl":      {queueargs.Arguments{"x-message-ttl": queueargs.Int(604800000)}, []string{`Dead letters that other queues send here are lost: after 168h0m0s they vanish.`, "remove message_ttl", "retention"}},
		"x-max-length":       {queueargs.Arguments{"x-max-length": queueargs.Int(100000)}, []string{"beyond 100000 messages the oldest are dropped.", "remove max_length"}},
		"x-max-length-bytes": {queueargs.Arguments{"x-max-length-bytes": queueargs.Int(1)}, []string{"beyond 1 byte the oldest"}},
		"x-expires":          {queueargs.Arguments{"x-expires": queueargs.Int(3600000), "x-dead-letter-exchange": "otp.dlx"}, []string{"when nobody has used the queue for 1h0m0s they are deleted with it."}},
	} {
		c := broker(dlq(test.args))
		f := expect(t, id, c, subject, field)[0]
		says(t, f, test.says...)
		also(t, f, c, queueRef("otp.sms"), bindingRef(bound), exchangeRef("otp.dlx"))
	}

	nothing := broker(dlq(queueargs.Arguments{"x-max-length": queueargs.Int(0)}))
	says(t, expect(t, id, nothing, subject, "x-max-length")[0], "with room for 0 messages what no waiting consumer takes at once is dropped.")

	lossy := queueargs.Arguments{"x-message-ttl": queueargs.Int(604800000)}
	onPurpose := dlq(lossy)
	onPurpose.Discards = true
	expect(t, id, broker(onPurpose), subject)
	expect(t, id, broker(dlq(nil)), subject)
	expect(t, id, broker(dlq(queueargs.Arguments{"x-max-length": queueargs.Int(100000), "x-overflow": "reject-publish"})), subject)
	expect(t, id, broker(deadLettering(queueargs.Quorum, "otp.dlq", "", "parking", lossy)), subject)
	expect(t, id, broker(dlq(queueargs.Arguments{"x-message-ttl": queueargs.Unknown{}})), subject)
	expect(t, id, broker(dlq(queueargs.Arguments{"x-message-ttl": queueargs.Int(1000), "x-dead-letter-exchange": queueargs.Unknown{}})), subject)
	expect(t, id, on("4.0.5", dlq(lossy)), subject) // nothing is dead-lettered to it
	expect(t, id, on("4.0.5", dlq(lossy)).has(otp, exchangeOf("otp.dlx", "direct"), bindingOf("otp.dlx", "other", "otp.dlq")), subject)
	expect(t, id, offline(dlq(lossy)).has(otp, exchangeOf("otp.dlx", "direct"), bound), subject)
}
