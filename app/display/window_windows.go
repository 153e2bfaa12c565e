package display

import (
	"image"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Functions of the Windows API.
var (
	user32              = windows.NewLazySystemDLL("user32.dll")
	clientToScreen      = user32.NewProc("ClientToScreen")
	getClientRect       = user32.NewProc("GetClientRect")
	isIconic            = user32.NewProc("IsIconic")
	isZoomed            = user32.NewProc("IsZoomed")
	setForegroundWindow = user32.NewProc("SetForegroundWindow")
	showWindow          = user32.NewProc("ShowWindow")
	enumDisplayMonitors = user32.NewProc("EnumDisplayMonitors")
)

// Commands of ShowWindow.
const (
	swMaximize = 3
	swRestore  = 9
)

type (
	point struct{ X, Y int32 }
	rect  struct{ Left, Top, Right, Bottom int32 }
)

// PositionOf returns the current position of a window.
func PositionOf(window uintptr) (p WindowPosition, err error) {
	var inside rect
	var corner point
	if ok, _, err := getClientRect.Call(window, uintptr(unsafe.Pointer(&inside))); ok == 0 {
		return p, err
	}
	if ok, _, err := clientToScreen.Call(window, uintptr(unsafe.Pointer(&corner))); ok == 0 {
		return p, err
	}
	maximized, _, _ := isZoomed.Call(window)
	return WindowPosition{X: int(corner.X), Y: int(corner.Y), Width: int(inside.Right), Height: int(inside.Bottom), Maximized: maximized != 0}, nil
}

// addMonitor returns the callback that appends a screen to a list. Only one is created, because
// callbacks are never freed.
var addMonitor = sync.OnceValue(func() uintptr {
	return windows.NewCallback(func(_, _ uintptr, r *rect, to *[]image.Rectangle) uintptr {
		*to = append(*to, image.Rect(int(r.Left), int(r.Top), int(r.Right), int(r.Bottom)))
		return 1 // continue the enumeration
	})
})

// Screens returns the rectangles of the current screens.
func Screens() (found []image.Rectangle, err error) {
	if ok, _, err := enumDisplayMonitors.Call(0, 0, addMonitor(), uintptr(unsafe.Pointer(&found))); ok == 0 {
		return nil, err
	}
	return found, nil
}

// Raise brings a window to the front, even if it is minimized.
func Raise(window uintptr) error {
	if minimized, _, _ := isIconic.Call(window); minimized != 0 {
		_, _, _ = showWindow.Call(window, swRestore)
	}
	if ok, _, err := setForegroundWindow.Call(window); ok == 0 {
		return err
	}
	return nil
}

// Maximize maximizes a window.
func Maximize(window uintptr) error {
	_, _, _ = showWindow.Call(window, swMaximize) // the result is not an error
	return nil
}
