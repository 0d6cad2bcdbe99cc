package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// right is a permission on an object that a request needs: "configure", "write" or "read".
type right struct{ kind, object, name string }

func (r right) String() string { return fmt.Sprintf("%s on %s %q", r.kind, r.object, r.name) }

// exchangeRight is one on an exchange. Permissions know the default exchange as amq.default (rabbit_access_control.erl,
// check_resource_access).
func exchangeRight(kind, name string) right { return right{kind, "exchange", exchangeSegment(name)} }

func queueRight(kind, name string) right { return right{kind, "queue", name} }

// declares are the rights that a declaration needs (rabbit_channel.erl, check_dlx... of queue.declare and exchange.declare): whoever sets
// where messages go on to must be allowed to take them and to put them there.
func declares(own func(kind string) right, arguments map[string]any, onward string) []right {
	needed := []right{own("configure")}
	if target, ok := arguments[onward].(string); ok {
		needed = append(needed, own("read"), exchangeRight("write", target))
	}
	return needed
}

// refused says which rights a refused request needs, since the broker only says that access was refused. Of those the ones that its records
// show to be there are left out; it shows them to administrators only.
func (c *Client) refused(ctx context.Context, vhost string, err error, needed ...right) error {
	var api *APIError
	if !errors.As(err, &api) || api.Status != http.StatusUnauthorized || !strings.Contains(api.Reason, "Access refused") {
		return err
	}
	lacking := needed
	if record, ok := c.record(ctx, vhost); ok {
		lacking = nil
		for _, r := range needed {
			if !record.gives(r) {
				lacking = append(lacking, r)
			}
		}
	}
	for _, r := range lacking {
		api.Lacking = append(api.Lacking, r.String())
	}
	return err
}

// record is a user's permissions in a virtual host: regular expressions of names.
type record struct {
	Configure string `json:"configure"`
	Write     string `json:"write"`
	Read      string `json:"read"`
}

func (c *Client) record(ctx context.Context, vhost string) (r record, ok bool) {
	path, err := apiPath("permissions", vhost, c.username)
	if err != nil || c.otherwiseAuthorized {
		return r, false
	}
	return r, c.get(ctx, path, &r) == nil
}

// gives is false, too, where the expression is none that Go knows.
func (r record) gives(right right) bool {
	pattern := map[string]string{"configure": r.Configure, "write": r.Write, "read": r.Read}[right.kind]
	expression, err := regexp.Compile(pattern)
	return err == nil && pattern != "" && expression.MatchString(right.name)
}

// rightsAdvice says what a user lacks of these rights.
func (e *APIError) rightsAdvice() string {
	const show = "rabbitmqctl list_user_permissions %q shows what it has"
	switch n := len(e.Lacking); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("User %q lacks the permission %s in vhost %q ("+show+")", e.Username, e.Lacking[0], e.Vhost, e.Username)
	default:
		return fmt.Sprintf("User %q lacks at least one of these permissions in vhost %q: %s and %s ("+show+")", e.Username, e.Vhost,
			strings.Join(e.Lacking[:n-1], ", "), e.Lacking[n-1], e.Username)
	}
}
