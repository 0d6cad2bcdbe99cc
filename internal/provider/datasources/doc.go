// Package datasources is what configurations read of a broker without managing it: one object, all policies, the broker itself, or a whole
// virtual host with what the rules find in it.
package datasources
