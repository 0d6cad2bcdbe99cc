package main

import "runtime"

// leaveProcessors uses half of the processors. Terraform works on the other half at the same time, and threads of the provider that
// look for work while there is none would take them away from it: on two processors that is a twentieth of the time of a plan.
func leaveProcessors() {
	runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)/2))
}
