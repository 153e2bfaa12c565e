//go:build !windows && !darwin

package clipboard_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"parlando/media/clipboard"
	"parlando/media/internal/x11"
	"parlando/media/virtualscreen"
)

// needsXclip starts a screen, on which xclip pastes as other programs do.
func needsXclip(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("xclip is missing: run .ci/install test")
	}
	virtualscreen.ForTest(t, "64x64x24")
}

// pasted returns the text that another program pastes as a type, "" for none.
func pasted(t *testing.T, target string) string {
	t.Helper()
	out, _ := exec.CommandContext(t.Context(), "xclip", "-selection", "clipboard", "-o", "-t", target).Output()
	return string(out)
}

// copies puts a text on the clipboard until the end of the test.
func copies(t *testing.T, o *clipboard.TextOwner, plain, html string) {
	t.Helper()
	if err := o.Set(t.Context(), plain, html); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close(context.Background()) })
}

func TestOtherProgramsPasteATableOrItsText(t *testing.T) {
	needsXclip(t)
	var o clipboard.TextOwner
	const plain, html = "a\tb\n1\té", "<table><tr><td>1</td><td>é</td></tr></table>"
	copies(t, &o, plain, html)
	if got := pasted(t, "text/html"); got != html {
		t.Errorf("as HTML: %q", got)
	}
	for _, target := range []string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"} {
		if got := pasted(t, target); got != plain {
			t.Errorf("as %s: %q", target, got)
		}
	}
	for _, target := range []string{"TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "text/html"} {
		if got := pasted(t, "TARGETS"); !strings.Contains(got, target+"\n") {
			t.Errorf("%s is not offered: %q", target, got)
		}
	}
	if got := pasted(t, "image/png"); got != "" {
		t.Errorf("as a picture: %q", got)
	}
	copies(t, &o, "later", "<p>later</p>")
	if got := pasted(t, "text/html"); got != "<p>later</p>" {
		t.Errorf("what was copied later: %q", got)
	}
}

func TestALongTextIsHandedOverWhole(t *testing.T) {
	needsXclip(t)
	var o clipboard.TextOwner
	html := "<p>" + strings.Repeat("Lighthouses, and what they are for. ", 30_000) + "</p>"
	copies(t, &o, html[:300_000], html)
	if got := pasted(t, "text/html"); got != html {
		t.Errorf("%d bytes of %d", len(got), len(html))
	}
	if got := pasted(t, "UTF8_STRING"); got != html[:300_000] {
		t.Errorf("%d bytes", len(got))
	}
}

func TestWhoCopiesLaterHasTheClipboard(t *testing.T) {
	needsXclip(t)
	var o clipboard.TextOwner
	copies(t, &o, "ours", "<p>ours</p>")
	other := owns(t, map[string]offer{"UTF8_STRING": {whole: []byte("theirs")}})
	if html, text := pasted(t, "text/html"), pasted(t, "UTF8_STRING"); html != "" || text != "theirs" {
		t.Errorf("%q, %q", html, text)
	}
	copies(t, &o, "ours again", "<p>ours again</p>")
	other.die()
	if html, text := pasted(t, "text/html"), pasted(t, "UTF8_STRING"); html != "<p>ours again</p>" || text != "ours again" {
		t.Errorf("%q, %q", html, text)
	}
	if err := o.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := pasted(t, "UTF8_STRING"); text != "" {
		t.Errorf("after the end: %q", text)
	}
}

func TestWhatIsCopiedTooLateChangesNothing(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var o clipboard.TextOwner
	if err := o.Set(ctx, "a", "b"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWithoutADisplayNoTextIsPut(t *testing.T) {
	var o clipboard.TextOwner
	for _, display := range []string{"", ":99999"} {
		t.Setenv("DISPLAY", display)
		if err := o.Set(t.Context(), "a", "b"); !errors.Is(err, clipboard.ErrUnavailable) {
			t.Errorf("%q: %v", display, err)
		}
	}
	if err := o.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// manager is a clipboard manager: asked to, it takes what is on the clipboard over, all forms in
// one request.
func manager(t *testing.T) (kept <-chan string) {
	t.Helper()
	conn, err := x11.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := &owner{t: t, conn: conn}
	if m.window, err = xproto.NewWindowId(conn); err != nil {
		t.Fatal(err)
	}
	if err := xproto.CreateWindowChecked(conn, 0, m.window, xproto.Setup(conn).DefaultScreen(conn).Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	if err := xproto.SetSelectionOwnerChecked(conn, m.window, m.atom("CLIPBOARD_MANAGER"), xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	got, ended := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(got)
		var save xproto.SelectionRequestEvent
		for {
			event, err := conn.WaitForEvent()
			if event == nil && err == nil {
				return
			}
			switch e := event.(type) {
			case xproto.SelectionRequestEvent:
				save = e
				var pairs []byte
				for _, name := range []string{"text/html", "image/png"} {
					pairs = binary.LittleEndian.AppendUint32(pairs, uint32(m.atom(name)))
					pairs = binary.LittleEndian.AppendUint32(pairs, uint32(m.atom("KEPT "+name)))
				}
				xproto.ChangeProperty(conn, xproto.PropModeReplace, m.window, m.atom("PAIRS"), m.atom("ATOM_PAIR"), 32, uint32(len(pairs)/4), pairs)
				xproto.ConvertSelection(conn, m.window, m.atom("CLIPBOARD"), m.atom("MULTIPLE"), m.atom("PAIRS"), e.Time)
			case xproto.SelectionNotifyEvent:
				got <- property(conn, m.window, m.atom("KEPT text/html")) + " " + property(conn, m.window, m.atom("KEPT image/png"))
				notice := xproto.SelectionNotifyEvent{Time: save.Time, Requestor: save.Requestor, Selection: save.Selection, Target: save.Target, Property: save.Property}
				xproto.SendEvent(conn, false, save.Requestor, 0, string(notice.Bytes()))
			}
		}
	}()
	t.Cleanup(func() { conn.Close(); <-ended })
	return got
}

func property(conn *xgb.Conn, window xproto.Window, name xproto.Atom) string {
	reply, err := xproto.GetProperty(conn, false, window, name, xproto.GetPropertyTypeAny, 0, 1<<16).Reply()
	if err != nil {
		return ""
	}
	return string(bytes.Clone(reply.Value))
}

func TestAtTheEndTheClipboardManagerKeepsIt(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	kept := manager(t)
	var o clipboard.TextOwner
	copies(t, &o, "kept", "<p>kept</p>")
	if err := o.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-kept:
		if got != "<p>kept</p> " {
			t.Errorf("%q", got)
		}
	default:
		t.Error("it was not asked")
	}
}
