package rabbitmq

import (
	"context"
	"errors"
	"net/http"
	"slices"
)

// Plugins are those that are enabled on every running node, sorted; nil if the user may not see nodes, which takes the tag monitoring
// (rabbit_mgmt_wm_nodes.erl).
func (c *Client) Plugins(ctx context.Context) ([]string, error) {
	var nodes []struct {
		Running bool     `json:"running"`
		Plugins []string `json:"enabled_plugins"`
	}
	if err := c.get(ctx, "/api/nodes?columns=running,enabled_plugins", &nodes); err != nil {
		return nil, unlessHidden("listing nodes", err)
	}
	on, running := map[string]int{}, 0
	for _, n := range nodes {
		if !n.Running {
			continue
		}
		running++
		for _, p := range n.Plugins {
			on[p]++
		}
	}
	all := []string{}
	for p, times := range on {
		if times == running {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return all, nil
}

// FeatureFlags says of each feature flag whether it is enabled; nil if the user may not see them (rabbit_mgmt_wm_feature_flags.erl).
func (c *Client) FeatureFlags(ctx context.Context) (map[string]bool, error) {
	var flags []struct {
		Name  string `json:"name"`
		State string `json:"state"`
	}
	if err := c.get(ctx, "/api/feature-flags", &flags); err != nil {
		return nil, unlessHidden("listing feature flags", err)
	}
	all := map[string]bool{}
	for _, f := range flags {
		all[f.Name] = f.State == "enabled"
	}
	return all, nil
}

// unlessHidden takes a refusal for lack of rights for no error.
func unlessHidden(doing string, err error) error {
	var refused *APIError
	if errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden) {
		return nil
	}
	return failed(doing, "", err)
}
