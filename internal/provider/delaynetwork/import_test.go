package delaynetwork_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayNetworkIsImported(t *testing.T) {
	for delivery, settings := range map[string][]string{
		"d.delivery":     {`unit = "250ms"`, "levels = 5", `type = "classic"`},
		"a b.c.delivery": {`prefix = "a b.c"`, "levels = 1"},
		"50%%d.delivery": {`prefix = "50%%d"`, "levels = 2"},
		"e.delivery":     {`prefix = "e"`, "levels = 2", `deletion_policy = "if_empty"`},
	} {
		t.Run(delivery, func(t *testing.T) {
			s := open(t)
			config := s.config(settings...)
			by := func(id string) resource.TestStep {
				return resource.TestStep{Config: config, ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateId: id}
			}
			pt.Run(t, resource.TestStep{Config: config}, by(kit.ID(s.vhost, delivery)), by(delivery+"@"+s.vhost))
		})
	}
}

func TestAccDelayNetworkThatIsNoneIsNotImported(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "main", "topic")
	s.Exchange(t, s.vhost, "x.delivery", "topic")
	s.Exchange(t, s.vhost, "y.delivery", "topic")
	s.API(t, "PUT", acctest.Queue(`{}`), "queues", s.vhost, "y.level-00")
	refused := func(name, why string) resource.TestStep {
		return resource.TestStep{
			Config: s.config(), ResourceName: address, ImportState: true, ImportStateId: kit.ID(s.vhost, name), ExpectError: regexp.MustCompile("(?s)" + why),
		}
	}
	pt.Run(t,
		refused("main", `is\s+not\s+the\s+delivery\s+exchange\s+of\s+a\s+delay\s+network`),
		refused("absent.delivery", `Cannot import non-existent`),
		refused("x.delivery", `Unable to import delay network "x.delivery".*"x.level-00"`),
		refused("y.delivery", `does\s+not\s+hold\s+messages\s+for\s+exchange\s+"y.delivery"`),
	)
}
