// Command demo shows the payment retry loop of examples/quickstart on a real broker: a rejected payment that waits ten seconds and
// comes back, and two changes that the plan refuses. scripts/demo prepares what it needs. It exits with 0 only if all of it happened.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	out := newPrinter(os.Stdout)
	err := run(ctx, out)
	if err == nil {
		return
	}
	if ctx.Err() != nil {
		err = errors.New("it was interrupted, and what it had made is removed")
	}
	out.failed(err)
	os.Exit(1)
}

// run sets the stage, tells the story and clears the stage again, whatever happened.
func run(ctx context.Context, out *printer) (err error) {
	began := time.Now()
	b, err := brokerOfEnvironment()
	if err != nil {
		return err
	}
	tf, err := newTerraform(ctx, b, out)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, tf.remove()) }()
	if err := b.createVhost(); err != nil {
		return err
	}
	defer func() { err = firstOf(err, b.deleteVhost()) }()
	out.title("RabbitMQ %s at %s, virtual host %s, %s", b.version, b.endpoint, b.vhost, tf.version)

	s := &story{broker: b, terraform: tf, out: out}
	for _, scene := range []func(context.Context) error{
		s.applyQuickstart, s.onePayment, s.loopThatDrops, s.replacementThatLoses, s.destroy,
	} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	out.title("All of it happened, in %.0f s.", time.Since(began).Seconds())
	return nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
