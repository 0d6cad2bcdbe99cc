package datasources

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/picture"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type topologyModel struct {
	Vhost    types.String   `tfsdk:"vhost"`
	Findings []findingModel `tfsdk:"findings"`
	Queues   []liveQueue    `tfsdk:"queues"`
	Mermaid  types.String   `tfsdk:"mermaid"`
}

type findingModel struct {
	Rule        string `tfsdk:"rule"`
	Severity    string `tfsdk:"severity"`
	Kind        string `tfsdk:"kind"`
	Object      string `tfsdk:"object"`
	Consequence string `tfsdk:"consequence"`
	Advice      string `tfsdk:"advice"`
}

type liveQueue struct {
	Name       string        `tfsdk:"name"`
	Type       string        `tfsdk:"type"`
	MessageTTL *settingModel `tfsdk:"message_ttl"`
	Exchange   *settingModel `tfsdk:"dead_letter_exchange"`
	RoutingKey *settingModel `tfsdk:"dead_letter_routing_key"`
	Messages   *int64        `tfsdk:"messages"`
}

type settingModel struct {
	Value  string `tfsdk:"value"`
	From   string `tfsdk:"from"`
	Policy string `tfsdk:"policy"`
}

// NewTopology returns the data source rabbitmq_topology.
func NewTopology() datasource.DataSource {
	return &source[topologyModel]{
		name: "rabbitmq_topology",
		description: "A whole virtual host as it is now: what every rule finds in it, what is in force on each queue and where that comes from, and a picture. " +
			"Use it in `check` blocks and outputs.",
		attributes: topologyAttributes,
		read:       readTopology,
	}
}

func topologyAttributes() map[string]schema.Attribute {
	setting := func(what string) schema.SingleNestedAttribute {
		return schema.SingleNestedAttribute{Computed: true, MarkdownDescription: what + " in force; null if there is none.", Attributes: map[string]schema.Attribute{
			"value":  text("The value. A TTL is a duration such as `10s`. `unknown` if it cannot be told, as when policies of equal priority match; `from` and `policy` are empty then."),
			"from":   text("`argument`, `policy` or `operator policy`."),
			"policy": text("Name of the policy; empty for an argument."),
		}}
	}
	return map[string]schema.Attribute{
		"vhost": vhost(),
		"findings": schema.ListNestedAttribute{Computed: true, MarkdownDescription: "What the rules find, by object. `lint` of the provider block sets severities, and what its `lint_ignore` accepts is left out.", NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"rule":        text("Id of the rule."),
			"severity":    text("`error` or `warning`."),
			"kind":        text("`queue`, `exchange`, `binding`, `policy` or `operator policy`."),
			"object":      text("Name of the object."),
			"consequence": text("What happens to messages."),
			"advice":      text("What to write instead."),
		}}},
		"queues": schema.ListNestedAttribute{Computed: true, MarkdownDescription: "The queues, sorted by name.", NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"name":                    text("Name of the queue."),
			"type":                    text("`classic`, `quorum` or `stream`."),
			"message_ttl":             setting("Message TTL"),
			"dead_letter_exchange":    setting("Dead-letter exchange"),
			"dead_letter_routing_key": setting("Routing key of dead letters"),
			"messages":                number("Messages in it at the broker's last count; null where it counts none."),
		}}},
		"mermaid": text("The picture as a Mermaid flowchart, which GitHub and GitLab draw in a code block named `mermaid`. Large virtual hosts are shown in groups."),
	}
}

func readTopology(ctx context.Context, r *kit.Runtime, m *topologyModel, diags *diag.Diagnostics) {
	m.Vhost = r.DefaultVhost(m.Vhost)
	name := m.Vhost.ValueString()
	live, err := kit.Live(ctx, r.Client, name)
	if err == nil && live == nil {
		err = fmt.Errorf("there is no virtual host %q", name)
	}
	if err != nil {
		diags.AddError(fmt.Sprintf("Unable to read virtual host %q", name), kit.Sentence(err.Error()))
		return
	}
	totals, err := r.Client.QueueTotals(ctx, name)
	if err != nil {
		diags.AddError(fmt.Sprintf("Unable to count the messages of virtual host %q", name), kit.Sentence(err.Error()))
		return
	}
	live.Final = true
	m.Findings, m.Queues = []findingModel{}, []liveQueue{}
	for _, q := range live.Queues() {
		q.Messages, q.Consumers = totals[q.Name].Messages, totals[q.Name].Consumers
		m.Queues = append(m.Queues, liveQueue{
			q.Name, string(q.Type), setting(live, q, queueargs.MessageTTL), setting(live, q, queueargs.DeadLetterExchange),
			setting(live, q, queueargs.DeadLetterRoutingKey), q.Messages,
		})
	}
	for _, f := range lint.CheckAll(&lint.Context{Topology: live, MaxMessageTTL: r.MaxMessageTTL, Suppressions: r.Suppressions}, lint.Live, r.Lint) {
		m.Findings = append(m.Findings, findingModel{f.Rule, string(f.Severity), string(f.Object.Kind), f.Object.Name, f.Consequence, f.Advice})
	}
	m.Mermaid = types.StringValue(picture.Of(nil, live).Collapse(picture.Legible).Mermaid())
}

func setting(v *topology.VirtualHost, q *topology.Queue, row *queueargs.Row) *settingModel {
	s, set := v.Effective(q, row)
	switch {
	case !set:
		return nil
	case s.Unknown():
		return &settingModel{"unknown", string(s.From), s.Policy}
	}
	value := fmt.Sprint(s.Value)
	if d, is := s.Value.(time.Duration); is {
		value = queueargs.Short(d)
	}
	return &settingModel{value, string(s.From), s.Policy}
}
