// Package provider is the provider block and what it registers.
package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/deadletterqueue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delaytier"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/expiringqueue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queue"
)

// Address returns the provider's full address: the place in the default registry, which OpenTofu mirrors under its own.
func Address() string {
	return tfaddr.NewProvider(tfaddr.DefaultProviderRegistryHost, namespace, name).String()
}

// The provider's address in registries is delaytier/rabbitmq.
const (
	namespace = "delaytier"
	name      = "rabbitmq"
)

var _ provider.ProviderWithValidateConfig = (*rabbitmqProvider)(nil)

type rabbitmqProvider struct {
	version  string
	settings *kit.Settings
}

// New returns the constructor of provider instances; each has its own offline settings.
func New(version string) func() provider.Provider {
	return func() provider.Provider {
		return &rabbitmqProvider{version: version, settings: &kit.Settings{}}
	}
}

func (p *rabbitmqProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = name, p.version
}

func (p *rabbitmqProvider) Resources(context.Context) []func() resource.Resource {
	constructors := []func(*kit.Settings) resource.Resource{
		exchange.New, queue.New, binding.New, expiringqueue.New, delaytier.New, deadletterqueue.New,
	}
	resources := make([]func() resource.Resource, len(constructors))
	for i, construct := range constructors {
		resources[i] = func() resource.Resource { return construct(p.settings) }
	}
	return resources
}

func (p *rabbitmqProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }
