// Package queuekit is what all resources that own a queue share: the attributes that stand in the table of queue arguments, what
// is sent to the broker, when a queue has to be replaced, and how it is created, read and deleted without losing a message.
package queuekit
