//go:build !unix

package main

import "time"

var start = time.Now()

// cpuTime returns wall-clock time on systems without a CPU time clock.
func cpuTime() time.Duration { return time.Since(start) }
