// Package faults lets Terraform apply, with the built provider, while broker, network or provider fail, and requires that nothing is
// lost, doubled or left behind. Run it with make test-faults: its tests are built with the tag faults only.
package faults
