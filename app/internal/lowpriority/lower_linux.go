package lowpriority

import "golang.org/x/sys/unix"

// lowest is the lowest priority of a thread on Linux.
const lowest = 19

// lower lowers the priority of the current thread. An error leaves it unchanged.
func lower() { _ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), lowest) }
