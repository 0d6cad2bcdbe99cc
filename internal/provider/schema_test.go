package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The pages of the documentation are made of these descriptions.
func TestEveryAttributeIsDescribed(t *testing.T) {
	server, err := providertest.Factories()["rabbitmq"]()
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	described := func(name string, s *tfprotov6.Schema) {
		if s.Block.Description == "" {
			t.Errorf("%s has no description", name)
		}
		checkDescribed(t, name, s.Block.Attributes)
	}
	described("the provider", schemas.Provider)
	for name, s := range schemas.ResourceSchemas {
		described(name, s)
	}
}

func checkDescribed(t *testing.T, parent string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, a := range attributes {
		name := parent + "." + a.Name
		if a.Description == "" {
			t.Errorf("%s has no description", name)
		}
		if a.NestedType != nil {
			checkDescribed(t, name, a.NestedType.Attributes)
		}
	}
}
