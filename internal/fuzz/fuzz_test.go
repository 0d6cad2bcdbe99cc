package fuzz_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// FuzzResources tries one resource in a virtual host.
func FuzzResources(f *testing.F) {
	w := newWorld(f)
	types := slices.Sorted(maps.Keys(w.schemas.ResourceSchemas))
	for i, name := range acctest.OddNames() {
		f.Add(uint8(i), name, "key", "text", int64(5), []byte(nil))
	}
	f.Fuzz(func(t *testing.T, kind uint8, name, key, text string, number int64, choices []byte) {
		typeName := types[int(kind)%len(types)]
		m := &material{name: name, key: key, text: text, number: number, choices: choices, vhost: w.vhost}
		w.try(t, typeName, m)
	})
}

// try plays the life of a resource.
func (w *world) try(t *testing.T, typeName string, m *material) {
	schema := w.schemas.ResourceSchemas[typeName].Block
	config := m.configuration(typeName, schema.Attributes)
	defer func() {
		if t.Failed() {
			t.Logf("%s %s", typeName, written(config))
			w.reset(t)
		}
	}()
	w.tryID(t, typeName, m.text)
	r := start(t, w, typeName)
	if refused := r.refuses(config); len(refused) > 0 {
		readable(t, refused)
		return
	}
	first, refused := r.plan(r.null(), config)
	if len(refused) > 0 {
		readable(t, refused)
		return
	}
	state, private, ok := w.apply(t, typeName, r.null(), config, first, nil)
	if ok && !t.Failed() {
		w.unchanged(t, typeName, config, state, private)
		w.imported(t, typeName, config, state)
	}
	if !state.IsNull() {
		w.destroy(t, typeName, state, private)
	}
	for _, o := range w.leftovers(t) {
		t.Error(o)
	}
}

func (w *world) destroy(t *testing.T, typeName string, state tftypes.Value, private []byte) {
	t.Helper()
	r := start(t, w, typeName)
	r.private = private
	last, refused := r.plan(state, r.null())
	if len(refused) > 0 {
		t.Fatalf("the destruction is refused: %s", refused)
	}
	w.apply(t, typeName, state, r.null(), last, private)
}

// apply plans once more, in a new process, as Terraform does.
//
// Whether what a binding needs will be there a plan cannot know: it has to have said that nothing is there now.
func (w *world) apply(t *testing.T, typeName string, prior, config tftypes.Value, before planned, private []byte) (tftypes.Value, []byte, bool) {
	t.Helper()
	r := start(t, w, typeName)
	r.private = private
	again, refused := r.plan(prior, config)
	if len(refused) > 0 {
		t.Fatalf("what was planned is refused in the apply: %s", refused)
	}
	for _, wrong := range inconsistent(before.value, again.value) {
		t.Errorf("Provider produced inconsistent final plan: %s", wrong)
	}
	state, refused := r.apply(prior, config, again)
	if len(refused) > 0 && !slices.ContainsFunc(before.warnings, func(w string) bool { return strings.HasPrefix(w, "binding_end_missing") }) {
		t.Fatalf("the broker refuses what the plan did not: %s", strings.Join(refused, "\n"))
	}
	readable(t, refused)
	return state, r.private, len(refused) == 0
}

// unchanged requires that a refresh finds what was applied, and that nothing is left to do.
func (w *world) unchanged(t *testing.T, typeName string, config, state tftypes.Value, private []byte) {
	t.Helper()
	r := start(t, w, typeName)
	r.private = private
	read, errors := r.read(state)
	if len(errors) > 0 || read.IsNull() {
		t.Errorf("what was applied cannot be read: %s", errors)
		return
	}
	for _, d := range differences(state, read) {
		t.Errorf("the refresh shows a change: %s", d)
	}
	second, errors := r.plan(read, config)
	if len(errors) > 0 {
		t.Errorf("the second plan is refused: %s", errors)
		return
	}
	if len(second.replaces) > 0 {
		t.Errorf("the second plan replaces because of %s", second.replaces)
	}
	for _, d := range differences(read, second.value) {
		t.Errorf("the second plan is not empty: %s", d)
	}
}

// unread are attributes that only a configuration can say, or that mean the same in two ways: what they come to is in others.
var unread = []string{
	"deletion_policy", "lint_ignore", "on_expiry", "on_replace", "timeouts", "affects", "backoff", "delays", "settings_in", "policy_priority", "delivery_limit",
}

// imported requires that an import by the id finds all that the configuration says.
func (w *world) imported(t *testing.T, typeName string, config, state tftypes.Value) {
	t.Helper()
	var id string
	if err := members(state)["id"].As(&id); err != nil {
		t.Error(err)
		return
	}
	r := start(t, w, typeName)
	found, errors := r.imports(id)
	if len(errors) > 0 || found.IsNull() {
		t.Errorf("%q cannot be imported: %s", id, errors)
		return
	}
	plan, errors := r.plan(found, config)
	if len(errors) > 0 {
		t.Errorf("the plan after an import is refused: %s", errors)
		return
	}
	if len(plan.replaces) > 0 {
		t.Errorf("the plan after an import replaces because of %s", plan.replaces)
	}
	for _, d := range differences(found, plan.value, unread...) {
		t.Errorf("the plan after an import is not empty: %s", d)
	}
}

// tryID imports what does not exist, most likely.
func (w *world) tryID(t *testing.T, typeName, id string) {
	t.Helper()
	if !valid(id) {
		return // which the plugin protocol has no room for
	}
	r := start(t, w, typeName)
	if _, errors := r.imports(id); len(errors) > 0 {
		readable(t, errors)
	}
}

func differences(before, after tftypes.Value, except ...string) []string {
	diffs, err := before.Diff(after)
	if err != nil {
		return []string{err.Error()}
	}
	var all []string
	for _, d := range diffs {
		steps := d.Path.Steps()
		if len(steps) == 0 {
			continue // the whole, of which parts are listed too
		}
		if first, ok := steps[0].(tftypes.AttributeName); ok && slices.Contains(except, string(first)) {
			continue
		}
		if empty(d.Value1) && empty(d.Value2) {
			continue // they mean the same, and a plan may not change what is configured
		}
		if d.Value1 != nil && d.Value2 != nil && written(*d.Value1) == written(*d.Value2) {
			continue // what differs in it is listed too
		}
		all = append(all, d.String())
	}
	return all
}

// empty reports whether a value says nothing.
func empty(v *tftypes.Value) bool {
	if v == nil || v.IsNull() {
		return true
	}
	if !v.IsKnown() || !v.Type().Is(tftypes.Object{}) {
		return false
	}
	for _, member := range members(*v) {
		if !empty(&member) {
			return false
		}
	}
	return true
}

// internals are words that are for those who wrote the provider.
var internals = regexp.MustCompile(`%!|tftypes|panic|nil pointer|runtime error|provider developer|unexpected error|basetypes|cty\.`)

func readable(t *testing.T, errors []string) {
	t.Helper()
	for _, e := range errors {
		if internals.MatchString(e) {
			t.Errorf("an error speaks of internals: %s", e)
		}
	}
}
