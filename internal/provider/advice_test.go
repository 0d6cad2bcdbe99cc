package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/deadletterqueue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delaytier"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/expiringqueue"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	queueresource "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// owners are the resources that declare a queue.
var owners = map[string]*topology.Owner{
	"rabbitmq_queue": queueresource.Owner, "rabbitmq_expiring_queue": expiringqueue.Owner, "rabbitmq_delay_tier": delaytier.Owner,
	"rabbitmq_dead_letter_queue": deadletterqueue.Owner,
}

// writable are the attributes of each resource that users can set, nested ones also by their own name.
func writable(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for typeName, s := range pt.Schemas(t).ResourceSchemas {
		all[typeName] = map[string]bool{}
		for _, a := range s.Block.Attributes {
			if !a.Optional && !a.Required {
				continue
			}
			all[typeName][a.Name] = true
			if a.NestedType != nil {
				for _, nested := range a.NestedType.Attributes {
					all[typeName][nested.Name], all[typeName][a.Name+"."+nested.Name] = true, true
				}
			}
		}
	}
	return all
}

func TestOwnersNameAttributesOfTheirSchemas(t *testing.T) {
	attributes := writable(t)
	for typeName, owner := range owners {
		for argument, attribute := range owner.Attributes {
			if !attributes[typeName][attribute] {
				t.Errorf("%s sets %s by %s, which it does not have", typeName, argument, attribute)
			}
		}
		if name, _, _ := strings.Cut(owner.Discards, " ="); name != "" && !attributes[typeName][name] {
			t.Errorf("%s discards by %s, which it does not have", typeName, owner.Discards)
		}
	}
}

var (
	// mention is a word that stands where attributes do: set to something, or told to be written.
	mention = regexp.MustCompile(`\b([a-z]+(?:[_.][a-z]+)*) = |\b(?i:set|remove|add|take|give|change|write in|to|off|from|of) ([a-z]+(?:[_.][a-z]+)*)\b|\b([a-z]+(?:_[a-z]+)+(?:\.[a-z_]+)?)\b`)
	// elsewhereNamed is an attribute of another resource, or the key of a policy.
	elsewhereNamed = regexp.MustCompile(`[a-z_]+(?: = "[^"]*")? on a rabbitmq_[a-z_]+|[a-z-]+ in (?:operator )?policy|[a-z-]+ out of (?:operator )?policy|[a-z]+(?:-[a-z]+)+`)
	quotedIDs      = regexp.MustCompile(`\["[a-z_]+"\]`)
)

// mentions are the attributes of any resource that a text tells people to write.
func mentions(text string, known map[string]bool) (names []string) {
	for _, m := range mention.FindAllStringSubmatch(quotedIDs.ReplaceAllString(text, ""), -1) {
		for _, name := range m[1:] {
			if known[name] {
				names = append(names, name)
			}
		}
	}
	return names
}

