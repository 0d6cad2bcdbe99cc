package objectset

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// The rules that speak of each object of a set.
const (
	replaceLosesMessages = "replace_loses_messages"
	exchangeReplaced     = "exchange_replaced"
	nameInvalid          = "name_invalid"
)

// replacedAsOne reports whether PlanReplace has been planned for the set: it has spoken of messages in the queues.
func (s Set) replacedAsOne(view *kit.View) bool {
	for _, q := range s.Queues {
		if q.Named() && view.Replaced(topology.Ref{Kind: topology.KindQueue, Name: q.Name.ValueString()}) {
			return true
		}
	}
	return false
}

// check runs the rules over all objects. Exchanges that are made anew are named in one finding.
func (p *planner) check(asOne bool) {
	var anew []diag.Diagnostic
	var names []string
	var n named
	for _, subject := range p.subjects() {
		if asOne && subject.Ref.Kind == topology.KindQueue {
			subject.Ignore = append(subject.Ignore, replaceLosesMessages)
		}
		var found diag.Diagnostics
		p.base.CheckPlan(p.view, subject, &found)
		for _, d := range n.once(found) {
			if subject.Ref.Kind == topology.KindExchange && strings.HasPrefix(d.Summary(), exchangeReplaced+":") {
				anew, names = append(anew, d), append(names, fmt.Sprintf("%q", subject.Ref.Name))
			} else {
				p.diags.Append(d)
			}
		}
	}
	switch len(anew) {
	case 0:
	case 1:
		p.diags.Append(anew[0])
	default:
		summary := fmt.Sprintf("%s: exchange %s and %d more", exchangeReplaced, names[0], len(names)-1)
		detail := fmt.Sprintf("While the exchanges %s of virtual host %q are made anew, publishing to them fails, and what should go through them is dropped until all is bound again. "+
			"Bindings that this plan replaces come back with them; to lose nothing in between, stop what publishes first, or make another set of objects and move to it.",
			strings.Join(names, ", "), p.Vhost)
		if anew[0].Severity() == diag.SeverityError {
			p.diags.AddError(summary, detail)
		} else {
			p.diags.AddWarning(summary, detail)
		}
	}
}
