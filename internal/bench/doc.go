// Package bench measures what the provider costs beyond Terraform itself: wall time and memory of plan and apply, against the same
// graph of terraform_data resources, on loopback and over a slow network. Run it with make bench.
package bench
