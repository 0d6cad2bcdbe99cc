// Command terraform-provider-rabbitmq serves the provider to Terraform and OpenTofu.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
)

// version is set by the release build.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "serve for a debugger")
	flag.Parse()
	provider.QuietSDK()
	collectLess()
	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address: provider.Address(),
		Debug:   *debug,
	})
	if err != nil {
		log.Fatal(err)
	}
}
