package main

import (
	"os"
	"runtime/debug"
)

// collectLess lets the heap grow to three times of what is alive before it is swept. Each call of Terraform leaves short-lived garbage in the
// order of what lives at all, so that Go's default of twice spends a fifth of a large plan on collecting; a plan of a thousand
// queues and bindings stays below 60 MiB all the same. GOGC in the environment decides otherwise.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}
