package queuekit

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (s Spec) migrates() bool { return s.OnReplace.ValueString() == Migrate }

// waiting reports whether messages of a queue wait in a temporary one: its migration was interrupted.
func waiting(view *kit.View, name string) (found bool) {
	view.With(func(t *topology.VirtualHost) {
		q := t.Queue(migration.Temporary(name))
		found = q != nil && migration.Marks(q.Name, q.Arguments, name)
	})
	return found
}

// differs reports whether a queue of the state has to be another one.
func differs(view *kit.View, spec Spec, prior Prior) bool {
	var v *version.Version
	view.With(func(t *topology.VirtualHost) { v = t.Version })
	spec.kept = &prior
	return len(Differences(spec, spec.Arguments(v), prior)) > 0
}

// planMigration says what a migration means that the plan begins.
func planMigration(ctx context.Context, b *kit.Base, view *kit.View, spec Spec, prior Prior, old topology.Queue, fields []string, diags *diag.Diagnostics) {
	if b.Applying() {
		return // the plan has said it
	}
	if !mayMigrate(spec, prior, diags) {
		return
	}
	reached := false
	view.With(func(t *topology.VirtualHost) { reached = t.Complete })
	if err := b.Client.MayShovel(ctx, prior.Vhost); err != nil && reached {
		diags.AddAttributeError(path.Root("on_replace"), fmt.Sprintf("Queue %q cannot be migrated", prior.Name),
			fmt.Sprintf("The messages of queue %q in virtual host %q are moved by shovels, which the broker does not have or this user may not start. ", prior.Name, prior.Vhost)+
				kit.Sentence(err.Error()))
		return
	}
	if why := inTheWay(view, prior.Name); why != "" {
		diags.AddAttributeError(path.Root("on_replace"), fmt.Sprintf("Queue %q cannot be migrated", prior.Name),
			fmt.Sprintf("The messages of queue %q in virtual host %q would wait in a temporary queue %q, but %s.", prior.Name, prior.Vhost, migration.Temporary(prior.Name), why))
		return
	}
	if !outlives(view, spec, diags) {
		return
	}
	diags.AddWarning(fmt.Sprintf("Queue %q is migrated", prior.Name), consequences(view, spec, prior, old, fields))
}

// mayMigrate says what keeps a queue from being migrated, whatever the broker is like.
func mayMigrate(spec Spec, prior Prior, diags *diag.Diagnostics) bool {
	why := unfit(spec, prior)
	if why != "" {
		diags.AddAttributeError(path.Root("on_replace"), fmt.Sprintf("Queue %q cannot be migrated", prior.Name),
			fmt.Sprintf("Queue %q in virtual host %q has to be made anew, and on_replace = %q is to keep its messages, but %s. Remove on_replace, so "+
				"that the queue is replaced once it is empty.", prior.Name, prior.Vhost, Migrate, why))
	}
	return why == ""
}

func unfit(spec Spec, prior Prior) string {
	switch {
	case prior.Type == queueargs.Stream:
		return "a stream keeps its messages when they are consumed, so that they cannot be moved"
	case spec.Type() == queueargs.Stream:
		return "messages cannot be moved back and forth between a queue and a stream, which keeps them when they are consumed"
	case prior.AutoDelete:
		return "it deletes itself (auto_delete) when its last consumer goes, and what moves its messages is one"
	}
	return ""
}

// inTheWay says why there can be no temporary queue in which nothing expires or is dropped, "" for nothing.
func inTheWay(view *kit.View, name string) (why string) {
	view.With(func(t *topology.VirtualHost) {
		if t.Queue(migration.Temporary(name)) != nil {
			why = "there is a queue of that name which is not for that: delete it"
		}
	})
	if why == "" {
		why = overTemporary(view, name)
	}
	return why
}

// overTemporary says which policy makes messages expire or drop in the temporary queue, "" for none.
func overTemporary(view *kit.View, name string) (why string) {
	view.With(func(t *topology.VirtualHost) {
		const advice = ", and they might be lost there: give that policy a pattern that does not match names which begin with \"migration-\", such as ^(?!migration-)"
		q := &topology.Queue{Name: migration.Temporary(name), Type: queueargs.Quorum, Durable: true, Arguments: migration.Arguments(name, t.Version)}
		for _, row := range []*queueargs.Row{queueargs.MessageTTL, queueargs.Expires, queueargs.MaxLength, queueargs.MaxLengthBytes, queueargs.DeliveryLimit} {
			setting, set := t.EffectiveBefore(q, row)
			switch {
			case set && setting.Unknown():
				why = fmt.Sprintf("a policy may set %s for it%s", row.PolicyKey, advice)
				return
			case set && setting.From != topology.FromArgument:
				why = fmt.Sprintf("the %s %q sets %s for it%s", setting.From, setting.Policy, row.PolicyKey, advice)
				return
			}
		}
	})
	return why
}

