package kit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

func TestDurationsThatAreWrittenOtherwiseAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"1d": `write "24h"`, "7D": `write "168h"`, "2w": `write "336h"`, "1.5d": `write "36h"`, "1d12h": `write "36h"`, "2 weeks": `write "336h"`,
		"90 Minutes": `write "1h30m"`, "1 hr 5min": `write "1h5m"`, "10S": `write "10s"`, "250msec": "such as 10s", "60000": `write "60000ms"`,
		"1M": "such as 10s", "soon": "such as 10s", "": "such as 10s", "1e3d": "such as 10s", "9999999999999w": "such as 10s",
	} {
		if got := kit.DurationAdvice(text); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

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
