//go:build bench

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

const (
	// providerBinary is the name under which Terraform starts the provider.
	providerBinary = "terraform-provider-rabbitmq"
	// realProvider names the variable with the path of the provider that is measured.
	realProvider = "BENCH_PROVIDER"
	// memoryLog names the variable with the path of the file that gets each process's peak memory.
	memoryLog = "BENCH_MEMORY_LOG"
)

// runMeasured runs the real provider in this process's place and notes its peak memory in KiB.
func runMeasured() int {
	cmd := exec.Command(os.Getenv(realProvider), os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak := usage.Maxrss
		if runtime.GOOS == "darwin" {
			peak /= 1024 // macOS counts bytes
		}
		log, openErr := os.OpenFile(os.Getenv(memoryLog), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if openErr == nil {
			fmt.Fprintln(log, peak)
			_ = log.Close()
		}
	}
	if err != nil {
		return 1
	}
	return 0
}
