package review

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// others reads a resource of the providers that were there before this one. Settings stand in a block, of which there is one; what a map
// of strings has is sent as strings, and in policies as a number where it is one.
func others(from resource, values map[string]any, unknown any, collect func(*topology.VirtualHost, kit.Subject)) (open []string) {
	r := foreign{values, unknown}
	for name, part := range asObject(unknown) {
		if name != "id" && provider.SomeUnknown(part) {
			open = append(open, name)
		}
	}
	slices.Sort(open)
	vhost := r.text("vhost")
	if vhost == "" {
		vhost = "/"
	}
	t, ref := topology.New(vhost), topology.Ref{Name: r.text("name")}
	switch from.kind {
	case "rabbitmq_queue":
		settings := r.block("settings")
		ref.Kind = topology.KindQueue
		arguments := settings.arguments()
		t.PutQueue(&topology.Queue{
			Name: ref.Name, Type: typeOf("", arguments), Durable: settings.flag("durable"), AutoDelete: settings.flag("auto_delete"), Arguments: arguments, Managed: true,
			ForceDelete: true, // these providers ask for no empty queue
		})
	case "rabbitmq_exchange":
		settings := r.block("settings")
		ref.Kind = topology.KindExchange
		arguments := settings.arguments()
		alternate, _ := arguments["alternate-exchange"].(string)
		t.PutExchange(&topology.Exchange{
			Name: ref.Name, Type: settings.text("type"), Durable: settings.flag("durable"), AutoDelete: settings.flag("auto_delete"),
			AlternateExchange: alternate, Arguments: arguments, Managed: true, Bare: true,
		})
	case "rabbitmq_binding":
		b := &topology.Binding{
			Source: r.text("source"), Destination: r.text("destination"), DestinationKind: topology.Kind(r.text("destination_type")),
			RoutingKey: r.text("routing_key"), KeyUnknown: r.isUnknown("routing_key"), Arguments: r.arguments(), Managed: true,
		}
		if b.Source == "" || b.Destination == "" {
			return open // not known yet
		}
		t.PutBinding(b)
		ref = topology.Ref{Kind: topology.KindBinding, Name: b.Name()}
	case "rabbitmq_policy", "rabbitmq_operator_policy":
		settings := r.block("policy")
		p := &topology.Policy{
			Name: ref.Name, Pattern: settings.text("pattern"), ApplyTo: settings.text("apply_to"), Operator: from.kind == "rabbitmq_operator_policy",
			Priority: settings.number("priority"), Definition: settings.definition(), Managed: true, Vague: settings.vague(),
		}
		t.PutPolicy(p)
		ref = p.Ref()
	default:
		return nil
	}
	if ref.Name == "" {
		return open // not known yet
	}
	collect(t, kit.Subject{Ref: ref, Path: func(string) path.Path { return path.Empty() }})
	return open
}

// foreign is a resource, or a block of one, and what is not known of it.
type foreign struct {
	values  map[string]any
	unknown any
}

func asObject(value any) map[string]any {
	object, _ := value.(map[string]any)
	return object
}

func (f foreign) isUnknown(name string) bool {
	is, _ := asObject(f.unknown)[name].(bool)
	return is
}

func (f foreign) text(name string) string {
	text, _ := f.values[name].(string)
	return text
}

func (f foreign) flag(name string) bool {
	flag, _ := f.values[name].(bool)
	return flag
}

func (f foreign) number(name string) float64 {
	number, _ := f.values[name].(json.Number)
	n, _ := number.Float64()
	return n
}

func (f foreign) vague() bool {
	return f.isUnknown("pattern") || f.isUnknown("priority") || f.isUnknown("apply_to")
}

// block is the only block of a name.
func (f foreign) block(name string) foreign {
	var block foreign
	if list, _ := f.values[name].([]any); len(list) > 0 {
		block.values, _ = list[0].(map[string]any)
	}
	if list, _ := asObject(f.unknown)[name].([]any); len(list) > 0 {
		block.unknown = list[0]
	}
	return block
}

// arguments are those of a map of strings, or of a text in JSON.
func (f foreign) arguments() map[string]any {
	arguments := map[string]any{}
	if text := f.text("arguments_json"); text != "" && decode([]byte(text), &arguments) == nil {
		return arguments
	}
	strings, _ := f.values["arguments"].(map[string]any)
	for name, value := range strings {
		arguments[name] = value
	}
	f.fillUnknown("arguments", arguments)
	return arguments
}

func (f foreign) definition() map[string]any {
	definition := map[string]any{}
	values, _ := f.values["definition"].(map[string]any)
	for key, value := range values {
		definition[key] = value
		if text, is := value.(string); is {
			if _, err := strconv.ParseInt(text, 10, 64); err == nil {
				definition[key] = json.Number(text)
			}
		}
	}
	f.fillUnknown("definition", definition)
	return definition
}

func (f foreign) fillUnknown(name string, into map[string]any) {
	for key, is := range asObject(asObject(f.unknown)[name]) {
		if is == true {
			into[key] = queueargs.Unknown{}
		}
	}
}
