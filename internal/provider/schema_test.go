package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The pages of the documentation are made of these descriptions.
func TestEveryAttributeIsDescribed(t *testing.T) {
	schemas := pt.Schemas(t)
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
