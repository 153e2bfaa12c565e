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

const (
	// largestPart is the number of bytes transferred at once; longer contents are transferred
	// incrementally (INCR).
	largestPart = 128 << 10
	// mostPairs bounds the number of targets in one MULTIPLE request.
	mostPairs = 64
	// managerWait bounds waiting for the clipboard manager to take over the contents.
	managerWait = time.Second
)

// selection owns the X11 selection CLIPBOARD and serves a text to requestors, as section 2 of the
// Inter-Client Communication Conventions Manual describes, with a connection and a window of its
// own. Ownership ends when another client, including the GUI toolkit, claims the selection.
type selection struct {
	conn   *xgb.Conn
	window xproto.Window
	atoms  map[string]xproto.Atom
	texts  map[xproto.Atom]string
	since  xproto.Timestamp
	// done is closed when serve has returned, kept when a clipboard manager has accepted or refused
	// the text.
	done, kept chan struct{}

	// The following fields are used by serve only.
	lost      bool
	transfers map[destination]transfer
}

// destination is a property of a requestor's window to which contents are written.
type destination struct {
	window   xproto.Window
	property xproto.Atom
}

// transfer is the remaining content of an incremental transfer.
type transfer struct {
	target xproto.Atom
	rest   string
}

// forms lists the targets under which the text is offered: as HTML, then as plain text.
var forms = []string{"text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"}

// own claims the clipboard and starts to serve requests.
func own(ctx context.Context, plain, html string) (*selection, error) {
	conn, err := x11.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	s := &selection{
		conn: conn, atoms: map[string]xproto.Atom{}, texts: map[xproto.Atom]string{},
		done: make(chan struct{}), kept: make(chan struct{}), transfers: map[destination]transfer{},
	}
	if err := s.begin(ctx, plain, html); err != nil {
		conn.Close()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	go s.serve()
	return s, nil
}

// begin creates the window and claims the selection.
func (s *selection) begin(ctx context.Context, plain, html string) (err error) {
	names := append([]string{
		"CLIPBOARD", "CLIPBOARD_MANAGER", "SAVE_TARGETS", "TARGETS", "MULTIPLE", "TIMESTAMP", "ATOM_PAIR", "INCR", "PARLANDO_TEXT",
	}, forms...)
	// Send all requests before waiting, to save round trips to a remote server.
	asked := make([]xproto.InternAtomCookie, len(names))
	for i, name := range names {
		asked[i] = xproto.InternAtom(s.conn, false, uint16(len(name)), name)
	}
	for i, name := range names {
		reply, err := asked[i].Reply()
		if err != nil {
			return err
		}
		s.atoms[name] = reply.Atom
	}
	for _, name := range forms {
		s.texts[s.atoms[name]] = plain
	}
	s.texts[s.atoms["text/html"]] = html

	if s.window, err = newWindow(s.conn); err != nil {
		return err
	}
	if s.since, err = s.now(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // a newer text was copied meanwhile
		return err
	}
	if err := xproto.SetSelectionOwnerChecked(s.conn, s.window, s.atoms["CLIPBOARD"], s.since).Check(); err != nil {
		return err
	}
	owner, err := xproto.GetSelectionOwner(s.conn, s.atoms["CLIPBOARD"]).Reply()
	if err == nil && owner.Owner != s.window {
		err = errors.New("another program took the clipboard")
	}
	return err
}

// now returns the time of the server, taken from the notification of a property change that appends
// nothing.
func (s *selection) now() (xproto.Timestamp, error) {
	err := xproto.ChangePropertyChecked(s.conn, xproto.PropModeAppend, s.window, s.atoms["PARLANDO_TEXT"], s.atoms["STRING"], 8, 0, nil).Check()
	if err != nil {
		return 0, err
	}
	for {
		event, err := s.conn.WaitForEvent()
		if event == nil && err == nil {
			return 0, errors.New("the connection ended")
		}
		if change, ok := event.(xproto.PropertyNotifyEvent); ok && change.Window == s.window {
			return change.Time, nil
		}
	}
}

// serve answers requests until end is called, or until another client owns the clipboard and all
// transfers are complete.
func (s *selection) serve() {
	defer func() {
		s.conn.Close()
		s.texts, s.transfers = nil, nil // free the texts, which may be long
		close(s.done)
	}()
	for !s.lost || len(s.transfers) > 0 {
		event, err := s.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) { // ignore errors: the window of a requestor has gone away
		case xproto.SelectionRequestEvent:
			s.answer(e)
		case xproto.SelectionClearEvent:
			s.lost = true
		case xproto.PropertyNotifyEvent:
			if e.State == xproto.PropertyDelete {
				s.goOn(destination{e.Window, e.Atom})
			}
		case xproto.DestroyNotifyEvent:
			for d := range s.transfers {
				if d.window == e.Window {
					delete(s.transfers, d)
				}
			}
		case xproto.SelectionNotifyEvent:
			if e.Selection == s.atoms["CLIPBOARD_MANAGER"] {
				select {
				case <-s.kept:
				default:
					close(s.kept)
				}
			}
		}
	}
}

