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

// LivePolicies returns a virtual host that has the policies of the broker's as they are now, and nothing else. Queues tell which policies are in
// force only after some seconds (rabbitmq.QueueDetails), and those that were before until then.
func LivePolicies(ctx context.Context, client *rabbitmq.Client, vhost string) (*topology.VirtualHost, error) {
	v, err := client.Version(ctx)
	if err != nil {
		return nil, err
	}
	policies, err := client.PoliciesNow(ctx, vhost, false)
	if err != nil {
		return nil, err
	}
	operator, err := client.PoliciesNow(ctx, vhost, true)
	if err != nil {
		return nil, err
	}
	t := topology.New(vhost)
	fill(t, v, rabbitmq.Overview{}, nil, nil, nil, policies, operator)
	return t, nil
}
