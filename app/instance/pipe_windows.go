package instance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// pipeName returns the name of the pipe for the library in dir. Pipes have names instead of paths.
func pipeName(dir string) (*uint16, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(strings.ToLower(dir)))
	return windows.UTF16PtrFromString(`\\.\pipe\parlando-` + hex.EncodeToString(sum[:16]))
}

// pipe listens at a named pipe. Each connection is an instance of the pipe, which waits for one
// client.
type pipe struct {
	name   *uint16
	access *windows.SecurityAttributes
	// next is the pipe instance that waits for the next client.
	next windows.Handle
	// connected is signaled when a client has connected, closed when Close is called.
	connected, closed windows.Handle
}

// listen opens the pipe, to which only this user has access.
func listen(dir string) (listener, error) {
	name, err := pipeName(dir)
	if err != nil {
		return nil, err
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return nil, err
	}
	only, err := windows.SecurityDescriptorFromString("D:P(A;;GA;;;" + user.User.Sid.String() + ")")
	if err != nil {
		return nil, err
	}
	p := &pipe{name: name, access: &windows.SecurityAttributes{SecurityDescriptor: only}}
	p.access.Length = uint32(unsafe.Sizeof(*p.access))
	if p.connected, err = windows.CreateEvent(nil, 1, 0, nil); err != nil {
		return nil, err
	}
	if p.closed, err = windows.CreateEvent(nil, 1, 0, nil); err != nil {
		return nil, errors.Join(err, windows.CloseHandle(p.connected))
	}
	if p.next, err = p.instance(windows.FILE_FLAG_FIRST_PIPE_INSTANCE); err != nil {
		return nil, errors.Join(err, windows.CloseHandle(p.connected), windows.CloseHandle(p.closed))
	}
	return p, nil
}

// instance creates an instance of the pipe, which programs on other computers cannot use.
func (p *pipe) instance(flags uint32) (windows.Handle, error) {
	const buffer = 4 << 10
	return windows.CreateNamedPipe(p.name, windows.PIPE_ACCESS_DUPLEX|windows.FILE_FLAG_OVERLAPPED|flags,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, windows.PIPE_UNLIMITED_INSTANCES, buffer, buffer, 0, p.access)
}

// Accept implements listener. On an error it frees the pipe.
func (p *pipe) Accept() (conn, error) {
	came, err := p.wait()
	if err != nil {
		return nil, errors.Join(err, windows.CloseHandle(p.next), windows.CloseHandle(p.connected))
	}
	if p.next, err = p.instance(0); err != nil {
		return nil, errors.Join(err, came.Close(), windows.CloseHandle(p.connected))
	}
	return came, nil
}

// wait returns the connection of the next client.
func (p *pipe) wait() (*os.File, error) {
	if err := windows.ResetEvent(p.connected); err != nil {
		return nil, err
	}
	waits := windows.Overlapped{HEvent: p.connected}
	switch err := windows.ConnectNamedPipe(p.next, &waits); {
	case errors.Is(err, windows.ERROR_IO_PENDING):
		which, err := windows.WaitForMultipleObjects([]windows.Handle{p.connected, p.closed}, false, windows.INFINITE)
		if err != nil || which != windows.WAIT_OBJECT_0 {
			var n uint32
			_ = windows.CancelIoEx(p.next, &waits)
			// until it returns, the system uses waits
			_ = windows.GetOverlappedResult(p.next, &waits, &n, true)
			return nil, errors.Join(err, net.ErrClosed)
		}
	case err != nil && !errors.Is(err, windows.ERROR_PIPE_CONNECTED):
		return nil, err
	}
	return os.NewFile(uintptr(p.next), "pipe"), nil
}

// Close implements listener.
func (p *pipe) Close() error { return windows.SetEvent(p.closed) }

var allowSetForegroundWindow = windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow")

// anyProcess is the constant ASFW_ANY of the Windows API.
const anyProcess = 0xFFFFFFFF

// connect connects to the pipe. It lets the other process come to the front, a right that Windows
// gives only to the program that the user has just started.
func connect(_ context.Context, dir string) (conn, error) {
	name, err := pipeName(dir)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, 0, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_OVERLAPPED, 0)
	if err != nil {
		return nil, err
	}
	// without this call the taskbar button blinks and the window stays behind
	_, _, _ = allowSetForegroundWindow.Call(anyProcess)
	return os.NewFile(uintptr(h), "pipe"), nil
}
