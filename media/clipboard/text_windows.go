package clipboard

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// heldText is empty: Windows stores the contents of the clipboard.
type heldText struct{}

func (heldText) close(context.Context) {}

var (
	user32                  = syscall.NewLazyDLL("user32.dll")
	kernel32                = syscall.NewLazyDLL("kernel32.dll")
	openClipboard           = user32.NewProc("OpenClipboard")
	closeClipboard          = user32.NewProc("CloseClipboard")
	emptyClipboard          = user32.NewProc("EmptyClipboard")
	setClipboardData        = user32.NewProc("SetClipboardData")
	registerClipboardFormat = user32.NewProc("RegisterClipboardFormatW")
	globalAlloc             = kernel32.NewProc("GlobalAlloc")
	globalLock              = kernel32.NewProc("GlobalLock")
	globalUnlock            = kernel32.NewProc("GlobalUnlock")
	globalFree              = kernel32.NewProc("GlobalFree")
	moveMemory              = kernel32.NewProc("RtlMoveMemory")
)

const (
	unicodeText = 13 // CF_UNICODETEXT
	moveable    = 2  // GMEM_MOVEABLE
	// openTries is the number of attempts to open the clipboard while another program has it open,
	// and openPause the pause between two attempts.
	openTries = 20
	openPause = 10 * time.Millisecond
)

func (heldText) set(ctx context.Context, plain, html string) error {
	wide, err := syscall.UTF16FromString(withoutZeros(plain))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	text := unsafe.Slice((*byte)(unsafe.Pointer(&wide[0])), 2*len(wide))
	name, err := syscall.UTF16PtrFromString("HTML Format")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	format, _, err := registerClipboardFormat.Call(uintptr(unsafe.Pointer(name)))
	if format == 0 {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	runtime.LockOSThread() // the clipboard is opened for one thread
	defer runtime.UnlockOSThread()
	for try := 1; ; try++ {
		opened, _, err := openClipboard.Call(0)
		if opened != 0 {
			break
		}
		if try == openTries {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(openPause):
		}
	}
	defer func() { _, _, _ = closeClipboard.Call() }()
	if done, _, err := emptyClipboard.Call(); done == 0 {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := putData(unicodeText, text); err != nil {
		return err
	}
	return putData(format, append([]byte(windowsHTML(html)), 0))
}

// putData writes data to the clipboard, which must be open.
func putData(format uintptr, data []byte) error {
	memory, _, err := globalAlloc.Call(moveable, uintptr(len(data)))
	if memory == 0 {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	at, _, err := globalLock.Call(memory)
	if at == 0 {
		_, _, _ = globalFree.Call(memory)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	_, _, _ = moveMemory.Call(at, uintptr(unsafe.Pointer(&data[0])), uintptr(len(data)))
	_, _, _ = globalUnlock.Call(memory)
	// On success the system owns the memory.
	if taken, _, err := setClipboardData.Call(format, memory); taken == 0 {
		_, _, _ = globalFree.Call(memory)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
