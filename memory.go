package main

import (
	"os"
	"runtime/debug"
)

// ballast is address space that is never written, so that it takes no memory, and which the garbage collector counts as alive all the
// same: a young process need not collect every 4 MiB.
var ballast = make([]byte, 16<<20)

// collectEvenly lets garbage grow by three fifths of what is alive and the ballast: by 10 MiB at first, and by 20 MiB when a thousand
// queues and bindings are planned, which keeps that below 60 MiB. By Go's default it would be 4 MiB at first, which takes a fifth
// of the time of a large plan, and as much as is alive at last. GOGC in the environment decides otherwise.
func collectEvenly() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(60)
	}
}
