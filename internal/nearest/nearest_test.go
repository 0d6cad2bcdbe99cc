package nearest_test

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/nearest"
)

func TestOf(t *testing.T) {
	names := []string{"ttl_without_dlx", "ttl_zero", "dlx_missing"}
	for misspelled, want := range map[string]string{
		"ttl_witout_dlx": "ttl_without_dlx", "TTL-Without-DLX": "ttl_without_dlx", "ttl_zro": "ttl_zero", "dlx_unheard_of": "", "": "",
	} {
		if got := nearest.Of(misspelled, names); got != want {
			t.Errorf("%q: got %q, want %q", misspelled, got, want)
		}
	}
}
