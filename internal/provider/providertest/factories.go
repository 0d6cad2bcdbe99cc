// Package providertest serves the provider to tests: to Terraform in acceptance tests, and directly over the plugin protocol,
// which alone shows warnings and attribute paths.
package providertest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
)

// Factories is what acceptance tests set as ProtoV6ProviderFactories.
func Factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"rabbitmq": func() (tfprotov6.ProviderServer, error) { return provider.NewServer("test") },
	}
}
