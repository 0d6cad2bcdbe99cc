// Package policykit is what all resources share that own a policy or an operator policy: the attributes that stand in the table of queue
// arguments, what is sent to the broker, what a plan does to the policy, and what it does to the queues that the policy matches.
package policykit
