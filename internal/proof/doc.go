// Package proof holds no code, only acceptance tests: each claim that a rule of package lint makes about messages is proven here
// once, with real messages on whichever broker the environment names, so that a rule can never be folklore. Each claim stands
// beside the nearest case where the contrary is true. The tests know nothing of Terraform: they declare through the management
// API and publish and consume through AMQP 0-9-1.
//
// That a message does not arrive is shown without waiting for it, where that is possible: a second message, the witness, goes
// the same way later, and when it has arrived the first has not.
package proof
