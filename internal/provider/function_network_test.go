package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// keyIn calls delay_routing_key for a network with some settings and returns the text of its error.
func keyIn(t *testing.T, network map[string]tftypes.Value) string {
	t.Helper()
	server, err := provider.NewServer("test")
	if err != nil {
		t.Fatal(err)
	}
	attributes := map[string]tftypes.Type{}
	for name, v := range network {
		attributes[name] = v.Type()
	}
	var arguments []*tfprotov6.DynamicValue
	for _, v := range []struct {
		of    tftypes.Type
		value tftypes.Value
	}{
		{tftypes.DynamicPseudoType, tftypes.NewValue(tftypes.Object{AttributeTypes: attributes}, network)},
		{tftypes.String, tftypes.NewValue(tftypes.String, "1s")}, {tftypes.String, tftypes.NewValue(tftypes.String, "a")},
	} {
		encoded, err := tfprotov6.NewDynamicValue(v.of, v.value)
		if err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, &encoded)
	}
	resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: "delay_routing_key", Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error == nil {
		return ""
	}
	return resp.Error.Text
}

func TestDelayRoutingKeyTakesSettingsOfNetworksAlone(t *testing.T) {
	text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
	for _, attribute := range pt.Schemas(t).ResourceSchemas["rabbitmq_delay_network"].Block.Attributes {
		network := map[string]tftypes.Value{attribute.Name: tftypes.NewValue(attribute.ValueType(), nil)}
		network["prefix"] = text("q")
		if said := keyIn(t, network); said != "" {
			t.Errorf("%s: %s", attribute.Name, said)
		}
	}
	for name, want := range map[string]string{
		"levls":  `a network has no setting "levls"; did you mean levels?`,
		"Unit":   `a network has no setting "Unit"; did you mean unit?`,
		"colour": `a network has no setting "colour"; it has preset, prefix, levels, unit`,
	} {
		if said := keyIn(t, map[string]tftypes.Value{"prefix": text("q"), name: text("3")}); said != want {
			t.Errorf("%s: %s", name, said)
		}
	}
	// Terraform ends the sentence.
	if said := keyIn(t, map[string]tftypes.Value{}); said == "" || strings.HasSuffix(said, ".") {
		t.Errorf("without settings: %s", said)
	}
}
