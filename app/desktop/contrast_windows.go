package desktop

import (
	"context"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// highContrast is HIGHCONTRASTW.
type highContrast struct {
	size, flags uint32
	scheme      *uint16
}

const (
	spiGetHighContrast = 0x42
	highContrastOn     = 1
)

var systemParametersInfo = windows.NewLazySystemDLL("user32.dll").NewProc("SystemParametersInfoW")

// WatchContrast reports whether Windows uses a contrast theme. It never calls changed. The error is
// ErrNone if Windows does not say.
func WatchContrast(context.Context, func(more bool)) (bool, error) {
	c := highContrast{}
	c.size = uint32(unsafe.Sizeof(c))
	if ok, _, err := systemParametersInfo.Call(spiGetHighContrast, uintptr(c.size), uintptr(unsafe.Pointer(&c)), 0); ok == 0 {
		return false, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return c.flags&highContrastOn != 0, nil
}
