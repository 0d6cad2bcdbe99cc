package review

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// definitions is RabbitMQ's own export, of a cluster or of one virtual host, whose objects then do not name it
// (rabbit_mgmt_wm_definitions.erl).
type definitions struct {
	RabbitVersion string `json:"rabbit_version"`
	OriginalVhost string `json:"original_vhost_name"`
	Vhosts        []struct {
		Name string `json:"name"`
	} `json:"vhosts"`
	Queues []struct {
		Vhost      string         `json:"vhost"`
		Name       string         `json:"name"`
		Type       string         `json:"type"`
		Durable    bool           `json:"durable"`
		AutoDelete bool           `json:"auto_delete"`
		Arguments  map[string]any `json:"arguments"`
	} `json:"queues"`
	Exchanges []struct {
		Vhost      string         `json:"vhost"`
		Name       string         `json:"name"`
		Type       string         `json:"type"`
		Durable    bool           `json:"durable"`
		AutoDelete bool           `json:"auto_delete"`
		Internal   bool           `json:"internal"`
		Arguments  map[string]any `json:"arguments"`
	} `json:"exchanges"`
	Bindings []struct {
		Vhost           string         `json:"vhost"`
		Source          string         `json:"source"`
		Destination     string         `json:"destination"`
		DestinationType topology.Kind  `json:"destination_type"`
		RoutingKey      string         `json:"routing_key"`
		Arguments       map[string]any `json:"arguments"`
	} `json:"bindings"`
	Policies   []definedPolicy `json:"policies"`
	Parameters []struct {
		Vhost     string          `json:"vhost"`
		Component string          `json:"component"`
		Name      string          `json:"name"`
		Value     json.RawMessage `json:"value"`
	} `json:"parameters"`
}

type definedPolicy struct {
	Vhost      string         `json:"vhost"`
	Name       string         `json:"name"`
	Pattern    string         `json:"pattern"`
	ApplyTo    string         `json:"apply-to"`
	Priority   float64        `json:"priority"`
	Definition map[string]any `json:"definition"`
}

func readDefinitions(content []byte) (*Input, error) {
	var d definitions
	if err := decode(content, &d); err != nil {
		return nil, fmt.Errorf("the definitions cannot be read: %w", err)
	}
	hosts := map[string]*Host{}
	of := func(vhost string) *Host {
		if vhost == "" {
			vhost = d.OriginalVhost
		}
		if hosts[vhost] == nil {
			hosts[vhost] = newHost(vhost)
		}
		return hosts[vhost]
	}
	for _, v := range d.Vhosts {
		of(v.Name)
	}
	for _, x := range d.Exchanges {
		alternate, _ := x.Arguments["alternate-exchange"].(string)
		of(x.Vhost).PutExchange(&topology.Exchange{
			Name: x.Name, Type: x.Type, Durable: x.Durable, AutoDelete: x.AutoDelete, Internal: x.Internal,
			AlternateExchange: alternate, Arguments: x.Arguments,
		})
	}
	for _, q := range d.Queues {
		of(q.Vhost).PutQueue(&topology.Queue{
			Name: q.Name, Type: typeOf(q.Type, q.Arguments), Durable: q.Durable, AutoDelete: q.AutoDelete, Arguments: q.Arguments,
		})
	}
	for i, b := range d.Bindings {
		if b.DestinationType != topology.KindQueue && b.DestinationType != topology.KindExchange {
			return nil, fmt.Errorf("the definitions cannot be read: bindings[%d].destination_type = %q where queue or exchange is expected", i, b.DestinationType)
		}
		of(b.Vhost).PutBinding(&topology.Binding{
			Source: b.Source, Destination: b.Destination, DestinationKind: b.DestinationType, RoutingKey: b.RoutingKey, Arguments: b.Arguments,
		})
	}
	for _, p := range d.Policies {
		of(p.Vhost).PutPolicy(p.topology(false))
	}
	for _, parameter := range d.Parameters {
		if parameter.Component != "operator_policy" {
			continue
		}
		p := definedPolicy{Name: parameter.Name}
		if err := decode(parameter.Value, &p); err != nil {
			return nil, fmt.Errorf("operator policy %q cannot be read: %w", parameter.Name, err)
		}
		of(parameter.Vhost).PutPolicy(p.topology(true))
	}
	input := &Input{Source: "definitions", Before: hosts, After: hosts}
	v, err := version.NewVersion(d.RabbitVersion)
	if err != nil && d.RabbitVersion != "" {
		input.Unknown = []string{fmt.Sprintf("rabbit_version = %q is no version: what depends on it is not said", d.RabbitVersion)}
	}
	for _, host := range hosts {
		host.Version, host.Complete, host.Final = v, true, true
	}
	return input, nil
}

func (p definedPolicy) topology(operator bool) *topology.Policy {
	if p.ApplyTo == "" {
		p.ApplyTo = "all"
	}
	return &topology.Policy{
		Name: p.Name, Pattern: p.Pattern, ApplyTo: p.ApplyTo, Priority: p.Priority, Definition: p.Definition, Operator: operator,
	}
}

// typeOf is the type of a queue: exports of releases before 4.0 leave out that it is classic.
func typeOf(said string, arguments map[string]any) queueargs.Type {
	if said != "" {
		return queueargs.Type(said)
	}
	if t, ok := arguments["x-queue-type"].(string); ok {
		return queueargs.Type(t)
	}
	return queueargs.Classic
}

// decode reads JSON and keeps numbers as they are written.
func decode(content []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	return d.Decode(into)
}
