package proof_test

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// patience is how long something that must happen may take.
const patience = 20 * time.Second

// site is a virtual host on the broker under test that one test has for itself.
type site struct {
	t       *testing.T
	broker  *acctest.BrokerInfo
	vhost   string
	api     *rabbitmq.Client
	version *version.Version
	conn    *amqp.Connection
}

type args = map[string]any

// open makes a site. Tests run in parallel.
func open(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	b := acctest.Broker(t)
	if b.AMQPURL == "" {
		t.Fatal("RABBITMQ_TEST_AMQP_URI does not say where clients connect: run make test, which starts a broker")
	}
	api, err := rabbitmq.New(rabbitmq.Config{Endpoint: b.Endpoint, Username: b.Username, Password: b.Password, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, broker: b, vhost: b.Vhost(t), api: api}
	if s.version, err = api.Version(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.conn = s.connect(nil)
	return s
}

// connect opens an AMQP connection, over a socket that dial opens if it is not nil. It ends with the test.
func (s *site) connect(dial func(network, address string) (net.Conn, error)) *amqp.Connection {
	s.t.Helper()
	conn, err := amqp.DialConfig(s.broker.AMQPURL, amqp.Config{Vhost: s.vhost, Dial: dial})
	s.accepted(err)
	s.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// onEach proves a claim on classic and on quorum queues, each in a site of its own.
func onEach(t *testing.T, claim func(s *site, kind string)) {
	t.Parallel()
	for _, kind := range []string{"classic", "quorum"} {
		t.Run(kind, func(t *testing.T) { claim(open(t), kind) })
	}
}

// from reports whether the broker is of the version or newer.
func (s *site) from(v string) bool {
	return s.version.GreaterThanOrEqual(version.Must(version.NewVersion(v)))
}

// declare asks for a durable queue.
func (s *site) declare(name, kind string, arguments args) error {
	all := args{"x-queue-type": kind}
	for k, v := range arguments {
		all[k] = v
	}
	_, err := s.api.DeclareQueue(s.t.Context(), s.vhost, name, rabbitmq.QueueSettings{Durable: true, Arguments: all})
	return err
}

// queue declares a durable queue.
func (s *site) queue(name, kind string, arguments args) {
	s.t.Helper()
	s.accepted(s.declare(name, kind, arguments))
}

// exchange declares a durable direct exchange.
func (s *site) exchange(name string) {
	s.t.Helper()
	_, err := s.api.DeclareExchange(s.t.Context(), s.vhost, name, rabbitmq.ExchangeSettings{Type: "direct", Durable: true})
	s.accepted(err)
}

// bind binds a queue.
func (s *site) bind(exchange, key, queue string) {
	s.t.Helper()
	b := rabbitmq.Binding{Source: exchange, RoutingKey: key, Destination: queue, DestinationType: "queue"}
	_, err := s.api.DeclareBinding(s.t.Context(), s.vhost, b)
	s.accepted(err)
}

// policy puts a policy on the queues that pattern matches.
func (s *site) policy(name, pattern string, priority int, definition args) {
	s.t.Helper()
	_, err := s.broker.Admin(s.t).PutPolicy(s.vhost, name,
		rabbithole.Policy{Pattern: pattern, ApplyTo: "queues", Priority: priority, Definition: definition})
	s.accepted(err)
}

// operatorPolicy puts an operator policy on the queues that pattern matches.
func (s *site) operatorPolicy(name, pattern string, definition args) {
	s.t.Helper()
	_, err := s.broker.Admin(s.t).PutOperatorPolicy(s.vhost, name,
		rabbithole.OperatorPolicy{Pattern: pattern, ApplyTo: "queues", Definition: definition})
	s.accepted(err)
}

func (s *site) accepted(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// refused requires that the broker answered with the status and, somewhere, the words.
func (s *site) refused(err error, status int, words string) {
	s.t.Helper()
	var api *rabbitmq.APIError
	if !errors.As(err, &api) || api.Status != status || !strings.Contains(api.Reason, words) {
		s.t.Fatalf("the broker answered %v, want %d %q", err, status, words)
	}
}

// exists asks the management API, since a passive declaration would count as a use of the queue.
func (s *site) exists(queue string) bool {
	s.t.Helper()
	_, err := s.api.QueueDetails(s.t.Context(), s.vhost, queue)
	var absent *rabbitmq.NotFoundError
	if err != nil && !errors.As(err, &absent) {
		s.t.Fatal(err)
	}
	return err == nil
}

// eventually waits until something is true.
func (s *site) eventually(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("after %s it is still not so that %s", patience, what)
		}
	}
}

// stays requires that something is true and remains so for a while; it is for what no witness can show.
func (s *site) stays(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(500 * time.Millisecond); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if !is() {
			s.t.Fatalf("it did not remain so that %s", what)
		}
	}
}
