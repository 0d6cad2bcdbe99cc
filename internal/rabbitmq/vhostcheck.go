package rabbitmq

import (
	"context"
	"errors"
	"net/http"
)

// absent decides what a 404 about an object means. It returns *NotFoundError only if
// the API is alive and the virtual host readable; this is found out at the first 404
// of a virtual host and remembered. Other errors come back as they are.
func (c *Client) absent(ctx context.Context, vhost, object string, err error) error {
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound {
		return err
	}
	_, checkErr := c.readable.of(vhost).get(ctx, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.checkVhost(ctx, vhost)
	})
	if checkErr != nil {
		return goneWithVhost(object, checkErr)
	}
	return &NotFoundError{Object: object, Err: err}
}

// checkVhost proves that the virtual host is there and open to the user by reading its
// default exchange, which always exists and needs the same access as any other object in
// it. To an administrator every virtual host is open, so that a 404 is then certain to
// mean that there is none; for anybody else it may also mean a lack of permissions.
func (c *Client) checkVhost(ctx context.Context, vhost string) error {
	if _, err := c.Overview(ctx); err != nil {
		return err
	}
	path, err := apiPath("exchanges", vhost, exchangeSegment(""))
	if err != nil {
		return err
	}
	err = c.get(ctx, path+"?disable_stats=true", &exchangeJSON{})
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound {
		return err
	}
	who, whoErr := c.Identity(ctx)
	if whoErr != nil {
		return whoErr
	}
	return &VhostNotFoundError{Vhost: vhost, Username: c.username, Gone: who.Has(Administrator), Err: err}
}
