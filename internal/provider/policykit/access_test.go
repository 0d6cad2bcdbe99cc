package policykit_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A user that may not change policies can plan as long as there is nothing to do, and is told otherwise before anything is applied.
func TestAccPolicyNeedsATag(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		as := func(tags string) *acctest.BrokerInfo {
			user := b.User(t, tags)
			b.Grant(t, vhost, user)
			return &acctest.BrokerInfo{Endpoint: b.Endpoint, Username: user, Password: user}
		}
		maker, reader := as("policymaker"), as("monitoring")
		step := func(user *acctest.BrokerInfo, body string, refused string) resource.TestStep {
			s := resource.TestStep{Config: acctest.Config(user, vhost, k.block("pattern = \"^q\"\n "+body))}
			if refused != "" {
				s.ExpectError = regexp.MustCompile(refused)
			}
			return s
		}
		refusal := func(user *acctest.BrokerInfo, tag, has string) string {
			return `(?s)needs\s+the\s+tag\s+` + tag + `.*user\s+"` + user.Username + `"\s+has\s+only\s+` + has + `.*set_user_tags`
		}
		if k.operator() {
			pt.Run(t,
				step(maker, "max_length = 5", refusal(maker, "administrator", "policymaker")),
				step(b, "max_length = 5", ""),
				resource.TestStep{Config: acctest.Config(reader, vhost, k.block("pattern = \"^q\"\n max_length = 5")), PlanOnly: true},
				step(reader, "max_length = 6", refusal(reader, "administrator", "monitoring")),
				resource.TestStep{Config: acctest.Config(reader, vhost, ""), ExpectError: regexp.MustCompile(`tag\s+administrator`)},
				step(b, "max_length = 5", ""),
			)
			return
		}
		pt.Run(t,
			step(reader, "max_length = 5", refusal(reader, "policymaker", "monitoring")),
			step(maker, "max_length = 5", ""),
			resource.TestStep{Config: acctest.Config(reader, vhost, k.block("pattern = \"^q\"\n max_length = 5")), PlanOnly: true},
			step(reader, "max_length = 6", refusal(reader, "policymaker", "monitoring")),
			step(maker, "max_length = 6", ""),
		)
	})
}
