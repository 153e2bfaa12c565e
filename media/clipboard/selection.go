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
	// largestPart is the number of bytes that are handed over at once; longer contents go in
	// several parts (INCR).
	largestPart = 128 << 10
	// mostPairs bounds what is asked for in one request (MULTIPLE).
	mostPairs = 64
	// managerWait is the time that the clipboard manager has to take over the contents.
	managerWait = time.Second
)

// selection owns the X11 selection CLIPBOARD and hands a text over to whoever asks, as the
// Inter-Client Communication Conventions Manual says in its section 2, over a connection and a
// window of its own. Other programs, the window's toolkit too, take it away by owning it.
type selection struct {
	conn   *xgb.Conn
	window xproto.Window
	atoms  map[string]xproto.Atom
	texts  map[xproto.Atom]string
	since  xproto.Timestamp
	// done is closed when nothing more is answered, kept when a clipboard manager has taken the
	// text over, or has refused.
	done, kept chan struct{}

	// The following belong to serve.
	lost      bool
	transfers map[destination]transfer
}

// destination is a property of another program's window, into which it wants contents.
type destination struct {
	window   xproto.Window
	property xproto.Atom
}

// transfer is the rest that is still to be handed over there.
type transfer struct {
	target xproto.Atom
	rest   string
}

// forms are the names under which programs ask for the text: as HTML, then as plain text.
var forms = []string{"text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"}

// own takes the clipboard and begins to answer.
func own(ctx context.Context, plain, html string) (*selection, error) {
	conn, err := x11.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	s := &selection{
		conn: conn, atoms: map[string]xproto.Atom{}, texts: map[xproto.Atom]string{},
		done: make(chan struct{}), kept: make(chan struct{}), transfers: map[destination]transfer{},
	}
	if err := s.begin(ctx, plain, html); err != nil {
		conn.Close()
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	go s.serve()
	return s, nil
}

// begin makes the window and takes the selection.
func (s *selection) begin(ctx context.Context, plain, html string) (err error) {
	names := append([]string{
		"CLIPBOARD", "CLIPBOARD_MANAGER", "SAVE_TARGETS", "TARGETS", "MULTIPLE", "TIMESTAMP", "ATOM_PAIR", "INCR", "PARLANDO_TEXT",
	}, forms...)
	// all at once, for a server that is far away
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
	if err := ctx.Err(); err != nil { // something else was copied meanwhile
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

// now is the time of the server, which it tells with a change of a property that changes nothing.
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

// serve answers until another program owns the clipboard and has its last transfer, or until end.
func (s *selection) serve() {
	defer func() {
		s.conn.Close()
		s.texts, s.transfers = nil, nil // they may be long
		close(s.done)
	}()
	for !s.lost || len(s.transfers) > 0 {
		event, err := s.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) { // an error is of a window that went away
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

// answer hands over the contents, and reports whether it could.
func (s *selection) answer(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone { // so do programs from before the conventions
		property = e.Target
	}
	if !s.put(destination{e.Requestor, property}, e.Target, true) {
		property = xproto.AtomNone
	}
	notice := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
	xproto.SendEvent(s.conn, false, e.Requestor, 0, string(notice.Bytes()))
}

// put puts the clipboard as target where it was asked for; false where there is no such thing.
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
	// It tells that it has taken a part away by deleting the property, and that it is gone by its
	// window.
	xproto.ChangeWindowAttributes(s.conn, to.window, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify})
	s.transfers[to] = transfer{target, text}
	s.putNumbers(to, s.atoms["INCR"], []uint32{uint32(len(text))})
	return true
}

// putMultiple puts each of several targets where it is wanted, and marks those that there are none
// of.
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

// numbers are those of some names.
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

// goOn hands over the next part of a long text; an empty one is the last.
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

// leave asks the clipboard manager, where there is one, to keep what is on the clipboard, and waits
// until it has.
func (s *selection) leave(ctx context.Context) {
	select {
	case <-s.done: // somebody else owns it
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

// end answers nothing more.
func (s *selection) end() {
	s.conn.Close()
	<-s.done
}
