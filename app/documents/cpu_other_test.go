//go:build !unix

package documents

import "time"

var started = time.Now()

// spent is the time since the tests began: processor time is not to be had here.
func spent() time.Duration { return time.Since(started) }
