package delayroute_test

import (
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestRouteBackIntoTheNetworkIsRefused(t *testing.T) {
	for destination, refused := range map[any]bool{"d.level-00": true, "d.delivery": false, "orders": false, pt.Unknown{}: false} {
		said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_delay_route", pt.Object{"network": "%2F/d.delivery", "address": "orders", "destination": destination})
		if refused != (len(said) == 1 && said[0].Severity == "error" && said[0].Attribute == "destination") || !refused && len(said) > 0 {
			t.Errorf("%v: %+v", destination, said)
		}
	}
	said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_delay_route", pt.Object{"network": "%2F/d.delivery", "address": "a", "destination": "d.delivery", "destination_type": "exchange"})
	if len(said) != 1 || said[0].Summary != "Destination in the network itself" {
		t.Errorf("the delivery exchange: %+v", said)
	}
}
