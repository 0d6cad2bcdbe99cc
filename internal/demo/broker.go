package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"time"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
	amqp "github.com/rabbitmq/amqp091-go"
)

// broker is the RabbitMQ that scripts/broker brought up, and the virtual host that the demonstration has to itself.
type broker struct {
	endpoint, username, password, amqpURI, version string
	vhost                                          string
	api                                            *rabbithole.Client
}

func brokerOfEnvironment() (*broker, error) {
	b := &broker{vhost: "demo-" + strings.ToLower(rand.Text()[:8])}
	for name, field := range map[string]*string{
		"ENDPOINT": &b.endpoint, "USERNAME": &b.username, "PASSWORD": &b.password, "AMQP_URI": &b.amqpURI, "VERSION": &b.version,
	} {
		if *field = os.Getenv("RABBITMQ_TEST_" + name); *field == "" {
			return nil, fmt.Errorf("RABBITMQ_TEST_%s is not set: run make demo, which brings up a broker", name)
		}
	}
	var err error
	b.api, err = rabbithole.NewClient(b.endpoint, b.username, b.password)
	return b, err
}

func (b *broker) createVhost() error {
	if _, err := b.api.PutVhost(b.vhost, rabbithole.VhostSettings{}); err != nil {
		return fmt.Errorf("creating virtual host %s: %w", b.vhost, err)
	}
	all := rabbithole.Permissions{Configure: ".*", Write: ".*", Read: ".*"}
	if _, err := b.api.UpdatePermissionsIn(b.vhost, b.username, all); err != nil {
		return fmt.Errorf("granting permissions in virtual host %s: %w", b.vhost, err)
	}
	return nil
}

// deleteVhost removes the virtual host with all that is left in it.
func (b *broker) deleteVhost() error {
	if _, err := b.api.DeleteVhost(b.vhost); err != nil {
		return fmt.Errorf("removing virtual host %s: %w", b.vhost, err)
	}
	return nil
}

func (b *broker) connect() (*amqp.Connection, error) {
	connection, err := amqp.DialConfig(b.amqpURI, amqp.Config{Vhost: b.vhost})
	if err != nil {
		return nil, fmt.Errorf("connecting to virtual host %s: %w", b.vhost, err)
	}
	return connection, nil
}

// waitForCount waits until the broker's statistics, which lag behind by some seconds, count so many messages in a queue.
func (b *broker) waitForCount(ctx context.Context, queue string, messages int) error {
	return eventually(ctx, 20*time.Second, fmt.Sprintf("a count of %d in the statistics of %s", messages, queue), func() (bool, error) {
		q, err := b.api.GetQueue(b.vhost, queue)
		if err != nil {
			return false, err
		}
		return q.Messages == messages, nil
	})
}

// queues lists the names of the queues in the virtual host.
func (b *broker) queues() ([]string, error) {
	all, err := b.api.ListQueuesIn(b.vhost)
	names := make([]string, len(all))
	for i, q := range all {
		names[i] = q.Name
	}
	return names, err
}

// eventually asks five times a second until the answer is yes.
func eventually(ctx context.Context, limit time.Duration, what string, ask func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		if yes, err := ask(); yes || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
}
