// Command terraform-provider-rabbitmq serves the provider to Terraform and OpenTofu.
package main

import (
	"flag"
	"log"
	"os"
	"runtime"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/review"
)

// version is set by the release build.
var version = "dev"

func main() {
	if len(os.Args) > 1 && os.Args[1] == "review" {
		os.Exit(review.Run(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	debug := flag.Bool("debug", false, "serve for a debugger")
	flag.Parse()
	provider.QuietSDK()
	defer runtime.KeepAlive(ballast)
	collectEvenly()
	leaveProcessors()
	server, err := provider.NewServer(version)
	if err != nil {
		log.Fatal(err)
	}
	var options []tf6server.ServeOpt
	if *debug {
		options = append(options, tf6server.WithManagedDebug())
	}
	if err := tf6server.Serve(provider.Address(), func() tfprotov6.ProviderServer { return server }, options...); err != nil {
		log.Fatal(err)
	}
}
