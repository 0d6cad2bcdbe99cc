package kit_test

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

func TestIDsOfAnotherNumberOfPartsAreRefused(t *testing.T) {
	for id, want := range map[string]string{
		"main.queue": `the id "main.queue" should have 2 parts and has 1;`, "a/b/c": "should have 2 parts and has 3;",
	} {
		if _, _, err := kit.ParseNameID(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
}
