package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// Binding is a binding of a queue or exchange to a source exchange.
type Binding struct {
	Vhost, Source, Destination string
	// DestinationType is "queue" or "exchange".
	DestinationType string
	RoutingKey      string
	// Arguments are never nil in what is read; numbers are json.Number.
	Arguments map[string]any
	// PropertiesKey is the broker's name for routing key and arguments together. It
	// contains a hash of the arguments and is read, never computed.
	PropertiesKey string
}

// Key returns what identifies the binding in its virtual host.
func (b Binding) Key() BindingKey {
	return BindingKey{Source: b.Source, Destination: b.Destination, DestinationType: b.DestinationType, PropertiesKey: b.PropertiesKey}
}

// BindingKey identifies a binding in its virtual host.
type BindingKey struct {
	Source, Destination string
	// DestinationType is "queue" or "exchange".
	DestinationType string
	// PropertiesKey is as the broker gives it in properties_key.
	PropertiesKey string
}

type bindingJSON struct {
	Vhost           string `json:"vhost"`
	Source          string `json:"source"`
	Destination     string `json:"destination"`
	DestinationType string `json:"destination_type"`
	RoutingKey      string `json:"routing_key"`
	Arguments       object `json:"arguments"`
	PropertiesKey   string `json:"properties_key"`
}

func (b *bindingJSON) binding() Binding {
	return Binding{
		Vhost: b.Vhost, Source: b.Source, Destination: b.Destination, DestinationType: b.DestinationType,
		RoutingKey: b.RoutingKey, Arguments: b.Arguments.orEmpty(), PropertiesKey: b.PropertiesKey,
	}
}

func bindingObject(vhost string, k BindingKey) string {
	return fmt.Sprintf("binding %q from exchange %q to %s %q in vhost %q", k.PropertiesKey, k.Source, k.DestinationType, k.Destination, vhost)
}

func bindingPath(vhost string, k BindingKey) (string, error) {
	kind := "q"
	switch k.DestinationType {
	case "queue":
	case "exchange":
		kind = "e"
	default:
		return "", fmt.Errorf("the destination type %q is neither \"queue\" nor \"exchange\"", k.DestinationType)
	}
	return apiPath("bindings", vhost, "e", exchangeSegment(k.Source), kind, k.Destination, propertiesKeySegment(k.PropertiesKey))
}

// propertiesKeySegment spells a properties key so that it can be addressed. The broker
// takes null and undefined for a routing key that is not a string, and its router takes
// . and .. for relative paths; but it decodes the segment twice, so that each of them
// gets through with a letter escaped (tried with 3.10, 4.0 and 4.3).
func propertiesKeySegment(key string) string {
	switch key {
	case "null", "undefined", ".", "..":
		return fmt.Sprintf("%%%02X%s", key[0], escapeDots(key[1:]))
	}
	return key
}

func escapeDots(s string) string { return strings.ReplaceAll(s, ".", "%2E") }

// Binding reads a binding, or returns *NotFoundError. Many reads are served from one
// listing, as described at Queue.
func (c *Client) Binding(ctx context.Context, vhost string, key BindingKey) (Binding, error) {
	b, err := c.lists.bindings(c, vhost).read(ctx, key)
	if err != nil {
		return Binding{}, failed("reading", bindingObject(vhost, key), err)
	}
	return b, nil
}

func (c *Client) readBinding(ctx context.Context, vhost string, key BindingKey) (Binding, error) {
	path, err := bindingPath(vhost, key)
	if err != nil {
		return Binding{}, err
	}
	var b bindingJSON
	err = c.getObject(ctx, vhost, bindingObject(vhost, key), path, &b, func() bool { return b.Destination != "" })
	return b.binding(), err
}

// Bindings lists the bindings of a virtual host without those to the default exchange,
// which every queue has. The listing is shared with Binding and made anew only after a
// write of this client. The slice must not be changed.
func (c *Client) Bindings(ctx context.Context, vhost string) ([]Binding, error) {
	list, err := c.lists.bindings(c, vhost).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the bindings of vhost %q", vhost), err)
	}
	return list, nil
}

func (c *Client) listBindings(ctx context.Context, vhost string) ([]Binding, error) {
	var list []bindingJSON
	if err := c.collection(ctx, "bindings", vhost, "", &list); err != nil {
		return nil, err
	}
	return withSource(list), nil
}

