package rabbitmq

import (
	"context"
	"errors"
	"net/http"
	"sync"
)

// vhostChecks remembers the virtual hosts that have been seen to be readable.
type vhostChecks struct {
	mu    sync.Mutex
	vhost map[string]*memo[struct{}]
}

func (v *vhostChecks) of(vhost string) *memo[struct{}] {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.vhost == nil {
		v.vhost = map[string]*memo[struct{}]{}
	}
	if v.vhost[vhost] == nil {
		v.vhost[vhost] = &memo[struct{}]{}
	}
	return v.vhost[vhost]
}

// absent decides what a 404 about an object means. It returns *NotFoundError only if
// the API is alive and the virtual host readable; this is found out at the first 404
// of a virtual host and remembered. Other errors come back as they are.
func (c *Client) absent(ctx context.Context, vhost, object string, err error) error {
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound {
		return err
	}
	_, checkErr := c.vhosts.of(vhost).get(ctx, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.checkVhost(ctx, vhost)
	})
	var missing *VhostNotFoundError
	if errors.As(checkErr, &missing) && missing.Gone {
		return &NotFoundError{Object: object, Err: missing}
	}
	if checkErr != nil {
		return checkErr
	}
	return &NotFoundError{Object: object, Err: err}
}

// checkVhost proves that the virtual host is there and open to the user by reading
// its default exchange, which always exists and needs the same access as any other
// object in it. If that is answered with 404, an administrator can be told for certain
// whether the virtual host exists, anybody else cannot.
func (c *Client) checkVhost(ctx context.Context, vhost string) error {
	if _, err := c.Overview(ctx); err != nil {
		return err
	}
	path, err := apiPath("exchanges", vhost, "amq.default")
	if err != nil {
		return err
	}
	var any struct{}
	err = c.get(ctx, path+"?disable_stats=true", &any)
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound {
		return err
	}
	missing := &VhostNotFoundError{Vhost: vhost, Username: c.username, Err: err}
	admin, err := c.isAdministrator(ctx)
	if err != nil {
		return err
	}
	if !admin {
		return missing
	}
	path, err = apiPath("vhosts", vhost)
	if err != nil {
		return err
	}
	err = c.get(ctx, path, &any)
	missing.Gone = errors.As(err, &api) && api.Status == http.StatusNotFound
	if err != nil && !missing.Gone {
		return err
	}
	return missing
}
