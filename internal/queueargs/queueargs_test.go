package queueargs

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
)

func v(s string) *version.Version { return version.Must(version.NewVersion(s)) }

func TestRenderSendsIntegersOfMilliseconds(t *testing.T) {
	got := Render(Values{"message_ttl": 10 * time.Second, "type": "quorum", "single_active_consumer": true, "max_age": 7 * 24 * time.Hour}, v("4.0.5"))
	want := Arguments{
		"x-message-ttl": json.Number("10000"), "x-queue-type": "quorum", "x-single-active-consumer": true, "x-max-age": "604800s",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// -1 is unlimited on 4.0 and newer; before 4.0 it drops a message on its first return, and no argument is unlimited.
func TestUnlimitedDeliveryLimitIsRenderedAsEachVersionNeeds(t *testing.T) {
	values := Values{"delivery_limit": int64(-1)}
	for _, c := range []struct {
		version *version.Version
		want    Arguments
	}{
		{v("3.10.8"), Arguments{}},
		{v("3.13.7"), Arguments{}},
		{v("4.0.5"), Arguments{"x-delivery-limit": json.Number("-1")}},
		{v("4.3.6"), Arguments{"x-delivery-limit": json.Number("-1")}},
		{nil, Arguments{"x-delivery-limit": Unknown{}}},
	} {
		if got := Render(values, c.version); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.version, got, c.want)
		}
	}
	if !NeedsVersion(values) || NeedsVersion(Values{"delivery_limit": int64(5)}) {
		t.Error("only a negative delivery limit depends on the version")
	}
}

func TestParseIsTheInverseOfRender(t *testing.T) {
	values := Values{
		"message_ttl": 90 * time.Second, "delivery_limit": int64(3), "dead_letter.exchange": "", "overflow": "reject-publish",
		"single_active_consumer": false, "max_age": 36 * time.Hour, "delayed_retry.min": 1500 * time.Millisecond,
	}
	got, extra := Parse(Render(values, v("4.3.6")))
	if !reflect.DeepEqual(got, values) || len(extra) != 0 {
		t.Errorf("got %v and %v, want %v", got, extra, values)
	}
}

func TestParseKeepsWhatNoAttributeExpresses(t *testing.T) {
	args := Arguments{
		"x-mesage-ttl":     json.Number("1"),
		"x-delivery-limit": "abc",                               // accepted by all brokers
		"x-max-length":     json.Number("18446744073709551616"), // likewise
		"x-max-age":        "7d",
		"x-queue-mode":     "lazy",
	}
	values, extra := Parse(args)
	if len(values) != 0 || !reflect.DeepEqual(extra, args) {
		t.Errorf("got %v and %v", values, extra)
	}
}

// The units are those of rabbit_amqqueue.erl (unit_value_in_ms).
func TestMaxAgeUnits(t *testing.T) {
	row := ByArgument("x-max-age")
	for s, want := range map[string]time.Duration{
		"1Y": 365 * 24 * time.Hour, "1M": 30 * 24 * time.Hour, "7D": 7 * 24 * time.Hour, "5h": 5 * time.Hour, "5m": 5 * time.Minute, "5s": 5 * time.Second,
	} {
		if got, ok := row.Value(s); !ok || got != want {
			t.Errorf("%s: got %v", s, got)
		}
	}
}

func TestReactionsByVersion(t *testing.T) {
	for _, c := range []struct {
		argument string
		t        Type
		v        string
		want     Reaction
	}{
		{"x-message-ttl", Quorum, "3.10.8", Takes},
		{"x-message-ttl", Stream, "4.3.6", Refuses},
		{"x-max-priority", Quorum, "4.3.6", Refuses},
		{"x-delivery-limit", Classic, "3.10.8", Refuses},
		{"x-delayed-retry-type", Quorum, "4.0.5", Ignores},
		{"x-delayed-retry-type", Quorum, "4.3.6", Takes},
		{"x-delayed-retry-type", Classic, "4.3.6", Refuses},
		{"x-queue-leader-locator", Classic, "3.10.8", Refuses},
		{"x-queue-leader-locator", Classic, "4.0.5", Takes},
		{"x-queue-mode", Classic, "4.0.5", Ignores},
	} {
		if got := ByArgument(c.argument).Types[c.t].Does(v(c.v)); got != c.want {
			t.Errorf("%s on %s, %s: got %v, want %v", c.argument, c.t, c.v, got, c.want)
		}
	}
}

