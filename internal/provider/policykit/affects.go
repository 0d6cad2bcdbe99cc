package policykit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// effectTypes are the attributes of an element of `affects`.
var effectTypes = map[string]attr.Type{
	"queue": types.StringType, "setting": types.StringType, "from": types.StringType, "to": types.StringType, "drops": types.BoolType,
}

// AddAffects adds `affects`: what a change of the policy does to the queues that are there.
func (r *Resource) AddAffects(attributes map[string]schema.Attribute) {
	attributes["affects"] = schema.ListNestedAttribute{
		Computed: true,
		MarkdownDescription: "What the policy changed when it was created or last updated: one element for each setting of each queue that was there. What it is " +
			"going to change, the plan says.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"queue":   schema.StringAttribute{Computed: true, MarkdownDescription: "Name of the queue."},
			"setting": schema.StringAttribute{Computed: true, MarkdownDescription: "Attribute that changes the queue: `message_ttl` and so on."},
			"from":    schema.StringAttribute{Computed: true, MarkdownDescription: "Value that was in force before; null if there was none."},
			"to":      schema.StringAttribute{Computed: true, MarkdownDescription: "Value that is in force then; null if there is none."},
			"drops": schema.BoolAttribute{
				Computed:            true,
				MarkdownDescription: "Whether messages that leave the queue for this setting's sake are lost: nothing says where else they go.",
			},
		}},
	}
}

func affects(effects []topology.Effect) types.List {
	elements := make([]attr.Value, len(effects))
	for i, e := range effects {
		elements[i] = types.ObjectValueMust(effectTypes, map[string]attr.Value{
			"queue": types.StringValue(e.Queue.Name), "setting": types.StringValue(e.Row.Attribute),
			"from": textOf(e.Before), "to": textOf(e.After), "drops": types.BoolValue(e.Loses),
		})
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: effectTypes}, elements)
}

func textOf(s *topology.Setting) types.String {
	if s == nil {
		return types.StringNull()
	}
	if d, ok := s.Value.(time.Duration); ok {
		return types.StringValue(kit.DurationValue(d).ValueString())
	}
	return types.StringValue(fmt.Sprint(s.Value))
}

// planAffects says what the change of a policy that has `affects` does, and returns which findings that covers. The attribute itself
// is found out when the policy is applied: by then there may be other queues, and Terraform takes a plan at its word.
func (r *Resource) planAffects(view *kit.View, s spec, p planned, plan, state kit.Object, diags *diag.Diagnostics) (covered func(lint.Finding) bool) {
	if plan["affects"] == nil {
		return nil
	}
	if p.change == topology.Unchanged {
		plan["affects"] = state["affects"]
		return nil
	}
	plan["affects"] = types.ListUnknown(types.ObjectType{AttrTypes: effectTypes})
	var effects []topology.Effect
	view.With(func(t *topology.VirtualHost) { effects = t.Effects(p.old, s.topology(p.version, p.change), r.Rows...) })
	effects = slices.DeleteFunc(effects, func(e topology.Effect) bool { return e.Queue.Change == topology.Created })
	view.NoteEffects(s.ref(), effects)
	if len(effects) > 0 && !r.Applying() {
		sayEffects(s, effects, diags)
	}
	return func(f lint.Finding) bool {
		return slices.Contains([]string{"ttl_lowered_by_policy", "ttl_without_dlx", "overflow_drops"}, f.Rule) &&
			slices.ContainsFunc(effects, func(e topology.Effect) bool { return e.Queue.Name == f.Object.Name && e.Row.Argument == f.Field })
	}
}

// shown is how many effects are said at most.
const shown = 20

func sayEffects(s spec, effects []topology.Effect, diags *diag.Diagnostics) {
	queues := map[string]bool{}
	dropping := map[string]bool{}
	var lines []string
	for _, e := range effects {
		queues[e.Queue.Name] = true
		if e.Loses {
			dropping[e.Queue.Name] = true
		}
		if len(lines) < shown {
			lines = append(lines, line(e))
		}
	}
	if more := len(effects) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	summary := fmt.Sprintf("Ceiling %q changes %s", s.name.ValueString(), count(len(queues), "existing queue", "existing queues"))
	switch {
	case len(queues) == 1 && len(dropping) == 1:
		summary += ", which will drop messages"
	case len(dropping) > 0:
		summary += fmt.Sprintf(", %d of which will drop messages", len(dropping))
	}
	diags.AddWarning(summary, fmt.Sprintf("In virtual host %q:\n\n  - %s", s.vhost.ValueString(), strings.Join(lines, "\n  - ")))
}

func line(e topology.Effect) string {
	text := func(s *topology.Setting) string {
		if t := textOf(s); !t.IsNull() {
			return t.ValueString()
		}
		return "none"
	}
	said := fmt.Sprintf("queue %q: %s from %s to %s", e.Queue.Name, e.Row.Attribute, text(e.Before), text(e.After))
	if !e.Loses {
		return said
	}
	switch e.Row {
	case queueargs.MessageTTL:
		return said + "; it has no dead-letter exchange, so that expired messages are dropped"
	case queueargs.Expires:
		return said + "; unused for so long, it is deleted with its messages"
	default:
		return said + "; it has no dead-letter exchange, so that its oldest messages are dropped"
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// findAffects fills `affects` with what the plan that is being applied has found: Terraform plans once more before it applies.
func (r *Resource) findAffects(plan kit.Object) {
	if plan["affects"] == nil || !plan["affects"].IsUnknown() {
		return
	}
	s := r.spec(plan)
	plan["affects"] = affects(r.View(s.vhost.ValueString()).NotedEffects(s.ref()))
}
