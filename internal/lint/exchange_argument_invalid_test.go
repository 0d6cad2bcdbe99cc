package lint

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestExchangeArgumentInvalid(t *testing.T) {
	const id = "exchange_argument_invalid"
	check := func(exchangeType string, change topology.Change, arguments map[string]any, fields ...string) []Finding {
		c := on("4.0.5", nil)
		c.Topology.PutExchange(&topology.Exchange{Name: "x", Type: exchangeType, Durable: true, Managed: true, Change: change, Arguments: arguments})
		return expect(t, id, c, exchangeRef("x"), fields...)
	}
	const hash, history = "x-consistent-hash", "x-recent-history"
	for _, refused := range []struct {
		kind, field string
		arguments   map[string]any
	}{
		{hash, "hash-property", map[string]any{"hash-header": "h", "hash-property": "message_id"}},
		{hash, "hash-property", map[string]any{"hash-property": "bogus"}},
		{hash, "hash-property", map[string]any{"hash-property": json.Number("1")}},
		{hash, "hash-header", map[string]any{"hash-header": json.Number("1")}},
		{history, "x-recent-history-length", map[string]any{"x-recent-history-length": json.Number("0")}},
		{history, "x-recent-history-length", map[string]any{"x-recent-history-length": json.Number("-1")}},
		{history, "x-recent-history-length", map[string]any{"x-recent-history-length": json.Number("1.5")}},
		{history, "x-recent-history-length", map[string]any{"x-recent-history-length": "5"}},
	} {
		says(t, check(refused.kind, topology.Created, refused.arguments, refused.field)[0], "of the type "+refused.kind, refused.field)
		check(refused.kind, topology.Replaced, refused.arguments, refused.field)
		check(refused.kind, topology.Unchanged, refused.arguments)
		check("direct", topology.Created, refused.arguments)
	}
	for _, property := range []any{"correlation_id", "message_id", "timestamp", queueargs.Unknown{}} {
		check(hash, topology.Created, map[string]any{"hash-property": property})
	}
	check(hash, topology.Created, map[string]any{"hash-header": "customer"})
	check(hash, topology.Created, map[string]any{"hash-header": queueargs.Unknown{}})
	check(hash, topology.Created, nil)
	check(history, topology.Created, map[string]any{"x-recent-history-length": json.Number("100")})
	check(history, topology.Created, map[string]any{"x-recent-history-length": queueargs.Unknown{}})

	for routes, says := range map[any]string{nil: "nothing says how it routes", json.Number("1"): "by the type 1", delayedExchange: "by the type x-delayed-message"} {
		arguments := map[string]any{delayedType: routes}
		if routes == nil {
			arguments = nil
		}
		found := check(delayedExchange, topology.Created, arguments, delayedType)[0]
		if !strings.Contains(found.Consequence, says) || !strings.Contains(found.Advice, "delayed_type") {
			t.Errorf("%+v", found)
		}
		check(delayedExchange, topology.Unchanged, arguments)
	}
	for _, routes := range []any{"direct", "x-consistent-hash", queueargs.Unknown{}} {
		arguments := map[string]any{delayedType: routes}
		check(delayedExchange, topology.Created, arguments)
		says(t, check("direct", topology.Created, arguments, delayedType)[0], "delays nothing", "Remove delayed_type")
		check("", topology.Created, arguments) // a type that is not known yet
		check("direct", topology.Unchanged, arguments)
	}
}
