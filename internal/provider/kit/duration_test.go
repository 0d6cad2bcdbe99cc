package kit_test

import (
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

func TestDurationsAreWrittenAsPeopleDo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 10 * time.Second: "10s", time.Minute: "1m", 72 * time.Hour: "72h", 90 * time.Minute: "1h30m", 20 * time.Minute: "20m",
		10*time.Minute + 20*time.Second: "10m20s", 10 * time.Hour: "10h", time.Hour + time.Second: "1h0m1s", 1500 * time.Millisecond: "1.5s",
	} {
		if got := kit.DurationValue(d); got.ValueString() != want || kit.Duration(got) != d {
			t.Errorf("%s: got %q, want %q", d, got.ValueString(), want)
		}
	}
}
