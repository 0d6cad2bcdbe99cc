package retrytopology_test

import (
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// What the plan shows as removed and the apply leaves on the broker is said.
func TestAccRetryTopologySaysWhatItLeavesOnTheBroker(t *testing.T) {
	for name, c := range map[string]struct {
		policy, holding string
		change          pt.Object
		summary, detail string
	}{
		"work queue":   {"if_empty", "", pt.Object{"work_queue": nil, "enter_from": nil}, `Queue "p.work" stays on the broker`, `belongs to no resource from then on`},
		"retained":     {"retain", "", pt.Object{"delays": []string{"5s"}}, `Left on the broker: queue "p.retry.2"`, `does not delete in virtual host "VHOST": queue "p.retry.2", queue "p.retry.3".`},
		"not retained": {"if_empty", "", pt.Object{"delays": []string{"5s"}}, "", ""},
		"retiring": {"retain", "p.retry.3", pt.Object{"delays": []string{"5s", "1m"}}, `Queue "p.retry.3" stays until it is empty`,
			`the first plan that finds it empty leaves it on the broker to nobody`},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := planned()
			config["deletion_policy"] = c.policy
			created := pt.Serve(t, s.provider()).Configure().Create("rabbitmq_retry_topology", config)
			if c.holding != "" {
				s.Publish(t, s.vhost, c.holding, "waits")
				s.Counted(t, s.vhost, c.holding, 1)
			}
			for attribute, value := range c.change {
				config[attribute] = value
			}
			server := pt.Serve(t, s.provider()).Configure()
			said := server.Plan("rabbitmq_retry_topology", server.Read(created), config)
			if c.summary == "" && len(said) == 0 {
				return
			}
			if len(said) != 1 || said[0].Severity != "warning" || said[0].Summary != c.summary || !strings.Contains(said[0].Detail, strings.ReplaceAll(c.detail, "VHOST", s.vhost)) {
				t.Errorf("said %+v", said)
			}
		})
	}
}
