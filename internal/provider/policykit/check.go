package policykit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// ValidateConfig implements resource.ResourceWithValidateConfig.
func (r *Resource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	o, ok := kit.ReadObject(ctx, r.TypeName, req.Config, &resp.Diagnostics)
	if !ok {
		return
	}
	if r.NameOf != nil && o["name"].IsNull() {
		r.nameFromPattern(o)
	}
	s := r.spec(o)
	if s.empty() {
		resp.Diagnostics.AddError("Policy without settings", "The broker refuses "+onepolicy.Plural(r.noun())+" that set nothing: give it at least one setting, for example message_ttl.")
	}
	if !isKnown(s.name) {
		return // the plan can name it
	}
	s.values = s.values.WithoutRefused()
	t := topology.New(s.vhost.ValueString())
	t.PutPolicy(s.topology(nil, topology.Created))
	r.CheckOffline(t, r.subject(o), &resp.Diagnostics)
}

// empty reports whether a policy surely sets nothing.
func (s spec) empty() bool { return !s.extraUnknown && len(s.values)+len(s.extra) == 0 }

func (r *Resource) subject(o kit.Object) kit.Subject {
	return kit.Subject{
		Ref:    r.spec(o).ref(),
		Ignore: kit.Strings(o["lint_ignore"].(types.List)),
		Path:   func(field string) path.Path { return r.path(o, field) },
		Causes: func(argument string) path.Path {
			if row := queueargs.ByArgument(argument); row != nil && r.sets(o, row) {
				return queuekit.Path(row.Argument)
			}
			return path.Empty()
		},
	}
}

// path is where a key or property of the policy stands.
func (r *Resource) path(o kit.Object, field string) path.Path {
	row := queueargs.ByPolicyKey(field)
	switch {
	case row != nil && r.sets(o, row):
		return queuekit.Path(row.Argument)
	case field == "apply-to":
		return path.Root("apply_to")
	case field == alternateExchange, field == "":
		return path.Empty()
	case o[field] != nil:
		return path.Root(field)
	case o["extra_definition"] != nil:
		return path.Root("extra_definition")
	default:
		return path.Root("definition")
	}
}

// sets reports whether the policy has a value for a row in the row's own attribute.
func (r *Resource) sets(o kit.Object, row *queueargs.Row) bool {
	_, set := queuekit.Settings(o, r.Rows)[row.Attribute]
	return set && row.Attribute != ""
}

// check puts a policy into the view as it is planned, and says what that means.
func (r *Resource) check(ctx context.Context, view *kit.View, s spec, p planned, subject kit.Subject, covered func(lint.Finding) bool, diags *diag.Diagnostics) {
	c := kit.PolicyChange{Old: p.old, Subject: subject, Covered: covered}
	if p.change != topology.Deleted {
		c.Planned = s.topology(p.version, p.change)
	}
	r.count(ctx, view, s.vhost.ValueString(), c.Old, c.Planned)
	r.CheckPolicy(ctx, view, c, diags)
}

// inQueue are the settings whose change matters to the messages that a queue holds.
var inQueue = []*queueargs.Row{
	queueargs.MessageTTL, queueargs.Expires, queueargs.MaxLength, queueargs.MaxLengthBytes, queueargs.DeadLetterExchange, queueargs.DeadLetterRoutingKey, queueargs.DeadLetterStrategy, queueargs.Overflow,
}

// count finds out which queues hold messages that the change matters to.
func (r *Resource) count(ctx context.Context, view *kit.View, vhost string, old, next *topology.Policy) {
	if r.Client == nil || next != nil && next.Change == topology.Unchanged {
		return
	}
	var changed []topology.Effect
	view.With(func(t *topology.VirtualHost) { changed = t.Effects(old, next, inQueue...) })
	for _, e := range changed {
		q := *e.Queue
		if q.Messages != nil || q.Change != topology.Unchanged {
			continue
		}
		q.Messages, _ = view.Counts(ctx, r.Client, vhost, q.Name)
		view.With(func(t *topology.VirtualHost) {
			if t.Queue(q.Name) == e.Queue {
				t.PutQueue(&q)
			}
		})
	}
}
