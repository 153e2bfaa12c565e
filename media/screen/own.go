//go:build !windows && !darwin

package screen

import (
	"context"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// goneWithin bounds waiting for a window to disappear.
const goneWithin = 2 * time.Second

// own is the program's own window on X11.
type own struct {
	conn   *xgb.Conn
	window xproto.Window
	// wmState and netState are the window properties WM_STATE and _NET_WM_STATE; states is the
	// value of _NET_WM_STATE before the window was hidden.
	wmState, netState xproto.Atom
	states            []byte
	changed           chan struct{}
}

func newOwn(conn *xgb.Conn, window xproto.Window) (*own, error) {
	o := &own{conn: conn, window: window, changed: make(chan struct{}, 1)}
	for name, atom := range map[string]*xproto.Atom{"WM_STATE": &o.wmState, "_NET_WM_STATE": &o.netState} {
		reply, err := xproto.InternAtom(conn, true, uint16(len(name)), name).Reply()
		if err != nil {
			return nil, err
		}
		*atom = reply.Atom
	}
	mask := []uint32{xproto.EventMaskStructureNotify | xproto.EventMaskPropertyChange}
	if err := xproto.ChangeWindowAttributesChecked(conn, window, xproto.CwEventMask, mask).Check(); err != nil {
		return nil, err
	}
	if o.netState != xproto.AtomNone {
		if reply, err := xproto.GetProperty(conn, false, window, o.netState, xproto.AtomAtom, 0, 64).Reply(); err == nil {
			o.states = slices.Clone(reply.Value)
		}
	}
	go o.listen()
	return o, nil
}

// listen signals every event to waitGone, until the connection is closed.
func (o *own) listen() {
	defer close(o.changed)
	for {
		if event, err := o.conn.WaitForEvent(); event == nil && err == nil {
			return
		}
		select {
		case o.changed <- struct{}{}:
		default:
		}
	}
}

// waitGone waits until the window is unmapped and the window manager has withdrawn it, or for
// goneWithin: a screenshot that includes the window is better than none.
func (o *own) waitGone(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, goneWithin)
	defer cancel()
	for o.isShown() {
		select {
		case _, ok := <-o.changed:
			if !ok {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// isShown reports whether the window is mapped, or not yet withdrawn by the window manager.
func (o *own) isShown() bool {
	a, err := xproto.GetWindowAttributes(o.conn, o.window).Reply()
	if err != nil {
		return false
	}
	if a.MapState != xproto.MapStateUnmapped {
		return true
	}
	if o.wmState == xproto.AtomNone {
		return false
	}
	const normal = 1 // Inter-Client Communication Conventions Manual, 4.1.3.1
	s, err := xproto.GetProperty(o.conn, false, o.window, o.wmState, o.wmState, 0, 1).Reply()
	return err == nil && len(s.Value) >= 4 && xgb.Get32(s.Value) == normal
}

// keepStates restores the state of the hidden window, such as maximized. Window managers forget it
// when the window is hidden, and read the property when it is shown again.
func (o *own) keepStates() {
	if len(o.states) > 0 && !o.isShown() {
		_ = xproto.ChangePropertyChecked(o.conn, xproto.PropModeReplace, o.window, o.netState, xproto.AtomAtom, 32, uint32(len(o.states)/4), o.states).Check()
	}
}
