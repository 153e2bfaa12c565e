package display

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Functions of the Windows API for hotkeys, which belong to the thread that registers the hotkey.
var (
	registerHotKey    = user32.NewProc("RegisterHotKey")
	unregisterHotKey  = user32.NewProc("UnregisterHotKey")
	getMessage        = user32.NewProc("GetMessageW")
	peekMessage       = user32.NewProc("PeekMessageW")
	postThreadMessage = user32.NewProc("PostThreadMessageW")
)

// Constants of the Windows API.
const (
	modAlt      = 0x1
	modControl  = 0x2
	modShift    = 0x4
	modWin      = 0x8
	modNoRepeat = 0x4000

	vkSpace = 0x20
	vkF1    = 0x70

	wmQuit   = 0x12
	wmHotKey = 0x312
)

// message is the MSG structure of the Windows API.
type message struct {
	window  uintptr
	message uint32
	w, l    uintptr
	time    uint32
	at      point
}

// hotKey is the identifier of a thread's only hotkey.
const hotKey = 1

// GrabKeys registers a global hotkey, and calls pressed on its own goroutine until release. The
// error is ErrTaken if another program has grabbed the keys.
func GrabKeys(keys Keys, pressed func()) (release func(), err error) {
	registered, ended := make(chan error), make(chan struct{})
	var thread uint32
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		thread = windows.GetCurrentThreadId()
		var m message
		at := uintptr(unsafe.Pointer(&m))
		// creates this thread's message queue, which RegisterHotKey needs
		_, _, _ = peekMessage.Call(at, 0, 0, 0, 0)
		ok, _, err := registerHotKey.Call(0, hotKey, keys.modifiers(), keys.code())
		if ok == 0 {
			registered <- err
			return
		}
		defer unregisterHotKey.Call(0, hotKey)
		registered <- nil
		for {
			// 0 for the quit message, -1 for an error
			if got, _, _ := getMessage.Call(at, 0, 0, 0); int32(got) <= 0 {
				return
			}
			if m.message == wmHotKey {
				pressed()
			}
		}
	}()
	switch err := <-registered; {
	case errors.Is(err, windows.ERROR_HOTKEY_ALREADY_REGISTERED):
		return nil, fmt.Errorf("%w: %w", ErrTaken, err)
	case err != nil:
		return nil, err
	}
	return func() {
		_, _, _ = postThreadMessage.Call(uintptr(thread), wmQuit, 0, 0)
		<-ended
	}, nil
}

func (k Keys) modifiers() uintptr {
	m := uintptr(modNoRepeat)
	for modifier, is := range map[uintptr]bool{modControl: k.Ctrl, modAlt: k.Alt, modShift: k.Shift, modWin: k.Super} {
		if is {
			m |= modifier
		}
	}
	return m
}

// code returns the virtual key code.
func (k Keys) code() uintptr {
	if k.Key == "Space" {
		return vkSpace
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(k.Key, "F")); err == nil && len(k.Key) > 1 {
		return vkF1 + uintptr(n) - 1
	}
	return uintptr(k.Key[0]) // the key code of a letter or digit is its capital in ASCII
}