// answer writes the requested contents and notifies the requestor of success or failure.
func (s *selection) answer(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone { // obsolete clients (ICCCM 2.2)
		property = e.Target
	}
	if !s.put(destination{e.Requestor, property}, e.Target, true) {
		property = xproto.AtomNone
	}
	notice := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
	xproto.SendEvent(s.conn, false, e.Requestor, 0, string(notice.Bytes()))
}

// put writes the clipboard, converted to target, to a property. It reports false if the target is
// not supported.
func (s *selection) put(to destination, target xproto.Atom, outermost bool) bool {
	switch target {
	case s.atoms["TARGETS"]:
		s.putNumbers(to, xproto.AtomAtom, s.numbers(append([]string{"TARGETS", "MULTIPLE", "TIMESTAMP"}, forms...)))
		return true
	case s.atoms["TIMESTAMP"]:
		s.putNumbers(to, xproto.AtomInteger, []uint32{uint32(s.since)})
		return true
	case s.atoms["MULTIPLE"]:
		return outermost && s.putMultiple(to)
	}
	text, ok := s.texts[target]
	if !ok {
		return false
	}
	if len(text) <= largestPart {
		s.putText(to, target, text)
		return true
	}
	// The requestor deletes the property when it has read a part, and its window is destroyed if it
	// exits: watch both.
	xproto.ChangeWindowAttributes(s.conn, to.window, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify})
	s.transfers[to] = transfer{target, text}
	s.putNumbers(to, s.atoms["INCR"], []uint32{uint32(len(text))})
	return true
}

// putMultiple serves a MULTIPLE request and marks the targets that are not supported.
func (s *selection) putMultiple(to destination) bool {
	reply, err := xproto.GetProperty(s.conn, false, to.window, to.property, xproto.GetPropertyTypeAny, 0, 2*mostPairs).Reply()
	if err != nil || reply.Format != 32 || reply.BytesAfter > 0 {
		return false
	}
	var list []uint32
	for pairs := reply.Value; len(pairs) >= 8; pairs = pairs[8:] {
		target, property := xproto.Atom(binary.LittleEndian.Uint32(pairs)), xproto.Atom(binary.LittleEndian.Uint32(pairs[4:]))
		if property == xproto.AtomNone || !s.put(destination{to.window, property}, target, false) {
			property = xproto.AtomNone
		}
		list = append(list, uint32(target), uint32(property))
	}
	s.putNumbers(to, s.atoms["ATOM_PAIR"], list)
	return true
}

// numbers returns the atoms with the given names.
func (s *selection) numbers(names []string) (out []uint32) {
	for _, name := range names {
		out = append(out, uint32(s.atoms[name]))
	}
	return out
}

func (s *selection) putNumbers(to destination, kind xproto.Atom, numbers []uint32) {
	var data []byte
	for _, n := range numbers {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	xproto.ChangeProperty(s.conn, xproto.PropModeReplace, to.window, to.property, kind, 32, uint32(len(numbers)), data)
}

func (s *selection) putText(to destination, target xproto.Atom, text string) {
	xproto.ChangeProperty(s.conn, xproto.PropModeReplace, to.window, to.property, target, 8, uint32(len(text)), []byte(text))
}

// goOn writes the next chunk of an incremental transfer; an empty one ends it.
func (s *selection) goOn(to destination) {
	t, ok := s.transfers[to]
	if !ok {
		return
	}
	n := min(len(t.rest), largestPart)
	s.putText(to, t.target, t.rest[:n])
	if n == 0 {
		delete(s.transfers, to)
		return
	}
	t.rest = t.rest[n:]
	s.transfers[to] = t
}

// leave asks the clipboard manager, if there is one, to take over the contents, and waits until it
// has.
func (s *selection) leave(ctx context.Context) {
	select {
	case <-s.done: // another program owns the clipboard
		return
	default:
	}
	manager, err := xproto.GetSelectionOwner(s.conn, s.atoms["CLIPBOARD_MANAGER"]).Reply()
	if err != nil || manager.Owner == xproto.WindowNone {
		return
	}
	s.putNumbers(destination{s.window, s.atoms["PARLANDO_TEXT"]}, xproto.AtomAtom, s.numbers(forms))
	xproto.ConvertSelection(s.conn, s.window, s.atoms["CLIPBOARD_MANAGER"], s.atoms["SAVE_TARGETS"], s.atoms["PARLANDO_TEXT"], s.since)
	late := time.NewTimer(managerWait)
	defer late.Stop()
	select {
	case <-s.kept:
	case <-s.done:
	case <-late.C:
	case <-ctx.Done():
	}
}

// end stops serving requests.
func (s *selection) end() {
	s.conn.Close()
	<-s.done
}
