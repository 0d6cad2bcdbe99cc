package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestSuppressionsFitRuleObjectAndVirtualHost(t *testing.T) {
	q := queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)})
	for name, test := range map[string]struct {
		accepted Suppression
		says     bool
	}{
		"rule":                 {Suppression{Rule: "ttl_without_dlx"}, false},
		"object":               {Suppression{Rule: "ttl_without_dlx", Object: "q"}, false},
		"virtual host":         {Suppression{Rule: "ttl_without_dlx", Object: "q", Vhost: "/"}, false},
		"another rule":         {Suppression{Rule: "ttl_zero"}, true},
		"another object":       {Suppression{Rule: "ttl_without_dlx", Object: "Q"}, true},
		"another virtual host": {Suppression{Rule: "ttl_without_dlx", Object: "q", Vhost: "v"}, true},
		"an address":           {Suppression{Rule: "ttl_without_dlx", Address: "rabbitmq_queue.q"}, true},
	} {
		c := on("4.0.5", q)
		c.Topology.Name = "/"
		c.Suppressions = []Suppression{test.accepted}
		says := false
		for _, f := range Check(c, Plan, nil, nil, topology.Ref{Kind: topology.KindQueue, Name: "q"}) {
			says = says || f.Rule == "ttl_without_dlx"
		}
		if says != test.says {
			t.Errorf("%s: said is %v", name, says)
		}
	}
	if !(Suppression{Rule: "ttl_without_dlx", Vhost: "v"}).Fits("ttl_without_dlx", "", "q", "") {
		t.Error("a virtual host that is not known yet is taken for another")
	}
	if err := (Suppression{Rule: "ttl_witout_dlx", Reason: "r"}).Check(); err == nil || !strings.Contains(err.Error(), `did you mean "ttl_without_dlx"?`) {
		t.Error(err)
	}
}