// RabbitMQ 4.0.5 stores x-queue-version 1 and gives the queue version 2; 4.3.6 answers "unsupported queue version '1'". A quorum
// queue that is declared with reject-publish-dlx drops its oldest message on every version.
func TestReactionsToSingleValues(t *testing.T) {
	for _, c := range []struct {
		argument string
		value    any
		t        Type
		v        string
		want     Reaction
	}{
		{"x-queue-version", Int(1), Classic, "3.10.8", Takes},
		{"x-queue-version", Int(1), Classic, "4.0.5", Ignores},
		{"x-queue-version", Int(1), Classic, "4.3.6", Refuses},
		{"x-queue-version", Int(2), Classic, "4.3.6", Takes},
		{"x-queue-version", Unknown{}, Classic, "4.3.6", Takes},
		{"x-queue-version", Int(1), Quorum, "3.10.8", Refuses},
		{"x-overflow", "reject-publish-dlx", Quorum, "3.10.8", Ignores},
		{"x-overflow", "reject-publish-dlx", Classic, "4.3.6", Takes},
		{"x-overflow", "reject-publish", Quorum, "4.3.6", Takes},
	} {
		if eras, _ := ByArgument(c.argument).ErasOf(c.t, c.value); eras.Does(v(c.v)) != c.want {
			t.Errorf("%s %v on %s, %s: got %v, want %v", c.argument, c.value, c.t, c.v, eras.Does(v(c.v)), c.want)
		}
	}
}

func TestCombinationsByTypeAndVersion(t *testing.T) {
	for _, c := range []struct {
		row  *Row
		t    Type
		v    string
		want Combination
	}{
		{Expires, Quorum, "3.13.7", PolicyWins},
		{Expires, Quorum, "4.0.5", SmallerWins},
		{Expires, Classic, "3.10.8", SmallerWins},
		{Overflow, Classic, "4.0.5", ArgumentWins},
		{Overflow, Quorum, "4.0.5", PolicyWins},
		{MaxPriority, Classic, "4.0.5", ArgumentOnly},
	} {
		if got := c.row.Combination(c.t, v(c.v)); got != c.want {
			t.Errorf("%s on %s, %s: got %v, want %v", c.row.Argument, c.t, c.v, got, c.want)
		}
	}
}

func TestNearestFindsTypos(t *testing.T) {
	if got := Nearest("x-mesage-ttl"); got != MessageTTL {
		t.Errorf("got %v", got)
	}
	if got := Nearest("x-custom-thing"); got != nil {
		t.Errorf("got %v, want nothing", got.Argument)
	}
}

func TestTableIsConsistent(t *testing.T) {
	arguments, attributes := map[string]bool{}, map[string]bool{}
	for _, r := range Table {
		if arguments[r.Argument] || r.Attribute != "" && attributes[r.Attribute] {
			t.Errorf("%s stands twice", r.Argument)
		}
		arguments[r.Argument], attributes[r.Attribute] = true, true
		if r.Description == "" || r.Source == "" || len(r.Types) == 0 {
			t.Errorf("%s lacks a description, a source or its queue types", r.Argument)
		}
		if (r.PolicyKey == "") != (r.Combine == nil) {
			t.Errorf("%s: a policy key and a combination belong together", r.Argument)
		}
	}
}

func TestNoDeliveryLimitIsSaidSoThatItLasts(t *testing.T) {
	for _, c := range []struct {
		limit   int64
		version string
		want    any
	}{
		{-1, "3.13.7", nil}, {-1, "4.0.5", Int(-1)},
		{NoLimitEver, "3.13.7", Int(2147483647)}, {NoLimitEver, "4.0.5", Int(-1)}, {NoLimitEver, "", Unknown{}},
		{5, "3.13.7", Int(5)},
	} {
		var broker *version.Version
		if c.version != "" {
			broker = v(c.version)
		}
		if got := Render(Values{"delivery_limit": c.limit}, broker)["x-delivery-limit"]; got != c.want {
			t.Errorf("%d on %s: got %v, want %v", c.limit, c.version, got, c.want)
		}
	}
}
