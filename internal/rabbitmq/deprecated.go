package rabbitmq

import (
	"context"
	"fmt"

	"github.com/hashicorp/go-version"
)

// statesSince is the first version whose deprecated features have a state (rabbit_depr_ff_extra.erl, cli_info). Before it, the
// broker denies none of those that matter here.
var statesSince = version.Must(version.NewVersion("4.1.0"))

// DeniedFeatures lists the deprecated features that the broker denies, such as transient_nonexcl_queues. It is empty for brokers that
// do not say. It is read once in a client's life.
func (c *Client) DeniedFeatures(ctx context.Context) ([]string, error) {
	return c.denied.get(ctx, func(ctx context.Context) ([]string, error) {
		v, err := c.Version(ctx)
		if err != nil || v.LessThan(statesSince) {
			return []string{}, err
		}
		var features []struct {
			Name  string `json:"name"`
			State string `json:"state"`
		}
		if err := c.get(ctx, "/api/deprecated-features", &features); err != nil {
			return nil, fmt.Errorf("reading the broker's deprecated features: %w", err)
		}
		denied := []string{}
		for _, f := range features {
			if f.State == "denied" {
				denied = append(denied, f.Name)
			}
		}
		return denied, nil
	})
}
