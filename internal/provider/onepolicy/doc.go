// Package onepolicy is what it takes to own one policy, or operator policy, of the broker: to compare it, to put it without overwriting
// one of others, and to delete it.
package onepolicy
