package lowpriority

import "golang.org/x/sys/windows"

// backgroundBegin is THREAD_MODE_BACKGROUND_BEGIN: the lowest priority for the processor and for
// disks.
const backgroundBegin = 0x00010000

var setThreadPriority = windows.NewLazySystemDLL("kernel32.dll").NewProc("SetThreadPriority")

// lower lowers the priority of the current thread. An error leaves it unchanged.
func lower() { _, _, _ = setThreadPriority.Call(uintptr(windows.CurrentThread()), backgroundBegin) }
