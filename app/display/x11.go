//go:build linux || freebsd || openbsd || netbsd

package display

import (
	"fmt"
	"image"
	"io"
	"log"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"
)

// within limits the time of a call to X11, for which the caller waits.
const within = time.Second

// quiet stops the X11 library from logging to standard error when a connection ends.
var quiet = sync.OnceFunc(func() { xgb.Logger = log.New(io.Discard, "", 0) })

// connection is a connection to the X11 display.
type connection struct {
	*xgb.Conn
	root xproto.Window
}

func connect() (connection, error) {
	if os.Getenv("DISPLAY") == "" {
		return connection{}, ErrNone
	}
	quiet()
	conn, err := xgb.NewConn()
	if err != nil {
		return connection{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return connection{conn, xproto.Setup(conn).DefaultScreen(conn).Root}, nil
}

// ask opens a connection for one question. It gives up if the display does not answer in time.
func ask[T any](question func(connection) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answered := make(chan answer, 1)
	go func() {
		c, err := connect()
		if err != nil {
			answered <- answer{err: err}
			return
		}
		defer c.Close()
		value, err := question(c)
		answered <- answer{value, err}
	}()
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case a := <-answered:
		return a.value, a.err
	case <-late.C:
		var none T
		return none, fmt.Errorf("%w that responds", ErrNone)
	}
}

// PositionOf returns the current position of a window.
func PositionOf(window uintptr) (WindowPosition, error) {
	return ask(func(c connection) (WindowPosition, error) {
		w := xproto.Window(window)
		size, err := xproto.GetGeometry(c.Conn, xproto.Drawable(w)).Reply()
		if err != nil {
			return WindowPosition{}, err
		}
		at, err := xproto.TranslateCoordinates(c.Conn, w, c.root, 0, 0).Reply()
		if err != nil {
			return WindowPosition{}, err
		}
		p := WindowPosition{X: int(at.DstX), Y: int(at.DstY), Width: int(size.Width), Height: int(size.Height)}
		var across, up bool
		for _, state := range c.atoms(w, "_NET_WM_STATE") {
			name, err := xproto.GetAtomName(c.Conn, state).Reply()
			if err != nil {
				return WindowPosition{}, err
			}
			across = across || name.Name == "_NET_WM_STATE_MAXIMIZED_HORZ"
			up = up || name.Name == "_NET_WM_STATE_MAXIMIZED_VERT"
		}
		p.Maximized = across && up
		return p, nil
	})
}

// atoms returns the atoms in a property of a window.
func (c connection) atoms(w xproto.Window, property string) (out []xproto.Atom) {
	got, err := xproto.GetProperty(c.Conn, false, w, c.atom(property), xproto.AtomAtom, 0, 64).Reply()
	if err != nil || got.Format != 32 {
		return nil
	}
	for v := got.Value; len(v) >= 4; v = v[4:] {
		out = append(out, xproto.Atom(xgb.Get32(v)))
	}
	return out
}

// atom returns the number of an atom by name, 0 if it does not exist.
func (c connection) atom(name string) xproto.Atom {
	got, err := xproto.InternAtom(c.Conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return got.Atom
}

// Screens returns the rectangles of the current screens, in pixels of the whole desktop.
func Screens() ([]image.Rectangle, error) {
	return ask(func(c connection) ([]image.Rectangle, error) {
		var out []image.Rectangle
		if xinerama.Init(c.Conn) == nil {
			if got, err := xinerama.QueryScreens(c.Conn).Reply(); err == nil {
				for _, s := range got.ScreenInfo {
					out = append(out, image.Rect(int(s.XOrg), int(s.YOrg), int(s.XOrg)+int(s.Width), int(s.YOrg)+int(s.Height)))
				}
			}
		}
		if len(out) == 0 {
			s := xproto.Setup(c.Conn).DefaultScreen(c.Conn)
			out = append(out, image.Rect(0, 0, int(s.WidthInPixels), int(s.HeightInPixels)))
		}
		return out, nil
	})
}

// tell sends a client message about a window to the window manager.
func (c connection) tell(w xproto.Window, kind string, data ...uint32) error {
	data = append(data, make([]uint32, 5-len(data))...)
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: c.atom(kind), Data: xproto.ClientMessageDataUnionData32New(data)}
	return xproto.SendEventChecked(c.Conn, false, c.root, xproto.EventMaskSubstructureRedirect|xproto.EventMaskSubstructureNotify, string(e.Bytes())).Check()
}

// sourceUser marks a request as made by the user, so that the window manager does not suppress it.
const sourceUser = 2

// Raise brings a window to the front and gives it the keyboard focus.
func Raise(window uintptr) error {
	_, err := ask(func(c connection) (struct{}, error) {
		return struct{}{}, c.tell(xproto.Window(window), "_NET_ACTIVE_WINDOW", sourceUser)
	})
	return err
}

// Maximize maximizes a window.
func Maximize(window uintptr) error {
	const add = 1
	_, err := ask(func(c connection) (struct{}, error) {
		return struct{}{}, c.tell(xproto.Window(window), "_NET_WM_STATE", add,
			uint32(c.atom("_NET_WM_STATE_MAXIMIZED_HORZ")), uint32(c.atom("_NET_WM_STATE_MAXIMIZED_VERT")), 1)
	})
	return err
}

// GrabKeys calls pressed, on its own goroutine, each time the keys are pressed in any program,
// until release. The error is ErrTaken if another program has grabbed the keys, or ErrInvalidKeys
// if the keyboard lacks the key.
func GrabKeys(keys Keys, pressed func()) (release func(), err error) {
	c, err := connect()
	if err != nil {
		return nil, err
	}
	code, err := c.code(symbol(strings.ToLower(keys.Key)))
	if err != nil {
		c.Close()
		return nil, err
	}
	// Caps Lock and Num Lock are modifiers, too: grab the keys with each combination of them.
	for _, locks := range []uint16{0, xproto.ModMaskLock, xproto.ModMask2, xproto.ModMaskLock | xproto.ModMask2} {
		err := xproto.GrabKeyChecked(c.Conn, false, c.root, keys.mask()|locks, code, xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
		if err != nil {
			c.Close()
			return nil, fmt.Errorf("%w: %w", ErrTaken, err)
		}
	}
	go func() {
		for {
			event, err := c.WaitForEvent()
			if event == nil && err == nil {
				return // the connection is closed
			}
			if _, ok := event.(xproto.KeyPressEvent); ok {
				pressed()
			}
		}
	}()
	return func() {
		// Ungrab explicitly: a server notices a closed connection only later, but other programs
		// can grab the keys once release returns.
		_ = xproto.UngrabKeyChecked(c.Conn, code, c.root, xproto.ModMaskAny).Check()
		c.Close()
	}, nil
}

func (k Keys) mask() uint16 {
	var m uint16
	if k.Ctrl {
		m |= xproto.ModMaskControl
	}
	if k.Alt {
		m |= xproto.ModMask1
	}
	if k.Shift {
		m |= xproto.ModMaskShift
	}
	if k.Super {
		m |= xproto.ModMask4
	}
	return m
}

// code returns the keycode of a keysym.
func (c connection) code(symbol uint32) (xproto.Keycode, error) {
	setup := xproto.Setup(c.Conn)
	count := int(setup.MaxKeycode) - int(setup.MinKeycode) + 1
	got, err := xproto.GetKeyboardMapping(c.Conn, setup.MinKeycode, byte(count)).Reply()
	if err != nil {
		return 0, err
	}
	per := int(got.KeysymsPerKeycode)
	for i := range count {
		if per > 0 && len(got.Keysyms) > i*per && uint32(got.Keysyms[i*per]) == symbol {
			return setup.MinKeycode + xproto.Keycode(i), nil
		}
	}
	return 0, fmt.Errorf("%w: the keyboard has none of these", ErrInvalidKeys)
}
