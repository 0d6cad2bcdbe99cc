package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Read finds out by its content what a file is, and reads it: a plan or a state as `terraform show -json` prints it, or a definitions
// export of RabbitMQ.
func Read(ctx context.Context, content []byte) (*Input, error) {
	// PowerShell writes UTF-16 unless it is told otherwise.
	if text, _, err := transform.Bytes(unicode.BOMOverride(encoding.Nop.NewDecoder()), content); err == nil {
		content = text
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(content, &keys); err != nil {
		return nil, fmt.Errorf("the input is no JSON: %w. Give the output of terraform show -json for a saved plan, not the plan itself", err)
	}
	has := func(key string) bool { return keys[key] != nil }
	switch {
	case has("resource_changes") || has("planned_values"):
		return readPlan(ctx, content)
	case has("terraform_version") && has("format_version"):
		return readState(ctx, content)
	case has("format_version") && len(keys) == 1:
		return newReader(ctx, "state", nil).input, nil // there is no state yet
	case has("queues") || has("exchanges"):
		return readDefinitions(content)
	case has("terraform_version") && has("lineage"):
		return nil, errors.New("this is a state file: give the output of terraform show -json, whose form is stable")
	default:
		return nil, errors.New("the input is neither a plan nor a state (terraform show -json), nor a definitions export of RabbitMQ")
	}
}
