package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/hashicorp/go-version"
)

// Shovel moves messages inside the broker, from a queue to an exchange of the same virtual host, until it is deleted. A message keeps its
// properties and its routing key, and leaves the queue when the broker has confirmed that it has arrived.
type Shovel struct {
	Vhost, Name, SourceQueue, TargetExchange string
}

// NoShovelsError means that the broker has no dynamic shovels: the plugin is not enabled.
type NoShovelsError struct{ Err error }

func (e *NoShovelsError) Error() string {
	return fmt.Sprintf("the plugin rabbitmq_shovel is not enabled (rabbitmq-plugins enable rabbitmq_shovel): %s", e.Err)
}

// Unwrap returns the broker's answer.
func (e *NoShovelsError) Unwrap() error { return e.Err }

func shovelObject(vhost, name string) string {
	return fmt.Sprintf("shovel %q in vhost %q", name, vhost)
}

func shovelPath(vhost, name string) (string, error) {
	return apiPath("parameters", "shovel", vhost, name)
}

// predeclared is since when a shovel can be told not to declare its queue, which it does with arguments of its own.
var predeclared = version.Must(version.NewVersion("4.0.0"))

// PutShovel starts a shovel; one that runs already goes on. It connects inside the broker, where it needs no credentials. The user
// needs the tag policymaker.
func (c *Client) PutShovel(ctx context.Context, s Shovel) error {
	what := shovelObject(s.Vhost, s.Name)
	path, err := shovelPath(s.Vhost, s.Name)
	if err != nil {
		return failed("putting", what, err)
	}
	v, err := c.Version(ctx)
	if err != nil {
		return failed("putting", what, err)
	}
	// Without a host the connection is a direct one (amqp_uri.erl).
	uri := "amqp:///" + strings.ReplaceAll(url.QueryEscape(s.Vhost), "+", "%20")
	value := map[string]any{
		"src-uri": uri, "src-queue": s.SourceQueue, "dest-uri": uri, "dest-exchange": s.TargetExchange,
		"ack-mode": "on-confirm", "src-delete-after": "never", "reconnect-delay": 1,
	}
	if v.GreaterThanOrEqual(predeclared) {
		value["src-predeclared"] = true
	}
	if _, err = c.send(ctx, http.MethodPut, path, map[string]any{"value": value}); err != nil {
		return failed("putting", what, explained(c.inVhost(ctx, s.Vhost, err)))
	}
	return nil
}

// DeleteShovel ends a shovel. When it returns, the shovel has given back what it had not moved yet
// (rabbit_shovel_dyn_worker_sup_sup.erl, stop_child). That there is none is a success.
func (c *Client) DeleteShovel(ctx context.Context, vhost, name string) error {
	what := shovelObject(vhost, name)
	path, err := shovelPath(vhost, name)
	if err != nil {
		return failed("deleting", what, err)
	}
	_, err = c.send(ctx, http.MethodDelete, path, nil)
	return c.deleted(ctx, vhost, what, err)
}

// Shovels lists the names of the shovels of a virtual host.
func (c *Client) Shovels(ctx context.Context, vhost string) ([]string, error) {
	path, err := apiPath("parameters", "shovel", vhost)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the shovels of vhost %q", vhost), err)
	}
	var list []struct {
		Name string `json:"name"`
	}
	if err := c.get(ctx, path, &list); err != nil {
		return nil, failed("listing", fmt.Sprintf("the shovels of vhost %q", vhost), c.inVhost(ctx, vhost, err))
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names, nil
}

// MayShovel reports why the user cannot have shovels in a virtual host, nil if it can. It asks for one that every broker refuses for what it
// lacks: unlike the lists of plugins, that answer needs no more rights than a shovel does. Nothing is changed.
func (c *Client) MayShovel(ctx context.Context, vhost string) error {
	path, err := shovelPath(vhost, "asking")
	if err != nil {
		return err
	}
	_, err = c.send(ctx, http.MethodPut, path, map[string]any{"value": map[string]any{}})
	err = explained(c.inVhost(ctx, vhost, err))
	var refused *APIError
	var none *NoShovelsError
	if !errors.As(err, &none) && errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return nil
	}
	return err
}

// explained tells a broker without the plugin: it does not know the component (rabbit_runtime_parameters.erl, lookup_component).
func explained(err error) error {
	var refused *APIError
	if errors.As(err, &refused) && refused.Status == http.StatusBadRequest && strings.Contains(refused.Reason, "component shovel not found") {
		return &NoShovelsError{Err: err}
	}
	return err
}