// withSource drops the bindings of the default exchange.
func withSource(list []bindingJSON) []Binding {
	out := make([]Binding, 0, len(list))
	for i := range list {
		if list[i].Source != "" {
			out = append(out, list[i].binding())
		}
	}
	return out
}

// QueueBindings lists the bindings that lead to a queue, but for that of the default exchange, each time from the broker. A queue that does
// not exist has none.
func (c *Client) QueueBindings(ctx context.Context, vhost, queue string) ([]Binding, error) {
	what := "the bindings of " + queueObject(vhost, queue)
	path, err := apiPath("queues", vhost, queue, "bindings")
	if err != nil {
		return nil, failed("listing", what, err)
	}
	var list []bindingJSON
	if err := c.get(ctx, path, &list); err != nil {
		return nil, failed("listing", what, c.inVhost(ctx, vhost, err))
	}
	return withSource(list), nil
}

// DeclareBinding binds and returns the new binding's key as the broker's answer has it.
// PropertiesKey of the argument is not used. Binding again is a success.
func (c *Client) DeclareBinding(ctx context.Context, vhost string, b Binding) (BindingKey, error) {
	what := fmt.Sprintf("binding with key %q from exchange %q to %s %q in vhost %q", b.RoutingKey, b.Source, b.DestinationType, b.Destination, vhost)
	if b.DestinationType != "queue" && b.DestinationType != "exchange" {
		return BindingKey{}, failed("declaring", what, fmt.Errorf("the destination type %q is neither \"queue\" nor \"exchange\"", b.DestinationType))
	}
	if err := errors.Join(checkName(vhost), checkName(b.Source), checkName(b.Destination)); err != nil {
		return BindingKey{}, failed("declaring", what, err)
	}
	rh, err := c.hole(ctx)
	if err != nil {
		return BindingKey{}, err
	}
	resp, err := rh.DeclareBinding(vhost, rabbithole.BindingInfo{
		Source: b.Source, Destination: b.Destination, DestinationType: b.DestinationType,
		RoutingKey: b.RoutingKey, Arguments: b.Arguments,
	})
	if err != nil {
		// The broker may have made it although its answer was lost.
		c.lists.bindings(c, vhost).touchAll()
		return BindingKey{}, failed("declaring", what, c.inVhost(ctx, vhost, c.refused(ctx, vhost, err, binds(b.Key())...)))
	}
	props, err := propertiesKeyOf(resp.Header.Get("Location"))
	if err != nil {
		c.lists.bindings(c, vhost).touchAll()
		return BindingKey{}, failed("declaring", what, err)
	}
	key := BindingKey{Source: b.Source, Destination: b.Destination, DestinationType: b.DestinationType, PropertiesKey: props}
	c.lists.bindings(c, vhost).touch(bindingMark(key))
	return key, nil
}

// propertiesKeyOf takes the properties key from the Location of a new binding, whose
// last segment it is, percent-encoded once more than in JSON.
func propertiesKeyOf(location string) (string, error) {
	last := location[strings.LastIndexByte(location, '/')+1:]
	key, err := url.PathUnescape(last)
	if err != nil || key == "" {
		return "", fmt.Errorf("the binding was made, but its properties key cannot be read from the broker's Location %q", location)
	}
	return key, nil
}

// binds are the rights that making and removing a binding need.
func binds(b BindingKey) []right {
	destination := queueRight("write", b.Destination)
	if b.DestinationType == "exchange" {
		destination = exchangeRight("write", b.Destination)
	}
	return []right{destination, exchangeRight("read", b.Source)}
}

// DeleteBinding removes a binding. That it is already absent is a success.
func (c *Client) DeleteBinding(ctx context.Context, vhost string, key BindingKey) error {
	what := bindingObject(vhost, key)
	if _, err := bindingPath(vhost, key); err != nil {
		return failed("deleting", what, err)
	}
	defer c.lists.bindings(c, vhost).touch(bindingMark(key))
	rh, err := c.hole(ctx)
	if err != nil {
		return err
	}
	_, err = rh.DeleteBinding(vhost, rabbithole.BindingInfo{
		Source: key.Source, Destination: key.Destination, DestinationType: key.DestinationType,
		PropertiesKey: propertiesKeySegment(key.PropertiesKey),
	})
	return c.deleted(ctx, vhost, what, c.refused(ctx, vhost, err, binds(key)...))
}
