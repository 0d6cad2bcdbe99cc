package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// failed says which operation on which object an error belongs to. That something does
// not exist is a finding of its own and stays as it is.
func failed(verb, object string, err error) error {
	var notFound *NotFoundError
	if errors.As(err, &notFound) {
		return notFound
	}
	return fmt.Errorf("%s %s: %w", verb, object, withoutURL(err))
}

// inVhost explains a 404 to a write or listing: either the virtual host is not there
// (*VhostNotFoundError), or it is something else that the broker names.
func (c *Client) inVhost(ctx context.Context, vhost string, err error) error {
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound {
		return err
	}
	var missing *VhostNotFoundError
	if check := c.checkVhost(ctx, vhost); errors.As(check, &missing) {
		return missing
	} else if check != nil {
		return check
	}
	return err
}

// deleted takes a 404 for success, if it certainly means that the object is absent.
func (c *Client) deleted(ctx context.Context, vhost, object string, err error) error {
	if err == nil {
		return nil
	}
	err = c.absent(ctx, vhost, object, err)
	var notFound *NotFoundError
	if errors.As(err, &notFound) {
		return nil
	}
	return failed("deleting", object, err)
}
