//go:build !windows && !darwin

package clipboard_test

import (
	"encoding/binary"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"parlando/media/internal/x11"
)

// owner is a program that owns the clipboard. It serves what offers says, over a connection of its
// own.
type owner struct {
	t      *testing.T
	conn   *xgb.Conn
	window xproto.Window
	offers map[string]offer
	ended  chan struct{}

	// What is handed over in pieces: to whom, in which property, and which piece is next.
	request xproto.SelectionRequestEvent
	pieces  func(n int) []byte
	stops   int
	next    int
}

// offer is the answer to requests for one target: whole, or in parts until an empty one, or until
// so many have been sent. refuse lists the target and does not give it, silent does not even
// refuse.
type offer struct {
	whole  []byte
	says   uint32 // how large the pieces are together at least, as is told before the first
	pieces func(n int) []byte
	stops  int
	refuse bool
	silent bool
}

// owns makes a program that owns the clipboard and lives until the end of the test, or until die.
func owns(t *testing.T, offers map[string]offer) *owner {
	t.Helper()
	conn, err := x11.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := &owner{t: t, conn: conn, offers: offers, ended: make(chan struct{})}
	if o.window, err = xproto.NewWindowId(conn); err != nil {
		t.Fatal(err)
	}
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	if err := xproto.CreateWindowChecked(conn, 0, o.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	if err := xproto.SetSelectionOwnerChecked(conn, o.window, o.atom("CLIPBOARD"), xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	go o.serve()
	t.Cleanup(func() { o.die(); <-o.ended })
	return o
}

// die ends it as a crash does.
func (o *owner) die() { o.conn.Close() }

func (o *owner) atom(name string) xproto.Atom {
	reply, err := xproto.InternAtom(o.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return xproto.AtomNone
	}
	return reply.Atom
}

func (o *owner) serve() {
	defer close(o.ended)
	for {
		event, err := o.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) {
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.PropertyNotifyEvent:
			if o.pieces != nil && e.State == xproto.PropertyDelete && e.Window == o.request.Requestor && e.Atom == o.request.Property {
				if o.next++; o.stops > 0 && o.next >= o.stops {
					continue
				}
				o.put(o.request, o.pieces(o.next))
			}
		}
	}
}

func (o *owner) answer(e xproto.SelectionRequestEvent) {
	for name, offer := range o.offers {
		if offer.silent && o.atom(name) == e.Target {
			return
		}
	}
	property := e.Property
	if !o.give(e) {
		property = xproto.AtomNone
	}
	notice := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
	xproto.SendEvent(o.conn, false, e.Requestor, 0, string(notice.Bytes()))
}

// give puts what was asked for where it was asked for.
func (o *owner) give(e xproto.SelectionRequestEvent) bool {
	if e.Target == o.atom("TARGETS") {
		if o.offers == nil {
			return false
		}
		list := binary.LittleEndian.AppendUint32(nil, uint32(e.Target))
		for name := range o.offers {
			list = binary.LittleEndian.AppendUint32(list, uint32(o.atom(name)))
		}
		xproto.ChangeProperty(o.conn, xproto.PropModeReplace, e.Requestor, e.Property, xproto.AtomAtom, 32, uint32(len(list)/4), list)
		return true
	}
	for name, offer := range o.offers {
		if o.atom(name) != e.Target || offer.refuse {
			continue
		}
		if offer.pieces == nil {
			o.put(e, offer.whole)
			return true
		}
		xproto.ChangeWindowAttributes(o.conn, e.Requestor, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
		o.request, o.pieces, o.stops, o.next = e, offer.pieces, offer.stops, -1
		xproto.ChangeProperty(o.conn, xproto.PropModeReplace, e.Requestor, e.Property, o.atom("INCR"), 32, 1,
			binary.LittleEndian.AppendUint32(nil, offer.says))
		return true
	}
	return false
}

func (o *owner) put(e xproto.SelectionRequestEvent, data []byte) {
	xproto.ChangeProperty(o.conn, xproto.PropModeReplace, e.Requestor, e.Property, e.Target, 8, uint32(len(data)), data)
}

// cut makes pieces of n bytes each.
func cut(data []byte, n int) func(int) []byte {
	return func(i int) []byte { return data[min(i*n, len(data)):min((i+1)*n, len(data))] }
}
