package fuzz_test

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/text/unicode/norm"
)

// material is what a case is made of: texts and numbers that go into attributes, and choices, each of which says what an attribute gets.
// Without choices every optional attribute is left out.
type material struct {
	name, key, text string
	number          int64
	choices         []byte
	vhost           string
}

func (m *material) choose(n int) int {
	if len(m.choices) == 0 {
		return 0
	}
	chosen := int(m.choices[0]) % n
	m.choices = m.choices[1:]
	return chosen
}

// fixed are attributes that are not varied: what would make a destruction leave something, what silences findings, and what takes minutes.
var fixed = map[string]string{"deletion_policy": "force", "timeouts": "", "lint_ignore": "", "preset": ""}

// likely are attributes without which little is taken.
var likely = map[string]bool{"routing_keys": true, "delays": true, "prefix": true, "message_ttl": true, "max_length": true}

// durations is what a duration may be written like; %d is a number.
var durations = []string{
	"%ds", "%dms", "%dm", "%dh", "1h30m", "0s", "-%dms", "%d", "1.5s", "%dus", "%dns", "%dd", "PT%dS", "1e3ms", "+%ds", " %ds", "00%ds", "1h%dm0.25s", "%d.%ds", ".5s", "315360000000ms",
	"315360000001ms", "876000h", "9223372036854775807ns", "9223372036854775808ns", "%d seconds", "5µs", "1000μs", "",
}

