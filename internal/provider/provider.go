// Package provider is the provider block and what it registers.
package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/datasources"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/deadletterqueue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delaynetwork"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayroute"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delaytier"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/expiringqueue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/functions"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/operatorpolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/policy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queue"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/retrytopology"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/server"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/ttlceiling"
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

var (
	_ provider.ProviderWithValidateConfig = (*rabbitmqProvider)(nil)
	_ provider.ProviderWithFunctions      = (*rabbitmqProvider)(nil)
)

type rabbitmqProvider struct {
	version  string
	settings *kit.Settings
	// runtime is what Configure has made, nil before.
	runtime *kit.Runtime
}

// NewServer returns a provider instance as Terraform talks to it.
func NewServer(version string) (tfprotov6.ProviderServer, error) {
	p := &rabbitmqProvider{version: version, settings: &kit.Settings{}}
	framework, err := providerserver.NewProtocol6WithError(p)()
	if err != nil {
		return nil, err
	}
	providerData := func() any {
		if p.runtime == nil {
			return nil
		}
		return p.runtime
	}
	var described provider.SchemaResponse
	p.Schema(context.Background(), provider.SchemaRequest{}, &described)
	return server.New(framework, described.Schema.Type(), p.Resources(context.Background()), providerData, logged()), nil
}

func (p *rabbitmqProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = name, p.version
}

// constructors are those of all resources.
var constructors = []func(*kit.Settings) resource.Resource{
	exchange.New, queue.New, binding.New, expiringqueue.New, delaytier.New, deadletterqueue.New,
	policy.New, operatorpolicy.New, ttlceiling.New, retrytopology.New, delaynetwork.New, delayroute.New,
}

func (p *rabbitmqProvider) Resources(context.Context) []func() resource.Resource {
	resources := make([]func() resource.Resource, len(constructors))
	for i, construct := range constructors {
		resources[i] = func() resource.Resource { return construct(p.settings) }
	}
	return resources
}

func (p *rabbitmqProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		functions.NewMilliseconds, functions.NewExpiration, functions.NewEffectiveTTL, functions.NewBackoff, functions.NewDelayRoutingKey,
		func() function.Function { return functions.NewLint(describe) },
	}
}

func (p *rabbitmqProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		datasources.NewQueue, datasources.NewExchange, datasources.NewPolicies, datasources.NewBroker, datasources.NewTopology,
	}
}
