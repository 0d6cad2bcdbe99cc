// Package journey sends real messages through topologies that Terraform has applied, and times them.
package journey
