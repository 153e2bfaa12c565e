// Package lowpriority runs work that nobody waits for without slowing down the rest of the
// computer.
package lowpriority

import (
	"runtime"
	"sync"
)

// Run calls f on a thread of its own that has the lowest priority, and returns when f returns. Code
// that f runs on other goroutines has their priority.
func Run(f func()) {
	var thread sync.WaitGroup
	thread.Go(func() {
		// The thread ends with the goroutine, because its priority cannot be raised again.
		runtime.LockOSThread()
		lower()
		f()
	})
	thread.Wait()
}
