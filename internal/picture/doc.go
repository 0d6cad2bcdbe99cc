// Package picture draws virtual hosts: exchanges, queues, bindings and the ways of dead letters, and what a change does to them, as
// Mermaid or as SVG.
package picture
