package rabbitmq

import (
	"slices"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// queue_master_locator is denied by default from RabbitMQ 4.3.0 on (deprecated feature of that name).
func TestAccDeniedFeatures(t *testing.T) {
	broker := acctest.Broker(t)
	c := client(t, broker, broker.Endpoint)
	denied, err := c.DeniedFeatures(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := v.GreaterThanOrEqual(version.Must(version.NewVersion("4.3.0")))
	if got := slices.Contains(denied, "queue_master_locator"); got != want {
		t.Errorf("RabbitMQ %s denies queue_master_locator: %t, want %t (%v)", v, got, want, denied)
	}
}
