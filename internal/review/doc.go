// Package review looks at the whole of a Terraform plan, a state or a definitions export of RabbitMQ: every rule of package lint over every
// virtual host in it, and what a change does to messages. It is the subcommand review of the provider's program.
package review