// words are the values of attributes that take one of a few, by name.
var words = map[string][]string{
	"apply_to": {"queues", "all", "classic_queues", "quorum_queues", "streams", "exchanges"}, "destination_type": {"queue", "exchange"},
	"overflow": {"drop-head", "reject-publish", "reject-publish-dlx"}, "strategy": {"at-most-once", "at-least-once"}, "on_expiry": {"discard"},
	"settings_in": {"policy", "arguments"}, "on_replace": {"refuse", "migrate"}, "queue_leader_locator": {"client-local", "balanced"}, "exchange_type": {"direct", "topic", "fanout"},
	"delayed_type": {"direct", "topic"}, "pattern": {"", "^there", `\.q$`, "(", "(?!x)", "[", `a\`, "*", "(?P<n>a)", "$", "\x00"},
}

// lasting are attributes with a duration.
var lasting = map[string]bool{
	"message_ttl": true, "expires": true, "delay": true, "retention": true, "unit": true, "initial": true, "max_age": true, "consumer_timeout": true,
	"consumer_disconnected_timeout": true, "min": true, "max": true, "delays": true,
}

func (m *material) string(typeName, attribute string) string {
	switch known := words[attribute]; {
	case attribute == "type" && typeName == "rabbitmq_exchange":
		known = []string{"direct", "fanout", "topic", "headers"}
		fallthrough
	case known != nil:
		return m.pick(append(known, m.text))
	case attribute == "type":
		return m.pick([]string{"classic", "quorum", "classic", "stream", "failed", "all", m.text})
	case attribute == "expires":
		// What goes by itself within the life of a case is not there when it is looked for.
		return m.pick([]string{"1h", "876000h", "315360000001ms", "0s", "-1h", "1", "PT1H", "1d"})
	case lasting[attribute]:
		return m.pick(append([]string{"1s"}, m.durations()...))
	case attribute == "destination":
		return m.pick([]string{queues[0], queues[1], exchanges[0], m.name})
	case attribute == "exchange" && typeName == "rabbitmq_dead_letter_queue":
		return m.pick([]string{"new.x", m.name, m.key, exchanges[0]})
	case attribute == "source", attribute == "exchange", attribute == "alternate_exchange":
		return m.pick([]string{exchanges[0], exchanges[1], "amq.topic", "amq.fanout", "amq.headers", "", "amq.default", m.name})
	case attribute == "network":
		return m.pick([]string{m.vhost + "/" + exchanges[0], m.vhost + "/%252F%2F%C3%BC", m.vhost + "/amq.topic", m.text, m.vhost + "/" + m.text})
	case attribute == "name", attribute == "prefix", attribute == "queue":
		return m.pick([]string{m.name, m.name, m.name + ".1", m.key})
	}
	return m.pick([]string{m.key, m.name, m.text, "", strings.Repeat(m.key, 64)})
}

func (m *material) pick(from []string) string { return from[m.choose(len(from))] }

func (m *material) durations() []string {
	all := []string{m.text}
	for _, form := range durations {
		count := strings.Count(form, "%d")
		numbers := []any{m.number, m.number}
		all = append(all, fmt.Sprintf(form, numbers[:count]...))
	}
	return all
}

// numeral is a number as Terraform has it.
func numeral(text string) tftypes.Value {
	number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return tftypes.NewValue(tftypes.Number, number)
}

func (m *material) numeral() tftypes.Value {
	return numeral(m.pick([]string{
		fmt.Sprint(m.number), "1", "0", "-1", "3", "255", "256", "1.5", "2147483647", "2147483648", "4294967296", "9007199254740993", "9223372036854775807",
		"9223372036854775808", "18446744073709551616", "1e30", "-0.5", "0.1", "1e-30", "-9223372036854775809", fmt.Sprint(m.number, ".5"),
	}))
}

// text is a string as Terraform has it: it normalises all that it reads, and files and variables are UTF-8.
func text(s string) tftypes.Value {
	return tftypes.NewValue(tftypes.String, norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD")))
}

// configuration makes one of a schema.
func (m *material) configuration(typeName string, attributes []*tfprotov6.SchemaAttribute) tftypes.Value {
	values, types := map[string]tftypes.Value{}, map[string]tftypes.Type{}
	for _, a := range attributes {
		t := typeOf(a)
		types[a.Name] = t
		values[a.Name] = tftypes.NewValue(t, nil)
		value, fix := fixed[a.Name]
		switch {
		case fix && value != "":
			values[a.Name] = text(value)
		case fix, !a.Required && !a.Optional:
		case a.Name == "levels":
			values[a.Name] = numeral([]string{"2", "1", "3", "0", "-1", "1.5", "64", "1e30"}[m.choose(8)])
		case a.Name == "vhost" && m.choose(32) < 31, !a.Required && m.choose(6) < 5 && (!likely[a.Name] || m.choose(6) == 0):
		default:
			values[a.Name] = m.value(typeName, a)
		}
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values)
}

func (m *material) value(typeName string, a *tfprotov6.SchemaAttribute) tftypes.Value {
	switch t := typeOf(a); {
	case a.NestedType != nil && a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
		return m.configuration(typeName, a.NestedType.Attributes)
	case t.Is(tftypes.DynamicPseudoType):
		return m.object(a.Name)
	case t.Is(tftypes.String):
		return text(m.string(typeName, a.Name))
	case t.Is(tftypes.Bool):
		return tftypes.NewValue(tftypes.Bool, m.choose(2) == 0)
	case t.Is(tftypes.Number):
		return m.numeral()
	case t.Is(tftypes.List{}):
		all := []tftypes.Value{}
		for range m.choose(4) {
			all = append(all, text(m.string(typeName, a.Name)))
		}
		return tftypes.NewValue(t, all)
	default:
		return tftypes.NewValue(t, nil)
	}
}

// arguments are names that the broker or the provider knows, keys those of policies: of others a plan cannot know whether a plugin of the broker
// has them.
var (
	arguments = []string{
		"x-message-ttl", "x-max-length", "x-overflow", "x-dead-letter-exchange", "x-queue-mode", "x-delivery-limit", "x-max-age", "x-match", "x-delayed-type",
		"hash-header", "alternate-exchange", "x-single-active-consumer", "x-queue-type", "x-max-priority",
	}
	keys = []string{
		"message-ttl", "max-length", "max-length-bytes", "overflow", "dead-letter-exchange", "delivery-limit", "max-in-memory-length", "queue-mode",
		"alternate-exchange", "queue-version", "max-age", "target-group-size", "queue-leader-locator", "ha-mode",
	}
)

// object is the value of an attribute of any type.
func (m *material) object(attribute string) tftypes.Value {
	values, types := map[string]tftypes.Value{}, map[string]tftypes.Type{}
	for range m.choose(4) {
		name := m.pick([]string{"x-own", m.key, m.text, arguments[m.choose(len(arguments))]})
		if attribute == "extra_definition" {
			name = m.pick(keys)
		}
		name = norm.NFC.String(strings.ToValidUTF8(name, "\uFFFD"))
		values[name] = m.any(2)
		types[name] = values[name].Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values)
}

func (m *material) any(depth int) tftypes.Value {
	switch n := m.choose(7); {
	case n == 0:
		return m.numeral()
	case n == 1:
		return text(m.key)
	case n == 2:
		return tftypes.NewValue(tftypes.Bool, true)
	case n == 3:
		return text(m.text)
	case n == 4:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	case n == 5 && depth > 0:
		values, types := []tftypes.Value{}, []tftypes.Type{}
		for range m.choose(3) {
			v := m.any(depth - 1)
			values, types = append(values, v), append(types, v.Type())
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values)
	case depth > 0:
		return m.object("")
	}
	return text(m.name)
}

func valid(id string) bool { return utf8.ValidString(id) }
