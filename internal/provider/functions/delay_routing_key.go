package functions

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/nearest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type delayRoutingKey struct{}

// NewDelayRoutingKey returns the function delay_routing_key.
func NewDelayRoutingKey() function.Function { return delayRoutingKey{} }

func (delayRoutingKey) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "delay_routing_key"
}

// destination is what delay_routing_key returns.
var destination = map[string]attr.Type{"exchange": types.StringType, "routing_key": types.StringType}

func (delayRoutingKey) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Where to publish a message that is to be delayed",
		MarkdownDescription: "Returns the `exchange` and the `routing_key` with which a message is published to a `rabbitmq_delay_network`, so that it reaches an address after a delay: the delay in units of the network, as bits, most significant " +
			"first, and the address behind them. A delay is rounded up to whole units. The exchange is that of the highest bit that is set, so that the message skips the levels above.",
		Parameters: []function.Parameter{
			function.DynamicParameter{
				Name: "network", AllowUnknownValues: true,
				MarkdownDescription: "The network: a resource (`rabbitmq_delay_network.delays`), or an object with its settings `preset`, `prefix`, `levels` and `unit`, as far as they are set: `{ preset = \"celery\" }`.",
			},
			function.StringParameter{Name: "delay", MarkdownDescription: "A duration such as `90s`, not negative and not longer than the network's `max_delay`."},
			function.StringParameter{Name: "address", MarkdownDescription: "The `address` of a `rabbitmq_delay_route`."},
		},
		Return: function.ObjectReturn{AttributeTypes: destination},
	}
}

func (delayRoutingKey) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var network types.Dynamic
	var delay, address string
	if resp.Error = req.Arguments.Get(ctx, &network, &delay, &address); resp.Error != nil {
		return
	}
	ladder, known, err := ladderOf(network)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	wait, err := time.ParseDuration(delay)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(1, fmt.Sprintf("%q is no duration: %s", delay, kit.DurationAdvice(delay)))
		return
	}
	if !known {
		resp.Error = resp.Result.Set(ctx, types.ObjectUnknown(destination))
		return
	}
	if err := ladder.CheckAddress(address); err != nil {
		resp.Error = function.NewArgumentFuncError(2, err.Error())
		return
	}
	exchange, key, err := ladder.Key(wait, address)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(1, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, types.ObjectValueMust(destination, map[string]attr.Value{
		"exchange": types.StringValue(exchange), "routing_key": types.StringValue(key),
	}))
}

// settingNames are the settings of a network that say where messages go.
var settingNames = []string{"preset", "prefix", "levels", "unit"}

// otherAttributes are what a resource has beside them.
var otherAttributes = []string{
	"delivery_exchange", "deletion_policy", "entry_exchange", "id", "level_exchanges", "lint_ignore", "max_delay", "objects", "timeouts", "type", "vhost",
}

func unknownSetting(name string) error {
	if meant := nearest.Of(name, settingNames); meant != "" {
		return fmt.Errorf("a network has no setting %q; did you mean %s?", name, meant)
	}
	return fmt.Errorf("a network has no setting %q; it has %s", name, strings.Join(settingNames, ", "))
}

// ladderOf reads the settings of a network; known is false while one of them is not known.
func ladderOf(network types.Dynamic) (l delayladder.Ladder, known bool, err error) {
	if network.IsUnknown() || network.IsUnderlyingValueUnknown() {
		return l, false, nil
	}
	object, ok := network.UnderlyingValue().(types.Object)
	if !ok {
		return l, true, fmt.Errorf("the network is no object; write the resource, or { preset = ... }")
	}
	var settings delayladder.Settings
	for name, v := range object.Attributes() {
		if !slices.Contains(settingNames, name) && !slices.Contains(otherAttributes, name) {
			return l, true, unknownSetting(name)
		}
		if v.IsNull() || !slices.Contains(settingNames, name) {
			continue
		}
		if v.IsUnknown() {
			return l, false, nil
		}
		value, err := kit.ToJSON(v)
		if err == nil {
			err = set(&settings, name, fmt.Sprint(value))
		}
		if err != nil {
			return l, true, fmt.Errorf("%s: %w", name, err)
		}
	}
	l, refused := settings.Ladder()
	if refused != nil {
		return l, true, fmt.Errorf("%s: %w", refused.Setting, refused)
	}
	return l, true, nil
}

// set sets a setting that a configuration has as text.
func set(settings *delayladder.Settings, name, text string) (err error) {
	switch name {
	case "preset":
		settings.Preset = text
	case "prefix":
		settings.Prefix = text
	case "levels":
		if settings.Levels, err = strconv.ParseInt(text, 10, 64); err != nil {
			err = fmt.Errorf("%s is no whole number from 1 on", text)
		}
	case "unit":
		settings.Unit, err = parseExpiry(text)
	}
	return err
}
