package delayladder

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func ladder(t *testing.T, s Settings) Ladder {
	t.Helper()
	l, no := s.Ladder()
	if no != nil {
		t.Fatal(no)
	}
	return l
}

// The keys and levels are those of NServiceBus' own tests (When_calculating_a_routing_key.cs).
func TestKeyIsThatOfNServiceBus(t *testing.T) {
	for _, c := range []struct {
		delay            time.Duration
		address, key, at string
	}{
		{0, "some-address", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.some-address", "00"},
		{0, "exotic-😊-address", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.exotic-😊-address", "00"},
		{time.Second, "some-address", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.some-address", "00"},
		{2 * time.Second, "some-address", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.some-address", "01"},
		{10 * time.Second, "some-address", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.1.0.some-address", "03"},
		{28 * time.Second, "short-delay", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.1.1.0.0.short-delay", "04"},
		{(1<<28 - 2) * time.Second, "almost-max", "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.0.almost-max", "27"},
		{(1<<28 - 1) * time.Second, "some-address", "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.some-address", "27"},
	} {
		exchange, key, err := ladder(t, Settings{Preset: NServiceBus}).Key(c.delay, c.address)
		if err != nil || key != c.key || exchange != "nsb.v2.delay-level-"+c.at {
			t.Errorf("%s: %q at %q, %v", c.delay, key, exchange, err)
		}
	}
}

func TestKeyRoundsUpToTheUnit(t *testing.T) {
	l := ladder(t, Settings{Prefix: "50%", Levels: 4, Unit: 500 * time.Millisecond})
	for delay, want := range map[time.Duration]string{
		0: "50%.level-00 0.0.0.0.a", time.Nanosecond: "50%.level-00 0.0.0.1.a", 500 * time.Millisecond: "50%.level-00 0.0.0.1.a",
		501 * time.Millisecond: "50%.level-01 0.0.1.0.a", l.MaxDelay(): "50%.level-03 1.1.1.1.a",
	} {
		if exchange, key, err := l.Key(delay, "a"); exchange+" "+key != want || err != nil {
			t.Errorf("%s: %s %s, %v", delay, exchange, key, err)
		}
	}
	for delay, says := range map[time.Duration]string{-1: "negative", l.MaxDelay() + 1: "longer than 7.5s"} {
		if _, _, err := l.Key(delay, "a"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", delay, err)
		}
	}
}

func TestLongestDelay(t *testing.T) {
	// Both libraries: 2^28-1 seconds.
	if got := ladder(t, Settings{Preset: Celery}).MaxDelay(); got != 268435455*time.Second {
		t.Error(got)
	}
	// A TTL may be up to 315360000000 ms (rabbit_misc.erl, MAX_EXPIRY_TIMER): 2^28 s and 2^38 ms are the largest below.
	for unit, most := range map[time.Duration]int64{time.Second: 29, time.Millisecond: 39, 87600 * time.Hour: 1} {
		ladder(t, Settings{Prefix: "p", Levels: most, Unit: unit})
		if _, no := (Settings{Prefix: "p", Levels: most + 1, Unit: unit}).Ladder(); no == nil || no.Setting != "levels" {
			t.Errorf("%d levels of %s: %v", most+1, unit, no)
		}
	}
}

func TestIdentify(t *testing.T) {
	for _, s := range []Settings{{Preset: NServiceBus}, {Preset: Celery}, {Preset: Celery, Prefix: "a_b"}, {Prefix: "a.delivery"}, {Prefix: "_celery_delayed_delivery"}} {
		preset, prefix, ok := Identify(ladder(t, s).Delivery)
		if preset != s.Preset || prefix != s.Prefix || !ok {
			t.Errorf("%+v: %q, %q, %t", s, preset, prefix, ok)
		}
	}
	for _, name := range []string{"", "main", ".delivery", "_celery_delayed_delivery", "acelery_delayed_delivery", "nsb.v2.delay-level-00"} {
		if preset, prefix, ok := Identify(name); ok {
			t.Errorf("%q: %q, %q", name, preset, prefix)
		}
	}
}

func TestIsLevel(t *testing.T) {
	for delivery, names := range map[string][]string{
		"nsb.v2.delay-delivery": {"nsb.v2.delay-level-00", "nsb.v2.delay-level-27"}, "celery_delayed_delivery": {"celery_delayed_0", "celery_delayed_27"},
		"a_celery_delayed_delivery": {"a_celery_delayed_5"}, "d.delivery": {"d.level-00", "d.level-30"},
	} {
		for _, name := range names {
			if !IsLevel(delivery, name) {
				t.Errorf("%q is not of %q", name, delivery)
			}
		}
		for _, name := range []string{"orders", "d.level-99", "e.level-00", "", delivery, "celery_delayed_28"} {
			if IsLevel(delivery, name) {
				t.Errorf("%q is of %q", name, delivery)
			}
		}
	}
}

func TestAddress(t *testing.T) {
	l := ladder(t, Settings{Preset: Celery})
	long := strings.Repeat("a", 255-2*28)
	for _, address := range []string{"orders", "a.b", "a.0", "01.a", "2.a", "a*", "#b.c#", ".", "ä ü", long} {
		if err := l.CheckAddress(address); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"", "*", "a.#", "#.a", "a.*.b", "0.1.orders", "1", long + "a", strings.Repeat("a", 254)} {
		if l.CheckAddress(address) == nil {
			t.Errorf("%q is possible", address)
		}
	}
}

func TestBindingKeys(t *testing.T) {
	l := ladder(t, Settings{Prefix: "p", Levels: 3})
	var keys []string
	for n := range 3 {
		keys = append(keys, l.HoldKey(n), l.PassKey(n), l.Below(n))
	}
	want := []string{"*.*.1.#", "*.*.0.#", "p.delivery", "*.1.#", "*.0.#", "p.level-00", "1.#", "0.#", "p.level-01"}
	if !slices.Equal(keys, want) {
		t.Errorf("%q", keys)
	}
}
