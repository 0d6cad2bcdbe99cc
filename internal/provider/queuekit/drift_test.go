package queuekit_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"golang.org/x/sync/errgroup"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// sample is a setting as it is written in a configuration and as the broker has it.
type sample struct{ hcl, json string }

// samples are values of an argument that brokers of version v accept.
func samples(row *queueargs.Row, v *version.Version) []sample {
	integers := func(values ...int) (all []sample) {
		for _, n := range values {
			all = append(all, sample{fmt.Sprint(n), fmt.Sprint(n)})
		}
		return all
	}
	switch {
	case row.Attribute == "queue_version" && !v.LessThan(version.Must(version.NewVersion("4.3.0"))):
		return integers(2)
	case row.Attribute == "queue_version":
		return integers(2, 1)
	case row.Attribute == "stream_filter_size_bytes":
		return integers(20, 30)
	case row.Attribute == "stream_max_segment_size_bytes":
		return integers(1_000_000, 2_000_000)
	case row.Kind == queueargs.Integer:
		return integers(5, 7)
	case row.Kind == queueargs.Duration:
		return []sample{{`"1h"`, "3600000"}, {`"90m"`, "5400000"}}
	case row.Kind == queueargs.MaxAge:
		return []sample{{`"24h"`, `"86400s"`}, {`"48h"`, `"172800s"`}}
	case row.Kind == queueargs.Boolean:
		return []sample{{"true", "true"}, {"false", "false"}}
	}
	names := row.OneOf
	if len(names) == 0 {
		names = []string{"amq.fanout", "amq.topic"}
	}
	return []sample{{acctest.HCL(names[0]), acctest.HCL(names[0])}, {acctest.HCL(names[1]), acctest.HCL(names[1])}}
}

// drifted is a queue that somebody changes behind Terraform's back.
type drifted struct {
	label, attribute    string
	config              string // what is written beside the name
	declared, redeclare string // arguments at first, and those it is declared anew with
}

// drifts makes for each row of the table that the version takes: a value changed, a value removed and a value added.
func (k kind) drifts(v *version.Version) []drifted {
	var all []drifted
	for _, row := range queueargs.Table {
		i := slices.IndexFunc(k.types, func(t queueargs.Type) bool { return row.Types[t].Does(v) == queueargs.Takes })
		if row == queueargs.QueueType || row.Attribute == "" || i < 0 || k.requires[row.Argument] != "" {
			continue
		}
		t := k.types[i]
		// A routing key and a strategy stand beside an exchange.
		base := map[string]string{}
		group, name, nested := strings.Cut(row.Attribute, ".")
		around := "%s"
		if group == "dead_letter" && name != "exchange" {
			base["x-dead-letter-exchange"], around = `"amq.direct"`, `exchange = "amq.direct", %s`
		}
		write := func(s *sample) string {
			config := ""
			if s != nil {
				config = row.Attribute + " = " + s.hcl
			}
			if nested {
				inner := ""
				if s != nil {
					inner = name + " = " + s.hcl
				}
				config = group + " = { " + fmt.Sprintf(around, inner) + " }"
				if s == nil && len(base) == 0 {
					config = ""
				}
			}
			return fmt.Sprintf("type = %q\n  %s", t, config)
		}
		args := func(s *sample) string {
			more := map[string]string{}
			for name, value := range base {
				more[name] = value
			}
			if s != nil {
				more[row.Argument] = s.json
			}
			return k.arguments(t, more)
		}
		add := func(what string, first, then *sample) {
			all = append(all, drifted{
				label: strings.ReplaceAll(row.Attribute, ".", "_") + "_" + what, attribute: row.Attribute,
				config: write(first), declared: args(first), redeclare: args(then),
			})
		}
		values := samples(row, v)
		if len(values) > 1 {
			add("changed", &values[0], &values[1])
		}
		add("removed", &values[0], nil)
		add("added", nil, &values[0])
	}
	return all
}

func TestAccEachArgumentIsSentAndItsDriftRepaired(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			vhost := b.Vhost(t)
			all := k.drifts(b.Version(t))
			var config strings.Builder
			var shown, repaired []plancheck.PlanCheck
			for _, d := range all {
				address := k.typeName + "." + d.label
				config.WriteString(k.block(d.label, d.config))
				shown = append(shown, plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate), showsArguments(address, d.declared))
				repaired = append(repaired, replaces(address, d.attribute), showsArguments(address, d.declared))
			}
			has := func() {
				for _, d := range all {
					b.HasArguments(t, "queues", vhost, d.label, d.declared)
				}
			}
			drift := func() {
				has()
				var group errgroup.Group
				group.SetLimit(6)
				for _, d := range all {
					group.Go(func() error {
						b.API(t, http.MethodDelete, "", "queues", vhost, d.label)
						b.API(t, http.MethodPut, acctest.Queue(d.redeclare), "queues", vhost, d.label)
						return nil
					})
				}
				_ = group.Wait()
			}
			body := acctest.ConfigWith(b, vhost, lintOff(), config.String())
			run(t,
				resource.TestStep{Config: body, ConfigPlanChecks: before(shown...)},
				resource.TestStep{PreConfig: drift, Config: body, ConfigPlanChecks: before(repaired...)},
				resource.TestStep{PreConfig: has, Config: body, PlanOnly: true},
			)
		})
	}
}
