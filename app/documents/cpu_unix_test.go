//go:build unix

package documents

import (
	"syscall"
	"time"
)

// spent is the processor time that this process has used.
func spent() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
