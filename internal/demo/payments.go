package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// What examples/quickstart declares.
const (
	mainExchange = "main.exchange"
	mainQueue    = "main.queue"
	paymentKey   = "payment.execute"
	delayQueue   = "retry.delay.10s.queue"
	delay        = 10 * time.Second
)

// payments is an application that publishes and consumes payments.
type payments struct {
	connection *amqp.Connection
	channel    *amqp.Channel
	deliveries <-chan amqp.Delivery
}

func (b *broker) openPayments() (*payments, error) {
	connection, err := b.connect()
	if err != nil {
		return nil, err
	}
	p := &payments{connection: connection}
	if p.channel, err = connection.Channel(); err == nil {
		err = p.channel.Confirm(false)
	}
	if err == nil {
		p.deliveries, err = p.channel.Consume(mainQueue, "", false, false, false, false, nil)
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("consuming %s: %w", mainQueue, err)
	}
	return p, nil
}

func (p *payments) close() { _ = p.connection.Close() }

// publish sends a payment and waits until the broker has it.
func (p *payments) publish(ctx context.Context, body string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	confirmation, err := p.channel.PublishWithDeferredConfirmWithContext(ctx, mainExchange, paymentKey, true, false, amqp.Publishing{
		ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: []byte(body),
	})
	if err != nil {
		return fmt.Errorf("publishing a payment: %w", err)
	}
	acknowledged, err := confirmation.WaitContext(ctx)
	if err == nil && !acknowledged {
		err = errors.New("the broker refused it")
	}
	if err != nil {
		return fmt.Errorf("publishing a payment: %w", err)
	}
	return nil
}

// next waits for a delivery.
func (p *payments) next(ctx context.Context, limit time.Duration) (amqp.Delivery, error) {
	select {
	case d, open := <-p.deliveries:
		if !open {
			return d, fmt.Errorf("the broker ended the delivery of %s", mainQueue)
		}
		return d, nil
	case <-time.After(limit):
		return amqp.Delivery{}, fmt.Errorf("nothing was delivered from %s for %s", mainQueue, limit)
	case <-ctx.Done():
		return amqp.Delivery{}, ctx.Err()
	}
}

// ready is the number of messages in a queue that wait to be consumed.
func (p *payments) ready(queue string) (int, error) {
	q, err := p.channel.QueueDeclarePassive(queue, true, false, false, false, nil)
	if err != nil {
		return 0, fmt.Errorf("counting the messages of %s: %w", queue, err)
	}
	return q.Messages, nil
}

// waitForReady waits until so many messages wait in a queue.
func (p *payments) waitForReady(ctx context.Context, queue string, messages int) error {
	return eventually(ctx, 5*time.Second, fmt.Sprintf("a length of %d of %s", messages, queue), func() (bool, error) {
		n, err := p.ready(queue)
		return n == messages, err
	})
}
