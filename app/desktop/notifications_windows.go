package desktop

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Notifications shows notifications and reports clicks on them. Windows shows a notification next
// to an icon in the notification area, which is removed with the notification. It is safe for
// concurrent use.
type Notifications struct {
	mu       sync.Mutex
	onAction func(subject, token string)
	closed   bool
	window   uintptr // receives the clicks; 0 until the first notification
	ended    chan struct{}
	// ids maps subjects to the IDs of the icons shown now.
	ids    map[string]uint32
	lastID uint32
}

// NewNotifications returns Notifications. The first call of Show creates a window for clicks.
func NewNotifications() *Notifications { return &Notifications{ids: map[string]uint32{}} }

// OnAction sets a function that is called, on a separate goroutine, when the user clicks a
// notification; token is always "".
func (n *Notifications) OnAction(f func(subject, token string)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.onAction = f
}

// Show shows a notification, replacing one with the same subject. The error is ErrNone if there is
// no notification area.
func (n *Notifications) Show(_ context.Context, note Notification) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return fmt.Errorf("%w: closed", ErrNone)
	}
	if n.window == 0 {
		if err := n.open(); err != nil {
			return fmt.Errorf("%w: %w", ErrNone, err)
		}
	}
	n.remove(note.Subject)
	n.lastID++
	icon := trayIcon{
		window: n.window, id: n.lastID, flags: nifMessage | nifIcon | nifTip | nifInfo, message: trayMessage, icon: appIcon(),
		infoFlags: niifUser | niifRespectQuietTime,
	}
	putText(icon.tip[:], "Parlando")
	putText(icon.title[:], note.Title)
	putText(icon.info[:], note.Body)
	if note.Body == "" { // Windows shows no notification without text
		putText(icon.info[:], note.Action)
	}
	if err := icon.send(nimAdd); err != nil {
		return fmt.Errorf("%w: %w", ErrNone, err)
	}
	n.ids[note.Subject] = icon.id
	return nil
}

// Withdraw removes the notification with that subject, if there is one.
func (n *Notifications) Withdraw(_ context.Context, subject string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.remove(subject)
	return nil
}

// Capabilities returns "actions" and "body", the names that Linux desktops use.
func (*Notifications) Capabilities(context.Context) ([]string, error) {
	return []string{"actions", "body"}, nil
}

// Close removes all notifications. The OnAction function is not called again.
func (n *Notifications) Close() error {
	n.mu.Lock()
	n.closed = true
	for subject := range n.ids {
		n.remove(subject)
	}
	window := n.window
	n.mu.Unlock()
	if window != 0 {
		_, _, _ = postMessage.Call(window, wmClose, 0, 0)
		<-n.ended
	}
	return nil
}

// remove removes the icon of a subject. The caller holds mu.
func (n *Notifications) remove(subject string) {
	if id, ok := n.ids[subject]; ok {
		delete(n.ids, subject)
		icon := trayIcon{window: n.window, id: id}
		_ = icon.send(nimDelete) // the icon may be gone already
	}
}

// open creates the window on its own thread, which runs until Close. The caller holds mu.
func (n *Notifications) open() error {
	created := make(chan error)
	n.ended = make(chan struct{})
	go func() {
		defer close(n.ended)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		class := windowClass{procedure: windows.NewCallback(n.handle), name: windows.StringToUTF16Ptr("Parlando notifications")}
		class.size = uint32(unsafe.Sizeof(class))
		atom, _, err := registerClass.Call(uintptr(unsafe.Pointer(&class)))
		if atom == 0 {
			created <- err
			return
		}
		defer unregisterClass.Call(atom, 0)
		n.window, _, err = createWindow.Call(0, atom, 0, 0, 0, 0, 0, 0, messageOnly, 0, 0, 0)
		if n.window == 0 {
			created <- err
			return
		}
		created <- nil
		var m [48]byte // a MSG structure
		at := uintptr(unsafe.Pointer(&m[0]))
		for {
			// The result is 0 for WM_QUIT, -1 for an error.
			if got, _, _ := getMessage.Call(at, 0, 0, 0); int32(got) <= 0 {
				return
			}
			_, _, _ = dispatchMessage.Call(at)
		}
	}()
	return <-created
}

// handle is the window's procedure.
func (n *Notifications) handle(window, message, w, l uintptr) uintptr {
	switch message {
	case wmClose:
		_, _, _ = destroyWindow.Call(window)
	case wmDestroy:
		_, _, _ = postQuitMessage.Call(0)
	case trayMessage:
		n.handleIcon(uint32(w), uint32(l)&0xffff)
	default:
		result, _, _ := defWindowProc.Call(window, message, w, l)
		return result
	}
	return 0
}

// handleIcon handles an event of an icon or of its notification.
func (n *Notifications) handleIcon(id, event uint32) {
	if !slices.Contains([]uint32{ninClicked, ninTimedOut, wmLeftButtonUp}, event) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for subject, known := range n.ids {
		if known != id {
			continue
		}
		n.remove(subject)
		if event != ninTimedOut && n.onAction != nil {
			go n.onAction(subject, "")
		}
		return
	}
}
