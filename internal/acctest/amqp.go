package acctest

import (
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Connect opens a connection of a messaging client to a virtual host. It ends with the test.
func (b *BrokerInfo) Connect(t testing.TB, vhost string) *amqp.Connection {
	t.Helper()
	if b.AMQPURL == "" {
		t.Fatal("RABBITMQ_TEST_AMQP_URI does not say where clients connect: run make test, which starts a broker")
	}
	connection, err := amqp.DialConfig(b.AMQPURL, amqp.Config{Vhost: vhost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

// Channel opens a channel with a connection of its own.
func (b *BrokerInfo) Channel(t testing.TB, vhost string) *amqp.Channel {
	t.Helper()
	channel, err := b.Connect(t, vhost).Channel()
	if err != nil {
		t.Fatal(err)
	}
	return channel
}