// An advice that names an attribute of another kind of resource sends people looking for what is not there.
func TestAdviceNamesAttributesThatTheResourceHas(t *testing.T) {
	attributes := writable(t)
	known := map[string]bool{}
	for _, of := range attributes {
		for name := range of {
			known[name] = true
		}
	}
	said, heard, wrong := map[string]bool{}, map[string]bool{}, map[string]bool{}
	check := func(typeName string, found []lint.Finding) {
		for _, f := range found {
			said[f.Rule] = true
			if f.Object.Name == "back" || heard[typeName+f.Advice] {
				continue
			}
			heard[typeName+f.Advice] = true
			for _, name := range mentions(elsewhereNamed.ReplaceAllString(f.Advice, ""), known) {
				if key := typeName + f.Rule + name; !attributes[typeName][name] && !wrong[key] {
					wrong[key] = true
					t.Errorf("%s: %s names %s: %s", typeName, f.Rule, name, f.Advice)
				}
			}
		}
	}
	for typeName, owner := range owners {
		check(typeName, playAll(typeName, owner))
	}
	v := topology.New("/")
	v.Version, v.Complete, v.ExchangeTypes = version.Must(version.NewVersion("4.0.5")), true, []string{"direct"}
	v.PutExchange(&topology.Exchange{Name: "amq.x", Type: "x-delayed-message", Managed: true, Change: topology.Replaced, Arguments: map[string]any{"x-delayed-type": "direct"}})
	binding := &topology.Binding{Source: "amq.x", Destination: "q", DestinationKind: topology.KindQueue, RoutingKey: "a~b", Arguments: map[string]any{"n": number("1"), "m": nil}}
	v.PutBinding(binding)
	ref := topology.Ref{Kind: topology.KindExchange, Name: "amq.x"}
	for instance := range uint64(2) {
		v.Claim(ref.Object(), topology.Claim{Instance: instance, Resource: "rabbitmq_exchange", Change: topology.Created})
	}
	c := &lint.Context{Topology: v}
	exchange := lint.Check(c, lint.Validate|lint.Plan, nil, nil, ref)
	check("rabbitmq_exchange", exchange)
	check("rabbitmq_dead_letter_queue", exchange)
	check("rabbitmq_binding", lint.Check(c, lint.Validate|lint.Plan, nil, nil, topology.Ref{Kind: topology.KindBinding, Name: binding.Name()}))
	for _, x := range []*topology.Exchange{
		{Name: "amq.x", Type: "Direct", Managed: true, Change: topology.Created},
		{Name: "amq.x", Type: "x-delayed-message", Managed: true, Change: topology.Created},
		{Name: "amq.x", Type: "x-delayed-message", Managed: true, Change: topology.Created, Arguments: map[string]any{"x-delayed-type": "x-delayed-message"}},
		{Name: "amq.x", Type: "topic", Managed: true, Change: topology.Created, Arguments: map[string]any{"x-delayed-type": "Topic"}},
		{Name: "amq.x", Type: "x-consistent-hash", Managed: true, Change: topology.Created, Arguments: map[string]any{"hash-property": "bogus"}},
	} {
		v.PutExchange(x)
		check("rabbitmq_exchange", lint.Check(c, lint.Validate|lint.Plan, nil, nil, ref))
	}
	check("rabbitmq_policy", ofPolicy(v, false))
	check("rabbitmq_operator_policy", ofPolicy(v, true))
	loose := &topology.Binding{
		Source: "amq.headers", Destination: "nothing", DestinationKind: topology.KindQueue, Arguments: map[string]any{"x-match": "bogus"}, Managed: true, Change: topology.Created,
	}
	v.PutBinding(loose)
	for _, typeName := range []string{"rabbitmq_binding", "rabbitmq_delay_tier", "rabbitmq_dead_letter_queue"} {
		check(typeName, lint.Check(c, lint.Validate|lint.Plan, nil, nil, topology.Ref{Kind: topology.KindBinding, Name: loose.Name()}))
	}
	v.PutBinding(&topology.Binding{Source: "level", Destination: "delivery", DestinationKind: topology.KindExchange, RoutingKey: "*.0.#"})
	for _, address := range []string{"orders", "sales.orders"} {
		route := &topology.Binding{
			Source: "delivery", Destination: address, DestinationKind: topology.KindQueue, RoutingKey: "#." + address, Managed: true, Change: topology.Created,
		}
		v.PutBinding(route)
		check("rabbitmq_binding", lint.Check(c, lint.Plan, nil, nil, topology.Ref{Kind: topology.KindBinding, Name: route.Name()}))
	}
	check("rabbitmq_queue", ofRetries(v))
	v.Access = topology.Absent
	check("rabbitmq_exchange", lint.Check(c, lint.Plan, nil, nil, topology.Ref{Kind: topology.KindVhost, Name: v.Name}))
	for _, rule := range lint.Rules() {
		if rule.Homes&(lint.Validate|lint.Plan) != 0 && !said[rule.ID] {
			t.Errorf("%s was never said", rule.ID)
		}
	}
}

// ofRetries returns what is found about a queue that comes into a retry topology with a key of its own.
func ofRetries(v *topology.VirtualHost) []lint.Finding {
	v.PutExchange(&topology.Exchange{Name: "p.retry", Type: "direct", AlternateExchange: "p.first"})
	for _, b := range []*topology.Binding{{Source: "p.first", Destination: "p.retry.1"}, {Source: "p.retry", RoutingKey: "p.retry.1", Destination: "parking"}, {Source: "p.return", Destination: "app"}} {
		b.DestinationKind = topology.KindQueue
		v.PutBinding(b)
	}
	for _, name := range []string{"p.first", "p.return"} {
		v.PutExchange(&topology.Exchange{Name: name, Type: "fanout"})
	}
	for name, key := range map[string][2]string{"app": {"p.retry", "failed"}, "p.retry.1": {"p.return", "p.retry.1"}} {
		v.PutQueue(&topology.Queue{
			Name: name, Type: queueargs.Quorum, Owner: queueresource.Owner, Managed: true,
			Arguments: queueargs.Arguments{"x-dead-letter-exchange": key[0], "x-dead-letter-routing-key": key[1]},
		})
	}
	return lint.Check(&lint.Context{Topology: v}, lint.Plan, nil, nil, topology.Ref{Kind: topology.KindQueue, Name: "app"})
}

// Of what stands in extra_arguments too: an expiring queue has no max_age, whose name would be of no use.
func TestErrorsNameAttributesThatTheResourceHas(t *testing.T) {
	said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_expiring_queue", pt.Object{
		"name": "q", "message_ttl": "1h", "on_expiry": "discard", "extra_arguments": pt.Object{"x-max-age": "7D"},
	})
	if len(said) == 0 {
		t.Error("nothing is said of an argument of another queue type")
	}
	for _, d := range said {
		if strings.Contains(d.Summary+d.Detail, "max_age") {
			t.Errorf("%+v", d)
		}
	}
}

// ofPolicy returns what is found about a policy with mistakes, above which another one ranks.
func ofPolicy(v *topology.VirtualHost, operator bool) []lint.Finding {
	v.PutQueue(&topology.Queue{Name: "q", Type: queueargs.Quorum, Durable: true})
	v.PutPolicy(&topology.Policy{Name: "high", ApplyTo: "all", Operator: operator, Priority: 1})
	p := &topology.Policy{Name: "..", ApplyTo: "all", Operator: operator, Managed: true, Change: topology.Created, Definition: map[string]any{
		"message-ttl": number("400000000000"), "expires": number("0"), "max-length": "5", "delayed-retry-type": "all", "max-lengt": number("5"),
	}}
	v.PutPolicy(p)
	return lint.Check(&lint.Context{Topology: v}, lint.Validate|lint.Plan, nil, nil, p.Ref())
}
