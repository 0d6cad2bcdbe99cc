package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// node is who an endpoint says it is.
type node struct {
	// Name and Cluster are the names of the node and of its cluster.
	Name    string `json:"node"`
	Cluster string `json:"cluster_name"`
	// endpoint is where it was asked.
	endpoint string
}

// unnamed reports whether nobody has given the cluster a name: then each of its nodes answers with its own, with the host's full name
// (rabbit_nodes.erl, cluster_name_default; so on 3.10, 4.0 and 4.3).
func (n node) unnamed() bool {
	id, _, found := strings.Cut(n.Name, "@")
	return found && strings.HasPrefix(n.Cluster, id+"@")
}

type member struct {
	Name string `json:"name"`
}

// ask makes a GET request of an endpoint and decodes an answer of 200.
type ask func(ctx context.Context, url string, into any) (status int, err error)

// belongs makes sure that an endpoint is of the same cluster as those that were used before. It asks each once, and only if there are
// several: a request that is sent to another cluster would make or delete there what is meant here. Who may not see the nodes of a cluster
// without a name (the tag monitoring) is believed.
func (e *endpoints) belongs(ctx context.Context, n int, get ask) error {
	if !e.several() {
		return nil
	}
	_, err := e.nodes[n].get(ctx, func(ctx context.Context) (node, error) {
		found := node{endpoint: e.all[n]}
		status, err := get(ctx, found.endpoint+"/api/overview?disable_stats=true", &found)
		if err != nil {
			return found, err
		}
		if status != http.StatusOK || found.Name == "" || found.Cluster == "" {
			return found, &errNoCluster{endpoint: found.endpoint, status: status}
		}
		known := e.first(found)
		if known.endpoint == found.endpoint || known.Cluster == found.Cluster {
			return found, nil
		}
		other := &errOtherCluster{node: found, known: known}
		if !known.unnamed() || !found.unnamed() {
			return found, other
		}
		var members []member
		status, err = get(ctx, found.endpoint+"/api/nodes?columns=name", &members)
		if err != nil || status != http.StatusOK {
			return found, err
		}
		if !slices.ContainsFunc(members, func(m member) bool { return m.Name == known.Name }) {
			return found, other
		}
		return found, nil
	})
	var unsaid *errNoCluster
	if errors.As(err, &unsaid) && e.none() {
		// Nothing has been sent elsewhere, and what is wrong here the request itself is told.
		return nil
	}
	return err
}

// first returns the first node that was used, which is the given one if there was none.
func (e *endpoints) first(n node) node {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known == nil {
		e.known = &n
	}
	return *e.known
}

func (e *endpoints) none() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.known == nil
}

// errNoCluster means that an endpoint does not say which cluster it is of.
type errNoCluster struct {
	endpoint string
	status   int
}

func (e *errNoCluster) Error() string {
	return fmt.Sprintf("%s answered %d when it was asked which cluster it is of. All endpoints have to be of one cluster, which knows the same users "+
		"everywhere", e.endpoint, e.status)
}

// errOtherCluster means that the endpoints are of different clusters.
type errOtherCluster struct{ node, known node }

func (e *errOtherCluster) Error() string {
	return fmt.Sprintf("it is node %q of the cluster %q, and %s is node %q of the cluster %q. All endpoints have to be of one cluster: another one needs a "+
		"provider block of its own (alias)", e.node.Name, e.node.Cluster, e.known.endpoint, e.known.Name, e.known.Cluster)
}
