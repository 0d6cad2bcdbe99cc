package rabbitmq

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that RabbitMQ sometimes writes as [], "" or null when it is
// empty (release notes of 4.2.6). Numbers are json.Number.
type object map[string]any

func (o *object) UnmarshalJSON(b []byte) error {
	switch string(bytes.TrimSpace(b)) {
	case "[]", `""`, "null":
		*o = nil
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		return err
	}
	*o = m
	return nil
}

// orEmpty makes an absent object an empty one, so that callers see no third state.
func (o object) orEmpty() map[string]any {
	if o == nil {
		return map[string]any{}
	}
	return o
}

// text is a string that may be null, or [] where a proplist was meant.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = text(s)
		return nil
	}
	*t = ""
	return nil
}
