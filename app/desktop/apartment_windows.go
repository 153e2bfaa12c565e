package desktop

import (
	"errors"
	"runtime"
	"syscall"

	"golang.org/x/sys/windows"
)

// inApartment runs f on a thread with its own COM apartment, and waits for it. Otherwise COM would
// show a dialog on the window's thread, which could not paint while the dialog is open.
func inApartment(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED|windows.COINIT_DISABLE_OLE1DDE)
		if errors.Is(err, syscall.Errno(windows.RPC_E_CHANGED_MODE)) {
			// Other code, such as playing sound, has initialized COM on this thread. The thread
			// stays locked during the call, so that f gets another one.
			inApartment(f)
			return
		}
		if err == nil || errors.Is(err, syscall.Errno(windows.S_FALSE)) {
			defer windows.CoUninitialize()
		}
		f()
	}()
	<-done
}
