package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Exchange is an exchange as the broker has it.
type Exchange struct {
	// Name is empty for the default exchange.
	Vhost, Name, Type             string
	Durable, AutoDelete, Internal bool
	// Arguments are never nil; numbers are json.Number.
	Arguments map[string]any
	// Policy is the name of the policy in force, empty if there is none.
	Policy string
}

type exchangeJSON struct {
	Vhost      string `json:"vhost"`
	Name       string `json:"name"`
	Type       string `json:"type"`
	Durable    bool   `json:"durable"`
	AutoDelete bool   `json:"auto_delete"`
	Internal   bool   `json:"internal"`
	Arguments  object `json:"arguments"`
	Policy     text   `json:"policy"`
}

func (e *exchangeJSON) exchange() Exchange {
	return Exchange{
		Vhost: e.Vhost, Name: e.Name, Type: e.Type,
		Durable: e.Durable, AutoDelete: e.AutoDelete, Internal: e.Internal,
		Arguments: e.Arguments.orEmpty(), Policy: string(e.Policy),
	}
}

func exchangeObject(vhost, name string) string {
	return fmt.Sprintf("exchange %q in vhost %q", name, vhost)
}

// Exchange reads an exchange, or returns *NotFoundError. Many reads are served from one
// listing, as described at Queue.
func (c *Client) Exchange(ctx context.Context, vhost, name string) (Exchange, error) {
	e, err := c.lists.exchanges(c, vhost).read(ctx, name)
	if err != nil {
		return Exchange{}, failed("reading", exchangeObject(vhost, name), err)
	}
	return e, nil
}

func (c *Client) readExchange(ctx context.Context, vhost, name string) (Exchange, error) {
	path, err := apiPath("exchanges", vhost, exchangeSegment(name))
	if err != nil {
		return Exchange{}, err
	}
	var e exchangeJSON
	err = c.getObject(ctx, vhost, exchangeObject(vhost, name), path+"?disable_stats=true", &e, func() bool { return e.Type != "" })
	return e.exchange(), err
}

// Exchanges lists the exchanges of a virtual host, the predeclared ones included, sorted
// by name. The listing is shared with Exchange and made anew only after a write of this
// client. The slice must not be changed.
func (c *Client) Exchanges(ctx context.Context, vhost string) ([]Exchange, error) {
	list, err := c.lists.exchanges(c, vhost).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the exchanges of vhost %q", vhost), err)
	}
	return list, nil
}

func (c *Client) listExchanges(ctx context.Context, vhost string) ([]Exchange, error) {
	var list []exchangeJSON
	if err := c.collection(ctx, "exchanges", vhost, "?disable_stats=true", &list); err != nil {
		return nil, err
	}
	out := make([]Exchange, len(list))
	for i := range list {
		out[i] = list[i].exchange()
	}
	return out, nil
}

// ExchangeSettings are what an exchange is declared with. They cannot be changed later.
type ExchangeSettings struct {
	Type                          string
	Durable, AutoDelete, Internal bool
	// Arguments hold integers as any Go integer or json.Number, never as float64.
	Arguments map[string]any
}

// DeclareExchange declares an exchange and says whether it was created; false means that
// an equivalent one existed, of whose arguments the broker compared only
// alternate-exchange: read it back.
func (c *Client) DeclareExchange(ctx context.Context, vhost, name string, s ExchangeSettings) (created bool, err error) {
	what := exchangeObject(vhost, name)
	path, err := apiPath("exchanges", vhost, name)
	if err != nil {
		return false, failed("declaring", what, err)
	}
	defer c.lists.exchanges(c, vhost).touch(exchangeMark(name))
	// rabbit-hole's settings have no "internal".
	a, err := c.send(ctx, http.MethodPut, path, map[string]any{
		"type": s.Type, "durable": s.Durable, "auto_delete": s.AutoDelete, "internal": s.Internal,
		"arguments": object(s.Arguments).orEmpty(),
	})
	if err != nil {
		err = c.refused(ctx, vhost, err, declares(func(kind string) right { return exchangeRight(kind, name) }, s.Arguments, "alternate-exchange")...)
		return false, failed("declaring", what, c.inVhost(ctx, vhost, err))
	}
	return a.status == http.StatusCreated, nil
}

// DeleteExchange deletes an exchange with its bindings. That it is already absent is a
// success.
func (c *Client) DeleteExchange(ctx context.Context, vhost, name string) error {
	what := exchangeObject(vhost, name)
	if err := errors.Join(checkName(vhost), checkName(name)); err != nil {
		return failed("deleting", what, err)
	}
	defer func() {
		c.lists.exchanges(c, vhost).touch(exchangeMark(name))
		c.lists.bindings(c, vhost).touch(exchangeMark(name))
	}()
	rh, err := c.hole(ctx)
	if err != nil {
		return err
	}
	_, err = rh.DeleteExchange(vhost, name)
	return c.deleted(ctx, vhost, what, c.refused(ctx, vhost, err, exchangeRight("configure", name)))
}
