// Package rabbitmq is a client of RabbitMQ's management HTTP API that suits a
// program which reads and writes many objects in one run, as Terraform does.
//
// It differs from a plain HTTP client in four ways. Every request obeys its
// caller's context and one timeout per attempt, and is repeated when the broker
// is not reachable or busy. Reads of many objects of one virtual host are
// answered from one listing (see Client.Queue). A 404 counts as "deleted" only
// when the API and the virtual host have been seen to work. Numbers in
// arguments keep their exact value: they are json.Number, never float64.
//
// A Client is meant to live for one run. What it has listed it does not list
// again, except for what the same client has written since.
package rabbitmq
