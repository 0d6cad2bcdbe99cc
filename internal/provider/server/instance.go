package server

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Terraform gives no address to a resource that it plans. One that it replaces it plans twice: at first from its state, and then, with
// what the provider has planned to keep private, as if it were created. So a plan's private data carry the instance from the first call
// to the second. They do not get into the state.

// instanceKey is the instance's place in private data, which the framework keeps as a map of encoded values.
const instanceKey = "instance"

// withInstance adds an instance to private data.
func withInstance(private []byte, instance uint64) []byte {
	data := map[string][]byte{}
	if len(private) > 0 && json.Unmarshal(private, &data) != nil {
		return private
	}
	data[instanceKey] = strconv.AppendUint(nil, instance, 10)
	encoded, err := json.Marshal(data)
	if err != nil {
		return private
	}
	return encoded
}

// withoutInstance takes the instance out of private data; 0 is none.
func withoutInstance(private []byte) (rest []byte, instance uint64) {
	data := map[string][]byte{}
	if !bytes.Contains(private, []byte(instanceKey)) || json.Unmarshal(private, &data) != nil {
		return private, 0
	}
	instance, err := strconv.ParseUint(string(data[instanceKey]), 10, 64)
	if err != nil {
		return private, 0
	}
	if delete(data, instanceKey); len(data) == 0 {
		return nil, instance
	}
	rest, err = json.Marshal(data)
	if err != nil {
		return private, 0
	}
	return rest, instance
}

// null reports whether a value is the null of its type, as the prior state of what is created and the plan of what is destroyed are.
func null(v *tfprotov6.DynamicValue) bool {
	if v == nil {
		return true
	}
	isNull, err := v.IsNull()
	return err == nil && isNull
}
