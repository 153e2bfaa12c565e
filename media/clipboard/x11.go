//go:build !windows && !darwin

package clipboard

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"parlando/media/internal/x11"
)

// errRefused means that the owner of the clipboard does not have the requested data.
var errRefused = errors.New("clipboard: refused")

const (
	// transferSize is the number of 4-byte units fetched at a time.
	transferSize = 1 << 18
	// mostTargets is the largest size of the list of targets, in bytes.
	mostTargets = 64 << 10
)

// reader requests data from the owner of the X11 selection CLIPBOARD, as section 2 of the
// Inter-Client Communication Conventions Manual describes, with a connection and a window of its
// own.
type reader struct {
	ctx    context.Context
	conn   *xgb.Conn
	events chan xgb.Event
	window xproto.Window
	owner  xproto.Window
	// stall bounds the time without any response of the owner.
	stall time.Duration

	clipboard, targets, incr, property xproto.Atom
}

func fromX11(ctx context.Context, q query, most int, stall time.Duration) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, err := x11.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	r := &reader{ctx: ctx, conn: conn, events: make(chan xgb.Event), stall: stall}
	go r.listen()
	defer conn.Close()
	if err := r.open(); err != nil {
		return nil, err
	}
	kinds, err := r.offered(q)
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		target, err := r.atom(kind)
		if err != nil {
			return nil, err
		}
		data, err := r.convert(target, most)
		switch {
		case errors.Is(err, errRefused), err == nil && !q.is(data):
			continue
		}
		return data, err
	}
	return nil, ErrNoPicture
}

// listen forwards events of the server until the connection ends.
func (r *reader) listen() {
	defer close(r.events)
	for {
		event, err := r.conn.WaitForEvent()
		switch {
		case event == nil && err == nil:
			return
		case event == nil:
			continue // the error of an unchecked request: the wait for its effect times out
		}
		select {
		case r.events <- event:
		case <-r.ctx.Done():
		}
	}
}

// open finds the owner and creates the window that receives the data.
func (r *reader) open() (err error) {
	for name, atom := range map[string]*xproto.Atom{
		"CLIPBOARD": &r.clipboard, "TARGETS": &r.targets, "INCR": &r.incr, "PARLANDO_PICTURE": &r.property,
	} {
		if *atom, err = r.atom(name); err != nil {
			return err
		}
	}
	owner, err := xproto.GetSelectionOwner(r.conn, r.clipboard).Reply()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if r.owner = owner.Owner; r.owner == xproto.WindowNone {
		return ErrNoPicture
	}
	// Watch the owner's window, because it is destroyed if the owner exits.
	err = xproto.ChangeWindowAttributesChecked(r.conn, r.owner, xproto.CwEventMask, []uint32{xproto.EventMaskStructureNotify}).Check()
	if err != nil {
		return ErrNoPicture
	}
	if r.window, err = newWindow(r.conn); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// newWindow creates an invisible window that receives events of its properties.
func newWindow(conn *xgb.Conn) (xproto.Window, error) {
	window, err := xproto.NewWindowId(conn)
	if err != nil {
		return 0, err
	}
	return window, xproto.CreateWindowChecked(conn, 0, window, xproto.Setup(conn).DefaultScreen(conn).Root, 0, 0, 1, 1, 0,
		xproto.WindowClassInputOnly, 0, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
}

func (r *reader) atom(name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(r.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return reply.Atom, nil
}

// offered returns the requested types that the owner offers. If the owner does not list its types,
// it returns the preferred type.
func (r *reader) offered(q query) ([]string, error) {
	list, err := r.convert(r.targets, mostTargets)
	switch {
	case errors.Is(err, errRefused):
		return q.kinds[:1], nil
	case errors.Is(err, ErrTooLarge):
		return nil, ErrNoPicture
	case err != nil:
		return nil, err
	}
	has := map[xproto.Atom]bool{}
	for ; len(list) >= 4; list = list[4:] {
		has[xproto.Atom(binary.LittleEndian.Uint32(list))] = true
	}
	var out []string
	for _, kind := range q.kinds {
		atom, err := r.atom(kind)
		if err != nil {
			return nil, err
		}
		if has[atom] {
			out = append(out, kind)
		}
	}
	return out, nil
}

// convert requests the selection as target and returns the data.
func (r *reader) convert(target xproto.Atom, most int) ([]byte, error) {
	xproto.DeleteProperty(r.conn, r.window, r.property)
	xproto.ConvertSelection(r.conn, r.window, r.clipboard, target, r.property, xproto.TimeCurrentTime)
	for {
		event, err := r.next()
		if err != nil {
			return nil, err
		}
		answer, ok := event.(xproto.SelectionNotifyEvent)
		if !ok || answer.Requestor != r.window || answer.Target != target {
			continue
		}
		if answer.Property == xproto.AtomNone {
			return nil, errRefused
		}
		break
	}
	kind, data, err := r.fetch(nil, most)
	if err != nil || kind != r.incr {
		return data, err
	}
	// The data of INCR is a lower bound of the size.
	if len(data) >= 4 && uint64(binary.LittleEndian.Uint32(data)) > uint64(most) {
		return nil, ErrTooLarge
	}
	return r.pieces(most)
}

// pieces receives an incremental transfer, which ends with an empty chunk. Deleting the property
// requests the next chunk.
func (r *reader) pieces(most int) (data []byte, err error) {
	for {
		event, err := r.next()
		if err != nil {
			return nil, err
		}
		change, ok := event.(xproto.PropertyNotifyEvent)
		if !ok || change.Window != r.window || change.Atom != r.property || change.State != xproto.PropertyNewValue {
			continue
		}
		before := len(data)
		var kind xproto.Atom
		if kind, data, err = r.fetch(data, most); err != nil {
			return nil, err
		}
		if kind != xproto.AtomNone && len(data) == before {
			return data, nil
		}
	}
}

// fetch appends the value of the property to data and deletes the property. kind is None if the
// property does not exist, which is normal, as some values are announced twice.
func (r *reader) fetch(data []byte, most int) (kind xproto.Atom, all []byte, err error) {
	for at := uint32(0); ; {
		reply, err := xproto.GetProperty(r.conn, true, r.window, r.property, xproto.GetPropertyTypeAny, at, transferSize).Reply()
		if err != nil {
			return 0, nil, fmt.Errorf("%w: %w", ErrIncomplete, err)
		}
		if uint64(len(data))+uint64(len(reply.Value))+uint64(reply.BytesAfter) > uint64(most) {
			return 0, nil, ErrTooLarge
		}
		data = append(data, reply.Value...)
		if reply.BytesAfter == 0 {
			return reply.Type, data, nil
		}
		at += uint32(len(reply.Value)) / 4
	}
}

// next returns the next event. It fails if the owner exits or does not respond in time.
func (r *reader) next() (xgb.Event, error) {
	late := time.NewTimer(r.stall)
	defer late.Stop()
	select {
	case event, ok := <-r.events:
		if gone, is := event.(xproto.DestroyNotifyEvent); !ok || is && gone.Window == r.owner {
			return nil, ErrIncomplete
		}
		return event, nil
	case <-late.C:
		return nil, ErrIncomplete
	case <-r.ctx.Done():
		return nil, r.ctx.Err()
	}
}
