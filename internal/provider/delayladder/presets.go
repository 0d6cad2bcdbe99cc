package delayladder

import (
	"strings"
	"time"
)

// Presets are networks that libraries declare.
const (
	// NServiceBus is the network of NServiceBus.RabbitMQ from version 7 on (its file DelayedDelivery/DelayInfrastructure.cs).
	NServiceBus = "nservicebus_v2"
	// Celery is the network of kombu from version 5.5 on (its file kombu/transport/native_delayed_delivery.py), which Celery uses.
	Celery = "celery"
)

// Both libraries delay by up to 2^28-1 seconds, 8.5 years.
const (
	// LibraryLevels is the number of levels that the libraries' networks have.
	LibraryLevels = 28
	// LibraryUnit is their unit.
	LibraryUnit = time.Second
)

const (
	nServiceBusDelivery = "nsb.v2.delay-delivery"
	celeryDelivery      = "celery_delayed_delivery"
)

// ofNServiceBus is the network of NServiceBus.
func ofNServiceBus() Ladder {
	return Ladder{Levels: LibraryLevels, Unit: LibraryUnit, Delivery: nServiceBusDelivery, level: "nsb.v2.delay-level-%02d"}
}

// ofCelery is the network of Celery; the prefix may be empty.
func ofCelery(prefix string) Ladder {
	if prefix != "" {
		prefix += "_"
	}
	return Ladder{Levels: LibraryLevels, Unit: LibraryUnit, Delivery: prefix + celeryDelivery, level: escaped(prefix) + "celery_delayed_%d"}
}

// Identify says from the name of its delivery exchange which network it is. A network of one's own has no preset. ok is false for a name
// that no network has.
func Identify(delivery string) (preset, prefix string, ok bool) {
	if delivery == nServiceBusDelivery {
		return NServiceBus, "", true
	}
	if before, is := strings.CutSuffix(delivery, celeryDelivery); is && before == "" {
		return Celery, "", true
	} else if before, under := strings.CutSuffix(before, "_"); is && under && before != "" {
		return Celery, before, true
	}
	prefix, ok = strings.CutSuffix(delivery, deliverySuffix)
	return "", prefix, ok && prefix != ""
}
