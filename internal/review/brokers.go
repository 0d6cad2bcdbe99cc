package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// brokers tells the brokers of a plan apart by the endpoints in its provider blocks. Blocks with the same endpoint are for one broker.
type brokers struct {
	// keys are the provider blocks of resources, by their addresses in the configuration.
	keys map[string]string
	// endpoints are those of the blocks, by key: what is written there, or "" for that of the environment.
	endpoints map[string]string
	// names are the blocks that name each broker, by its endpoint; empty for the first, whose endpoint is first.
	names map[string]string
	first string
}

func brokersOf(config *tfjson.Config) *brokers {
	b := &brokers{keys: map[string]string{}, endpoints: map[string]string{}, names: map[string]string{}}
	if config == nil {
		return b
	}
	for _, key := range slices.Sorted(maps.Keys(config.ProviderConfigs)) {
		block := config.ProviderConfigs[key]
		if !isRabbitMQ(block) {
			continue
		}
		endpoint := written(block.Expressions["endpoint"])
		b.endpoints[key] = endpoint
		if _, known := b.names[endpoint]; !known {
			b.names[endpoint] = key
		}
		if key == "rabbitmq" || len(b.names) == 1 {
			b.first = endpoint
		}
	}
	if len(b.names) > 0 {
		b.names[b.first] = ""
	}
	b.add(config.RootModule, "")
	return b
}

// isRabbitMQ reports whether a provider block is of this provider, or of one that was there before it.
func isRabbitMQ(block *tfjson.ProviderConfig) bool {
	return block.Name == "rabbitmq" || ours(block.FullName)
}

// written is what stands in an expression, the same for the same text.
func written(e *tfjson.Expression) string {
	switch {
	case e == nil || e.ExpressionData == nil || e.ConstantValue == nil:
		return ""
	case e.ConstantValue == tfjson.UnknownConstantValue:
		return strings.Join(e.References, ", ")
	default:
		return sameEndpoint(fmt.Sprint(e.ConstantValue))
	}
}

// sameEndpoint is an endpoint without what makes no difference.
func sameEndpoint(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(text, "/"), "/api"), "/")
}

func (b *brokers) add(module *tfjson.ConfigModule, prefix string) {
	if module == nil {
		return
	}
	for _, r := range module.Resources {
		b.keys[prefix+r.Address] = r.ProviderConfigKey
	}
	for name, call := range module.ModuleCalls {
		b.add(call.Module, prefix+"module."+name+".")
	}
}

// several reports whether the plan is for more than one broker.
func (b *brokers) several() bool { return len(b.names) > 1 }

// blocks are the keys of the provider blocks for a broker, sorted.
func (b *brokers) blocks(endpoint string) []string {
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(b.endpoints)) {
		if b.endpoints[key] == endpoint {
			keys = append(keys, key)
		}
	}
	return keys
}

// of returns the name of the broker that a resource is on, and its endpoint. A resource that the configuration has no more is on the first.
func (b *brokers) of(address string) (name, endpoint string) {
	endpoint = b.first
	if key, has := b.keys[withoutKeys(address)]; has && b.several() {
		endpoint = b.endpoints[key]
	}
	return b.names[endpoint], endpoint
}

// withoutKeys is an address without the keys of instances, which may have any character.
func withoutKeys(address string) string {
	var t strings.Builder
	inKey, quoted := false, false
	for i := 0; i < len(address); i++ {
		switch c := address[i]; {
		case quoted && c == '\\':
			i++
		case inKey && c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			inKey = true
		case c == ']':
			inKey = false
		case !inKey:
			t.WriteByte(c)
		}
	}
	return t.String()
}
