//go:build unix

package documents

import (
	"syscall"
	"time"
)

// spent is how much processor time this process has taken.
func spent() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
