package rabbitmq

import (
	"context"
	"errors"
	"net/http"
)

// Permission is what the broker has on record of a user's permissions in a virtual host.
type Permission int

const (
	// PermissionUnknown means that the broker does not say: it tells administrators only, and only of its own records.
	PermissionUnknown Permission = iota
	// PermissionGiven means that there are some, which need not be enough.
	PermissionGiven
	// PermissionLacking means that there are none. Then the broker refuses everything: each authorization backend of a user has to permit
	// what is asked (rabbit_access_control.erl, check_vhost_access), and the broker's own is one of them.
	PermissionLacking
	// PermissionUnrecorded means that there are none, and that the broker, being older than 3.13.4, does not say whether its own records
	// decide.
	PermissionUnrecorded
)

// Permission looks up what the broker has on record for the user of this client, which is one request the first time. A virtual host
// that administrators can read may still be closed to them for everything else.
func (c *Client) Permission(ctx context.Context, vhost string) (Permission, error) {
	return c.permissions.of(vhost).get(ctx, func(ctx context.Context) (Permission, error) {
		if c.otherwiseAuthorized {
			return PermissionUnknown, nil
		}
		path, err := apiPath("permissions", vhost, c.username)
		if err != nil {
			return PermissionUnknown, err
		}
		var record struct{}
		err = c.get(ctx, path, &record)
		var api *APIError
		switch {
		case err == nil:
			return PermissionGiven, nil
		case !errors.As(err, &api):
			return PermissionUnknown, err
		case api.Status != http.StatusNotFound:
			return PermissionUnknown, nil
		}
		who, err := c.Identity(ctx)
		switch {
		case err != nil:
			return PermissionUnknown, err
		case who.Name != c.username:
			return PermissionUnknown, nil
		case who.Internal == nil:
			return PermissionUnrecorded, nil
		case *who.Internal:
			return PermissionLacking, nil
		}
		return PermissionUnknown, nil
	})
}
