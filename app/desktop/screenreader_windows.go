package desktop

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

const spiGetScreenReader = 0x46

// ScreenReaderRuns reports whether a screen reader is running.
func ScreenReaderRuns() bool {
	var runs int32
	if ok, _, _ := systemParametersInfo.Call(spiGetScreenReader, 0, uintptr(unsafe.Pointer(&runs)), 0); ok != 0 && runs != 0 {
		return true
	}
	// Narrator does not set that parameter. It holds this mutex while it runs.
	name, err := windows.UTF16PtrFromString("NarratorRunning")
	if err != nil {
		return false
	}
	mutex, err := windows.OpenMutex(windows.SYNCHRONIZE, false, name)
	if err != nil {
		return false
	}
	_ = windows.CloseHandle(mutex)
	return true
}
