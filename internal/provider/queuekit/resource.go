package queuekit

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// SpecOf reads a configuration or plan of a resource that is a queue as a whole.
func SpecOf(o kit.Object, rows []*queueargs.Row) Spec {
	extra, known, err := kit.Arguments(o.Dynamic("extra_arguments"))
	values := Settings(o, rows)
	if t := Value(o["type"]); t != nil {
		values[queueargs.QueueType.Attribute] = t
	}
	spec := Spec{
		Vhost: o.String("vhost"), Name: o.String("name"), Durable: o.Bool("durable"), AutoDelete: o.Bool("auto_delete"), Values: values,
		Extra: extra, ExtraUnknown: err == nil && !known, DeletionPolicy: o.String("deletion_policy"), OnReplace: o.String("on_replace"),
		SettingsIn: o.String("settings_in"), PolicyPriority: o["policy_priority"].(types.Float64),
	}
	return spec
}

// PriorOfState reads the state of a resource that is a queue as a whole.
func PriorOfState(o kit.Object, rows []*queueargs.Row) Prior {
	spec := SpecOf(o, rows)
	args, _, _ := kit.Arguments(o.Dynamic("arguments"))
	return Prior{
		Vhost: spec.Vhost.ValueString(), Name: spec.Name.ValueString(), Type: spec.Type(),
		Durable: spec.Durable.ValueBool(), AutoDelete: spec.AutoDelete.ValueBool(), Arguments: args, Values: spec.Values,
		SettingsIn: spec.SettingsIn.ValueString(), Policy: StatedPolicy(spec.Vhost, o["policy"].(types.Object)), Lost: o["arguments"].IsNull(),
		DeletionPolicy: spec.DeletionPolicy.ValueString(), Ignore: kit.Strings(o["lint_ignore"].(types.List)),
	}
}

// SetState writes what the broker has into the state of a resource that is a queue as a whole.
func SetState(o kit.Object, rows []*queueargs.Row, queue OnBroker, diags *diag.Diagnostics) {
	values, extra := ParseArguments(queue, PriorOfState(o, rows))
	SetSettings(o, rows, values)
	stated, _, err := kit.Arguments(o.Dynamic("extra_arguments"))
	if err != nil {
		diags.AddError("Unreadable state", "extra_arguments in the state cannot be read: "+err.Error()+".")
		return
	}
	if !kit.SameArguments(stated, extra) {
		o["extra_arguments"] = types.DynamicNull()
		if len(extra) > 0 {
			o["extra_arguments"] = kit.Dynamic(extra)
		}
	}
	o["id"] = types.StringValue(kit.ID(queue.Vhost, queue.Name))
	o["vhost"], o["name"] = types.StringValue(queue.Vhost), types.StringValue(queue.Name)
	o["type"], o["durable"], o["auto_delete"] = types.StringValue(queue.Type), types.BoolValue(queue.Durable), types.BoolValue(queue.AutoDelete)
	if before, _, err := kit.Arguments(o.Dynamic("arguments")); err != nil || o["arguments"].IsNull() || !kit.SameArguments(before, queue.Arguments) {
		o["arguments"] = kit.Dynamic(queue.Arguments)
	}
	setPlace(o, queue)
	setDefaults(o) // an import has read only what the broker has
}

func setPlace(o kit.Object, queue OnBroker) {
	settingsIn, priority, policy := o.String("settings_in"), o["policy_priority"].(types.Float64), o["policy"].(types.Object)
	SetPlace(queue, &settingsIn, &priority, &policy)
	o["settings_in"], o["policy_priority"], o["policy"] = settingsIn, priority, policy
}
