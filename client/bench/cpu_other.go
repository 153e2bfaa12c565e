//go:build !unix

package main

import "time"

var start = time.Now()

// cpuTime is the time by the clock where the system does not tell the processor's.
func cpuTime() time.Duration { return time.Since(start) }
