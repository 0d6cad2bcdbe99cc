package onepolicy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// What a policy of the broker is compared with: a configuration, or what a plan was made for.
const (
	Wanted = "wanted is"
	before = "before the plan it was"
)

// Differences says how the policy that there is differs from another one, in the broker's names; it is empty if they are equal.
func Differences(expected string, want, have rabbitmq.Policy) string {
	var all []string
	add := func(field string, want, have any) {
		if want != have {
			all = append(all, fmt.Sprintf("its %s is %s, %s %s", field, show(have), expected, show(want)))
		}
	}
	add("pattern", want.Pattern, have.Pattern)
	add("apply-to", want.ApplyTo, have.ApplyTo)
	add("priority", want.Priority, have.Priority)
	for _, key := range DifferentKeys(want.Definition, have.Definition) {
		all = append(all, fmt.Sprintf("its %s is %s, %s %s", key, kit.Show(have.Definition, key), expected, kit.Show(want.Definition, key)))
	}
	return strings.Join(all, ", ")
}

// Equal reports whether two policies match and set the same.
func Equal(a, b rabbitmq.Policy) bool { return Differences("", a, b) == "" }

// DifferentKeys lists the keys in which two definitions differ, sorted. Ages of one length may be written in different units.
func DifferentKeys(a, b map[string]any) []string {
	keys := map[string]any{}
	maps.Copy(keys, a)
	maps.Copy(keys, b)
	return slices.DeleteFunc(kit.Names(keys), func(key string) bool {
		x, inA := a[key]
		y, inB := b[key]
		return inA == inB && (queueargs.ByPolicyKey(key).SameAge(x, y) || kit.SameArguments(map[string]any{key: x}, map[string]any{key: y}))
	})
}

func show(value any) string {
	if s, ok := value.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(value)
}
