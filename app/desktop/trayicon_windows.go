package desktop

import (
	"unicode/utf16"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Functions of the Windows API.
var (
	user32          = windows.NewLazySystemDLL("user32.dll")
	registerClass   = user32.NewProc("RegisterClassExW")
	unregisterClass = user32.NewProc("UnregisterClassW")
	createWindow    = user32.NewProc("CreateWindowExW")
	destroyWindow   = user32.NewProc("DestroyWindow")
	defWindowProc   = user32.NewProc("DefWindowProcW")
	getMessage      = user32.NewProc("GetMessageW")
	dispatchMessage = user32.NewProc("DispatchMessageW")
	postMessage     = user32.NewProc("PostMessageW")
	postQuitMessage = user32.NewProc("PostQuitMessage")
	loadImage       = user32.NewProc("LoadImageW")
	loadIcon        = user32.NewProc("LoadIconW")
	shellNotifyIcon = windows.NewLazySystemDLL("shell32.dll").NewProc("Shell_NotifyIconW")
)

// Constants of the Windows API.
const (
	nimAdd    = 0
	nimDelete = 2

	nifMessage = 0x1
	nifIcon    = 0x2
	nifTip     = 0x4
	nifInfo    = 0x10

	niifUser             = 0x4
	niifRespectQuietTime = 0x80

	wmDestroy      = 0x2
	wmClose        = 0x10
	wmLeftButtonUp = 0x202
	ninTimedOut    = 0x404 // also if the user closed the notification
	ninClicked     = 0x405

	// trayMessage is WM_APP, by which Windows reports events of the icons to the window.
	trayMessage = 0x8000
	// messageOnly is HWND_MESSAGE, the parent of windows that only receive messages.
	messageOnly = ^uintptr(2)
)

// windowClass is WNDCLASSEXW of the Windows API.
type windowClass struct {
	size, style                    uint32
	procedure                      uintptr
	classExtra, windowExtra        int32
	instance, icon, cursor, ground uintptr
	menu, name                     *uint16
	smallIcon                      uintptr
}

// trayIcon is NOTIFYICONDATAW of the Windows API: an icon in the notification area, with a
// notification.
type trayIcon struct {
	size               uint32
	window             uintptr
	id, flags, message uint32
	icon               uintptr
	tip                [128]uint16
	state, stateMask   uint32
	info               [256]uint16
	version            uint32
	title              [64]uint16
	infoFlags          uint32
	guid               windows.GUID
	largeIcon          uintptr
}

// send sends a request about the icon to the notification area.
func (t *trayIcon) send(request uintptr) error {
	t.size = uint32(unsafe.Sizeof(*t))
	if ok, _, err := shellNotifyIcon.Call(request, uintptr(unsafe.Pointer(t))); ok == 0 {
		return err
	}
	return nil
}

// appIcon returns the program's icon, or the system's default icon if it has none.
func appIcon() uintptr {
	const (
		first       = 1 // resource number in .ci/windows/winres.json
		image       = 1 // IMAGE_ICON
		shared      = 0x8000
		defaultSize = 0x40
		anyApp      = 32512 // IDI_APPLICATION
	)
	var program windows.Handle
	_ = windows.GetModuleHandleEx(windows.GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, nil, &program)
	icon, _, _ := loadImage.Call(uintptr(program), first, image, 0, 0, shared|defaultSize)
	if icon == 0 {
		icon, _, _ = loadIcon.Call(0, anyApp)
	}
	return icon
}

// putText writes text to a field of a structure, truncated to fit and terminated by a zero.
func putText(field []uint16, text string) {
	wide := utf16.Encode([]rune(text))
	if most := len(field) - 1; len(wide) > most {
		wide = append(wide[:most-1], '…')
	}
	field[copy(field, wide)] = 0
}
