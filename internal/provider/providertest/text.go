package providertest

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// Text is a configuration as users write it, with commas between the attributes, converted to a type as Terraform does.
func Text(t testing.TB, of tftypes.Type, text string) Object {
	t.Helper()
	value := evaluate(t, "{"+text+"}")
	wanted := typeFor(t, of)
	for name := range value.Type().AttributeTypes() {
		if !wanted.HasAttribute(name) {
			t.Fatalf("%s: there is no attribute %s", text, name)
		}
	}
	decoded, err := encode(t, value, wanted).Unmarshal(of)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var members map[string]tftypes.Value
	if err := decoded.As(&members); err != nil {
		t.Fatal(err)
	}
	object := Object{}
	for name, member := range members {
		object[name] = member
	}
	return object
}

// Arguments are those of a call of a function, as users write them.
func Arguments(t testing.TB, f *tfprotov6.Function, text string) []*tfprotov6.DynamicValue {
	t.Helper()
	var all []*tfprotov6.DynamicValue
	for i, value := range evaluate(t, "["+text+"]").AsValueSlice() {
		all = append(all, encode(t, value, typeFor(t, f.Parameters[i].Type)))
	}
	return all
}

func evaluate(t testing.TB, text string) cty.Value {
	t.Helper()
	expression, wrong := hclsyntax.ParseExpression([]byte(text), "text", hcl.InitialPos)
	if wrong.HasErrors() {
		t.Fatalf("%s: %v", text, wrong)
	}
	value, wrong := expression.Value(nil)
	if wrong.HasErrors() {
		t.Fatalf("%s: %v", text, wrong)
	}
	return value
}

func typeFor(t testing.TB, of tftypes.Type) cty.Type {
	t.Helper()
	encoded, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := ctyjson.UnmarshalType(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return wanted
}

func encode(t testing.TB, value cty.Value, wanted cty.Type) *tfprotov6.DynamicValue {
	t.Helper()
	value, err := convert.Convert(value, optional(wanted))
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := msgpack.Marshal(value, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: encoded}
}

// optional lets every attribute be left out.
func optional(t cty.Type) cty.Type {
	switch {
	case t.IsObjectType():
		attributes, names := map[string]cty.Type{}, []string{}
		for name, of := range t.AttributeTypes() {
			attributes[name] = optional(of)
			names = append(names, name)
		}
		return cty.ObjectWithOptionalAttrs(attributes, names)
	case t.IsListType():
		return cty.List(optional(t.ElementType()))
	}
	return t
}

// Call calls a function of the provider. It returns what is wrong with the arguments.
func Call(t testing.TB, name string, arguments []*tfprotov6.DynamicValue) []Diagnostic {
	t.Helper()
	s := start(t, nil)
	resp, err := s.server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: name, Arguments: arguments})
	s.must(err)
	if resp.Error == nil {
		return nil
	}
	return []Diagnostic{{Severity: "error", Summary: resp.Error.Text}}
}
