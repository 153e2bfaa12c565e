package desktop

import (
	"errors"
	"runtime"
	"syscall"

	"golang.org/x/sys/windows"
)

// inApartment runs f on a thread with a COM apartment of its own, and waits for it. Otherwise COM
// shows a dialog on the thread of the window, which cannot paint while the dialog is open.
func inApartment(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED|windows.COINIT_DISABLE_OLE1DDE)
		if errors.Is(err, syscall.Errno(windows.RPC_E_CHANGED_MODE)) {
			// Something else, such as playing sound, has used this thread. It stays locked
			// meanwhile, so that f gets another one.
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
