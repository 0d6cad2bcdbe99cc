package rabbitmq

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// get reads a JSON document directly, where rabbit-hole would lose something: it
// decodes arguments through float64.
func (c *Client) get(ctx context.Context, path string, into any) error {
	a, err := c.transport.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	return decode(http.MethodGet, path, a, into)
}

func decode(method, path string, a *answer, into any) error {
	d := json.NewDecoder(bytes.NewReader(a.body))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return &NotManagementAPIError{Method: method, Path: path, Status: a.status, Excerpt: excerpt(a.body)}
	}
	return nil
}

// send makes a request with a JSON body directly.
func (c *Client) send(ctx context.Context, method, path string, body any) (*answer, error) {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	return c.transport.do(ctx, method, path, content)
}

// hole returns a rabbit-hole client for one operation, whose requests end with ctx
// and share this client's connections and retries.
func (c *Client) hole(ctx context.Context) (*rabbithole.Client, error) {
	return rabbithole.NewTLSClient(c.endpoint, c.username, c.password, bound{ctx, c.transport})
}