// consequences says what a migration does to messages, clients and the order.
func consequences(view *kit.View, spec Spec, prior Prior, old topology.Queue, fields []string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Queue %q in virtual host %q is made anew because of %s. %s moved into it through a temporary queue %q, as are those that have come since the last count.",
		prior.Name, prior.Vhost, strings.Join(fields, ", "), capital(number(old.Messages, "message is", "messages are")), migration.Temporary(prior.Name))
	if old.Consumers == nil || *old.Consumers > 0 {
		fmt.Fprintf(&text, " %s cancelled and must subscribe again; until then they go on consuming, and the migration waits for what they hold unacknowledged.",
			capital(number(old.Consumers, "consumer is", "consumers are")))
	}
	text.WriteString(" While exchanges lead to both queues, and if a shovel is interrupted, a message may be there twice. Messages that come meanwhile may overtake older ones. " +
		"The expiration of each message and the message TTL of the new queue begin anew when it arrives there; until it is moved, the settings of the old queue hold. " +
		"What is published through the default exchange in the moment between the deletion of the old queue and the declaration of the new one is dropped: publish " +
		"through another exchange, or stop such publishers.")
	text.WriteString(counts(view))
	if drops := drops(view, spec, old.Messages); drops != "" {
		text.WriteString(" " + drops)
	}
	return text.String()
}

// counts says what becomes of the history of a message that is published again (tried on 3.10.8, 4.0.5 and 4.3.6).
func counts(view *kit.View) (text string) {
	view.With(func(t *topology.VirtualHost) {
		if t.Version != nil && t.Version.Segments()[0] >= 4 {
			text = " Headers stay, but the broker counts deaths (x-death) of these messages from 1 again."
		}
	})
	return text
}

func number(n *int64, one, many string) string {
	switch {
	case n == nil:
		return "an unknown number of " + many
	case *n == 1:
		return "1 " + one
	default:
		return fmt.Sprintf("%d %s", *n, many)
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// planFinish says that the plan finishes a migration that was interrupted.
func planFinish(ctx context.Context, b *kit.Base, view *kit.View, spec Spec, diags *diag.Diagnostics) {
	if b.Applying() {
		return
	}
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	wait, _ := view.Counts(ctx, b.Client, vhost, migration.Temporary(name))
	var held *int64
	there := false
	view.With(func(t *topology.VirtualHost) { there = t.Queue(name) != nil })
	if there {
		held, _ = view.Counts(ctx, b.Client, vhost, name)
	}
	if !outlives(view, spec, diags) {
		return
	}
	diags.AddWarning(fmt.Sprintf("Migration of queue %q is finished", name), finishes(view, spec, there, held, wait))
	if err := b.Client.MayShovel(ctx, vhost); err != nil {
		diags.AddError(fmt.Sprintf("Queue %q cannot be migrated", name), kit.Sentence(err.Error()))
	}
}

// finishes says what the end of an interrupted migration does to messages. held is what is in the queue, if it is there, and wait what is in
// the temporary one; nil if the broker has not said.
func finishes(view *kit.View, spec Spec, there bool, held, wait *int64) string {
	name := spec.Name.ValueString()
	var text strings.Builder
	fmt.Fprintf(&text, "A migration of queue %q in virtual host %q was interrupted: at the last count %s in the temporary queue %q", name, spec.Vhost.ValueString(),
		number(wait, "message waits", "messages wait"), migration.Temporary(name))
	if there {
		fmt.Fprintf(&text, ", and %s in queue %q", number(held, "message is", "messages are"), name)
	} else {
		held = new(int64)
	}
	text.WriteString(". This plan moves all of them into the queue as it is configured now, whatever on_replace says.")
	var all *int64
	if held != nil && wait != nil {
		sum := *held + *wait
		all = &sum
	}
	if drops := drops(view, spec, all); drops != "" {
		text.WriteString(" " + drops)
	}
	if why := overTemporary(view, name); why != "" {
		fmt.Fprintf(&text, " While messages are in the temporary queue, %s.", why)
	}
	return text.String()
}

// refuseMove says that a queue cannot get another name while its messages wait in a temporary one.
func refuseMove(prior Prior, diags *diag.Diagnostics) {
	diags.AddError(fmt.Sprintf("Migration of queue %q is not finished", prior.Name),
		fmt.Sprintf("A migration of queue %q in virtual host %q was interrupted, and its messages may wait in the temporary queue %q. Apply with this name and "+
			"virtual host first, which finishes it.", prior.Name, prior.Vhost, migration.Temporary(prior.Name)))
}
