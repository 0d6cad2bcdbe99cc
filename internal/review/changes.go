package review

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Change is what the plan does to one object, as far as messages are concerned.
type Change struct {
	Change  topology.Change `json:"change"`
	Vhost   string          `json:"vhost"`
	Kind    topology.Kind   `json:"kind"`
	Object  string          `json:"object"`
	Address string          `json:"address,omitempty"`
	Effect  string          `json:"effect"`
}

// changes lists what the change does to messages.
func (i *Input) changes() []Change {
	list := []Change{}
	if i.Source != "plan" {
		return list
	}
	for _, name := range i.names() {
		before, after := i.Before[name], i.After[name]
		if before == nil {
			before = after.another()
		}
		if after == nil {
			after = before.another()
		}
		list = append(list, lost(before, after)...)
		list = append(list, moved(before, after)...)
	}
	return list
}

// lost are objects that go.
func lost(before, after *Host) (list []Change) {
	for _, o := range before.Objects() {
		effect := ""
		switch o.Kind {
		case topology.KindQueue:
			q := before.Queue(o.Name)
			switch planned := after.Queue(o.Name); {
			case planned.Change == topology.Deleted && q.Retain:
				effect = "It stays on the broker with its messages, and Terraform forgets it."
			case planned.Change == topology.Deleted:
				effect = "It is deleted. " + fate(q)
			case planned.Change == topology.Replaced:
				effect = "It is deleted and declared anew. " + fate(q)
			case planned.Change == topology.Migrated:
				effect = "It is declared anew, and its messages are moved: consumers are cancelled, and some messages may be there twice."
			}
		case topology.KindExchange:
			switch after.Exchange(o.Name).Change {
			case topology.Deleted:
				effect = "What is published to it is refused from then on."
			case topology.Replaced:
				effect = "It is deleted and declared anew with its bindings, and what is published in between is refused."
				if after.Exchange(o.Name).Bare {
					effect = "It is deleted and declared anew: bindings of others are gone, and what is published in between is refused."
				}
			}
		case topology.KindBinding:
			if !has(after, o) {
				effect = "Messages no longer take this way."
			}
		}
		if effect == "" {
			continue
		}
		c := Change{topology.Deleted, before.Name, o.Kind, o.Name, before.Addresses[o], effect}
		switch o.Kind {
		case topology.KindQueue:
			c.Change = after.Queue(o.Name).Change
		case topology.KindExchange:
			c.Change = after.Exchange(o.Name).Change
		}
		list = append(list, c)
	}
	return list
}

// fate is what becomes of the messages in a queue that is deleted.
func fate(q *topology.Queue) string {
	switch {
	case q.Messages == nil && q.ForceDelete:
		return "Messages that it holds are lost; how many is not known here."
	case q.Messages == nil:
		return "If it holds messages, which is not known here, it is not deleted and the apply stops there."
	case *q.Messages == 0:
		return "It is empty at the last count."
	case q.ForceDelete:
		return fmt.Sprintf("It holds %s at the last count, which are lost.", plural(int(*q.Messages), "message"))
	default:
		return fmt.Sprintf("It holds %s at the last count: as long as it does, it is not deleted and the apply stops there.", plural(int(*q.Messages), "message"))
	}
}

func has(host *Host, o topology.Object) bool {
	for _, b := range host.BindingsNamed(o.Name) {
		if b.Object() == o {
			return true
		}
	}
	return false
}

// moved are queues on which another TTL, or another way for dead letters, is in force than before.
func moved(before, after *Host) (list []Change) {
	for _, q := range after.Queues() {
		old := before.Queue(q.Name)
		if old == nil && !q.Managed {
			old = q // it is the broker's, and policies change
		}
		if old == nil || q.Change == topology.Deleted {
			continue
		}
		for _, row := range []*queueargs.Row{queueargs.MessageTTL, queueargs.MaxLength, queueargs.MaxLengthBytes, queueargs.Overflow, queueargs.Expires, queueargs.DeadLetterExchange, queueargs.DeadLetterRoutingKey} {
			was, had := after.EffectiveBefore(old, row)
			is, has := after.Effective(q, row)
			if was.Value == is.Value && had == has {
				continue
			}
			ref := topology.Ref{Kind: topology.KindQueue, Name: q.Name}
			list = append(list, Change{
				topology.Updated, after.Name, topology.KindQueue, q.Name, after.address(ref),
				fmt.Sprintf("%s: %s becomes %s.", row.Argument, show(was, had), show(is, has)),
			})
		}
	}
	return list
}

// show writes a setting for people.
func show(s topology.Setting, set bool) string {
	switch {
	case !set:
		return "none"
	case s.Unknown():
		return "a value that is not known until the apply"
	case s.From == topology.FromArgument:
		return fmt.Sprint(s.Value)
	default:
		return fmt.Sprintf("%v (%s %q)", s.Value, s.From, s.Policy)
	}
}
