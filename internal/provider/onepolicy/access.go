package onepolicy

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// MayChange says while there is still time if the user will not be allowed to make the change that a plan has. What the broker does not
// tell is left to the apply.
func MayChange(ctx context.Context, b *kit.Base, operator bool, vhost, name string, diags *diag.Diagnostics) {
	if b.Client == nil {
		return
	}
	needed := []string{rabbitmq.Administrator}
	if !operator {
		needed = []string{rabbitmq.PolicyMaker, rabbitmq.Administrator}
	}
	noun := Noun(operator)
	who, err := b.Client.Identity(ctx)
	if err == nil && !who.Has(needed...) {
		diags.AddError(fmt.Sprintf("%s %q needs the tag %s", Title(noun), name, needed[0]),
			fmt.Sprintf("RabbitMQ lets only users with the tag %s change %s, and user %q has %s: applying this plan to %s %q in virtual host %q would fail. "+
				"Let the provider log in as another user, or give this one the tag: rabbitmqctl set_user_tags %s %s.",
				strings.Join(needed, " or "), Plural(noun), who.Name, tagged(who), noun, name, vhost, who.Name, strings.Join(append(who.Tags, needed[0]), " ")))
		return
	}
	if !operator {
		return
	}
	if overview, err := b.Client.Overview(ctx); err == nil && overview.OperatorPoliciesOpen != nil && !*overview.OperatorPoliciesOpen {
		diags.AddError(fmt.Sprintf("Operator policy %q cannot be changed", name),
			fmt.Sprintf("The broker's configuration forbids changes of operator policies (management.restrictions.operator_policy_changes.disabled): applying this plan "+
				"to operator policy %q in virtual host %q would fail.", name, vhost))
	}
}

func tagged(who rabbitmq.Identity) string {
	if len(who.Tags) == 0 {
		return "no tag"
	}
	return "only " + strings.Join(who.Tags, ", ")
}
