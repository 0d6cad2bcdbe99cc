package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/hashicorp/go-version"
)

// Overview is what GET /api/overview says about the cluster.
type Overview struct {
	// RabbitMQVersion is the version of the open-source base.
	RabbitMQVersion string `json:"rabbitmq_version"`
	// ProductName and ProductVersion differ from "RabbitMQ" and RabbitMQVersion in
	// commercial distributions. Empty where the broker does not say.
	ProductName    string `json:"product_name"`
	ProductVersion string `json:"product_version"`
	// ClusterName is the cluster's name.
	ClusterName string `json:"cluster_name"`
	// DefaultQueueType is the node's default (4.0.5 and later; else empty).
	DefaultQueueType string `json:"default_queue_type"`
	// ExchangeTypes are the types that the broker has, plugins included.
	ExchangeTypes []ExchangeType `json:"exchange_types"`
	// Objects counts the objects in the virtual hosts that the user may see. It is
	// as old as this Overview.
	Objects ObjectTotals `json:"object_totals"`
	// OperatorPoliciesOpen is false if the node's configuration forbids every change of
	// operator policies (management.restrictions.operator_policy_changes.disabled); nil
	// where the broker does not say.
	OperatorPoliciesOpen *bool `json:"is_op_policy_updating_enabled"`
}

// ExchangeType is a type of exchange that the broker knows.
type ExchangeType struct {
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

// ObjectTotals are numbers of objects. They are zero where the broker keeps no
// statistics.
type ObjectTotals struct {
	Queues    int `json:"queues"`
	Exchanges int `json:"exchanges"`
}

// HasExchangeType says whether the broker has an exchange type.
func (o Overview) HasExchangeType(name string) bool {
	return slices.ContainsFunc(o.ExchangeTypes, func(t ExchangeType) bool { return t.Name == name })
}

// Overview returns what the cluster says about itself. It is read once in a client's
// life; failures are not kept.
func (c *Client) Overview(ctx context.Context) (Overview, error) {
	return c.overview.get(ctx, func(ctx context.Context) (Overview, error) {
		// rabbit-hole's Overview lacks the product and the default queue type.
		var o Overview
		err := c.get(ctx, "/api/overview?disable_stats=true", &o)
		var api *APIError
		switch {
		case errors.As(err, &api) && api.Status == http.StatusNotFound:
			// The plugin's web server runs, but not under this path prefix.
			err = &NotManagementAPIError{Method: api.Method, Path: api.Path, Status: api.Status, Excerpt: api.Reason}
		case err == nil && o.RabbitMQVersion == "":
			err = &NotManagementAPIError{Method: http.MethodGet, Path: "/api/overview", Status: http.StatusOK, Excerpt: "JSON without rabbitmq_version"}
		}
		if err != nil {
			return Overview{}, fmt.Errorf("reading the broker's overview: %w", err)
		}
		return o, nil
	})
}

// Version returns the broker's version (of the open-source base) without a suffix such
// as -rc.1: a pre-release has what its release has. It uses Overview.
func (c *Client) Version(ctx context.Context) (*version.Version, error) {
	o, err := c.Overview(ctx)
	if err != nil {
		return nil, err
	}
	v, err := parseVersion(o.RabbitMQVersion)
	if err != nil {
		return nil, fmt.Errorf("the broker's version %q cannot be understood: %w", o.RabbitMQVersion, err)
	}
	return v, nil
}

func parseVersion(s string) (*version.Version, error) {
	v, err := version.NewVersion(s)
	if err != nil {
		return nil, err
	}
	return v.Core(), nil
}
