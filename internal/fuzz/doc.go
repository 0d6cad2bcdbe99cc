// Package fuzz plays Terraform with configurations that nobody would write: whatever the plan does not refuse the broker has to take, the
// next plan has to be empty, an import has to find it, and its destruction has to leave nothing.
package fuzz
