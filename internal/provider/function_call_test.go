package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
)

// OpenTofu 1.10 sends a null argument as a value without data.
func TestFunctionsTakeANullWithoutData(t *testing.T) {
	server, err := provider.NewServer("test")
	if err != nil {
		t.Fatal(err)
	}
	minute, err := tfprotov6.NewDynamicValue(tftypes.String, tftypes.NewValue(tftypes.String, "60s"))
	if err != nil {
		t.Fatal(err)
	}
	for name, null := range map[string]*tfprotov6.DynamicValue{"nothing": nil, "a value without data": {}} {
		resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
			Name: "effective_ttl", Arguments: []*tfprotov6.DynamicValue{null, &minute},
		})
		if err != nil || resp.Error != nil {
			t.Fatalf("%s: %v, %v", name, err, resp.Error)
		}
		got, err := resp.Result.Unmarshal(tftypes.String)
		if want := tftypes.NewValue(tftypes.String, "60s"); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
}
