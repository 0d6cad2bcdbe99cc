package kit_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

func TestAnotherOrderOfTheSameElementsIsNoChange(t *testing.T) {
	list := func(elements ...string) types.List {
		values := make([]attr.Value, len(elements))
		for i, element := range elements {
			values[i] = types.StringValue(element)
			if element == "?" {
				values[i] = types.StringUnknown()
			}
		}
		return types.ListValueMust(types.StringType, values)
	}
	none, unknown := types.ListNull(types.StringType), types.ListUnknown(types.StringType)
	for _, c := range []struct{ planned, stated, want types.List }{
		{list("a", "b", "c"), list("c", "a", "b"), list("c", "a", "b")},
		{list("a", "b"), list("a", "b", "c"), list("a", "b")},
		{list("a", "b"), list("a", "c"), list("a", "b")},
		{list("a", "a"), list("a", "b"), list("a", "a")},
		{list("a", "?"), list("?", "a"), list("a", "?")},
		{none, list("a"), none}, {list("a"), none, list("a")}, {unknown, list("a"), unknown},
	} {
		if got := kit.KeepOrder(c.planned, c.stated); !got.Equal(c.want) {
			t.Errorf("%s after %s is %s, want %s", c.planned, c.stated, got, c.want)
		}
	}
}
