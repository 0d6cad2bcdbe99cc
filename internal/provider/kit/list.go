package kit

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// KeepOrder returns the list of the state if the planned one has the same strings in another order, for lists whose order means nothing: an
// import can only guess it.
func KeepOrder(planned, stated types.List) types.List {
	for _, list := range []types.List{planned, stated} {
		if list.IsNull() || list.IsUnknown() {
			return planned
		}
		for _, element := range list.Elements() {
			if element.IsUnknown() {
				return planned
			}
		}
	}
	want, have := Strings(planned), Strings(stated)
	slices.Sort(want)
	slices.Sort(have)
	if slices.Equal(want, have) {
		return stated
	}
	return planned
}
