package rabbitmq

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Tags of users that the management API asks for.
const (
	// Administrator may change operator policies and see every virtual host.
	Administrator = "administrator"
	// PolicyMaker may change policies. An administrator may, too.
	PolicyMaker = "policymaker"
)

// Identity is the user that asks, as GET /api/whoami has it.
type Identity struct {
	Name string `json:"name"`
	Tags tags   `json:"tags"`
	// Internal is true if the broker's own permissions are among those that the user needs; nil before 3.13.4, which does not say.
	Internal *bool `json:"is_internal_user"`
}

// Has reports whether the user has one of these tags.
func (i Identity) Has(wanted ...string) bool {
	return slices.ContainsFunc(i.Tags, func(tag string) bool { return slices.Contains(wanted, tag) })
}

// tags are a list, or in older versions a string with commas.
type tags []string

func (t *tags) UnmarshalJSON(b []byte) error {
	var list []string
	if json.Unmarshal(b, &list) == nil {
		*t = list
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*t = strings.Split(s, ",")
	return nil
}

// Identity returns who the broker takes the user for. It is read once in a client's life.
func (c *Client) Identity(ctx context.Context) (Identity, error) {
	return c.identity.get(ctx, func(ctx context.Context) (Identity, error) {
		var who Identity
		if err := c.get(ctx, "/api/whoami", &who); err != nil {
			return who, fmt.Errorf("asking the broker who user %q is: %w", c.username, err)
		}
		return who, nil
	})
}
