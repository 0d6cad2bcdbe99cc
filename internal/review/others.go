package review

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// others reads a resource of the providers that were there before this one. Settings stand in a block, of which there is one; what a map
// of strings has is sent as strings, and in policies as a number where it is one.
func others(from resource, values map[string]any, unknown any, collect func(*topology.VirtualHost, kit.Subject)) (open []string, err error) {
	r := foreign{values: values, unknown: unknown, wrong: &err}
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
		if kind := b.DestinationKind; kind != topology.KindQueue && kind != topology.KindExchange && !r.isUnknown("destination_type") {
			r.refuse("destination_type", "queue or exchange")
		}
		if b.Source == "" || b.Destination == "" {
			return open, err // not known yet
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
		return nil, nil
	}
	if ref.Name == "" {
		return open, err // not known yet
	}
	if err == nil {
		collect(t, kit.Subject{Ref: ref, Path: func(string) path.Path { return path.Empty() }})
	}
	return open, err
}

// foreign is a resource, or a block of one, and what is not known of it.
type foreign struct {
	values  map[string]any
	unknown any
	// at is where a block stands, and wrong gets the first value that is not what is expected.
	at    string
	wrong *error
}

func asObject(value any) map[string]any {
	object, _ := value.(map[string]any)
	return object
}

func (f foreign) isUnknown(name string) bool {
	is, _ := provider.Part(f.unknown, name).(bool)
	return is
}

// expects returns a value of the type that a name is expected to have, zero if it is not set.
func expects[T any](f foreign, name, kind string) (value T) {
	if f.values[name] == nil {
		return value
	}
	value, is := f.values[name].(T)
	if !is {
		f.refuse(name, kind)
	}
	return value
}

func (f foreign) refuse(name, kind string) {
	if *f.wrong == nil {
		text, _ := json.Marshal(f.values[name])
		*f.wrong = fmt.Errorf("%s%s = %s where %s is expected", f.at, name, text, kind)
	}
}

func (f foreign) text(name string) string { return expects[string](f, name, "a text") }

func (f foreign) flag(name string) bool { return expects[bool](f, name, "true or false") }

func (f foreign) number(name string) float64 {
	n, err := expects[json.Number](f, name, "a number").Float64()
	if f.values[name] != nil && err != nil {
		f.refuse(name, "a number")
	}
	return n
}

func (f foreign) vague() bool {
	return f.isUnknown("pattern") || f.isUnknown("priority") || f.isUnknown("apply_to")
}

// block is the only block of a name.
func (f foreign) block(name string) foreign {
	block := foreign{at: f.at + name + ".", wrong: f.wrong}
	if list := expects[[]any](f, name, "a list with a block"); len(list) > 0 {
		in := foreign{values: map[string]any{name: list[0]}, at: f.at, wrong: f.wrong}
		block.values = expects[map[string]any](in, name, "a block")
	}
	block.unknown = provider.Part(provider.Part(f.unknown, name), 0)
	return block
}

// arguments are those of a map of strings, or of a text in JSON.
func (f foreign) arguments() map[string]any {
	arguments := map[string]any{}
	if text := f.text("arguments_json"); text != "" && !strings.HasPrefix(text, provider.HiddenPrefix) {
		if decode([]byte(text), &arguments) != nil {
			f.refuse("arguments_json", "an object in JSON")
		}
		return arguments
	}
	maps.Copy(arguments, expects[map[string]any](f, "arguments", "an object"))
	f.fillUnknown("arguments", arguments)
	return arguments
}

func (f foreign) definition() map[string]any {
	definition := map[string]any{}
	for key, value := range expects[map[string]any](f, "definition", "an object") {
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
	for key, is := range asObject(provider.Part(f.unknown, name)) {
		if is == true {
			into[key] = queueargs.Unknown{}
		}
	}
}
