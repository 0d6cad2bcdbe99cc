package kit

import (
	"context"
	"errors"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Live returns what the broker has in a virtual host, nil if there is no such virtual host.
func Live(ctx context.Context, client *rabbitmq.Client, vhost string) (*topology.VirtualHost, error) {
	view := (&Runtime{}).View(vhost)
	var missing *rabbitmq.VhostNotFoundError
	switch err := view.read(ctx, client, vhost); {
	case errors.As(err, &missing) && missing.Gone:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return view.topology, nil
}
