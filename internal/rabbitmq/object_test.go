package rabbitmq

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestNumbersKeepEveryDigit(t *testing.T) {
	// A queue as RabbitMQ 4.0.5 lists it.
	const listed = `{"arguments":{"x-max-length":9007199254740993,"x-queue-type":"classic","n":[18446744073709551616,{"m":0.10}],"s":"10","b":true},
		"auto_delete":false,"durable":true,"exclusive":false,"name":"q","state":"running","type":"classic","vhost":"probe"}`
	var q queueJSON
	if err := json.Unmarshal([]byte(listed), &q); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"x-max-length": json.Number("9007199254740993"), "x-queue-type": "classic", "s": "10", "b": true,
		"n": []any{json.Number("18446744073709551616"), map[string]any{"m": json.Number("0.10")}},
	}
	if got := q.queue().Arguments; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryEmptyFormIsAnEmptyObject(t *testing.T) {
	for _, empty := range []string{`{}`, `[]`, `""`, `null`, ` [] `} {
		var q queueJSON
		if err := json.Unmarshal([]byte(`{"effective_policy_definition":`+empty+`,"operator_policy":null}`), &q); err != nil {
			t.Errorf("%s: %v", empty, err)
			continue
		}
		got := q.queue()
		if got.EffectivePolicyDefinition == nil || len(got.EffectivePolicyDefinition) != 0 || got.Arguments == nil || got.OperatorPolicy != "" {
			t.Errorf("%s: %+v", empty, got)
		}
	}
}

func TestObjectOfAnotherKindIsAnError(t *testing.T) {
	for _, other := range []string{`[1]`, `"x"`, `7`} {
		var o object
		if err := json.Unmarshal([]byte(other), &o); err == nil {
			t.Errorf("%s was taken for %v", other, o)
		}
	}
}
