//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"

	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

// dialogs is a portal of the test's own with file dialogs.
type dialogs struct {
	t    *testing.T
	conn *dbus.Conn
	// These answer a dialog, unless it stays open.
	code    uint32
	results map[string]dbus.Variant
	open    bool
	refuse  *dbus.Error
	hang    func()
	// handle replaces that of the request, as portals of before 2016 do.
	handle dbus.ObjectPath

	asked  chan question
	closed chan dbus.ObjectPath
}

type question struct {
	method, parent, title string
	handle                dbus.ObjectPath
	options               map[string]dbus.Variant
}

func (d *dialogs) serve(t *testing.T) {
	d.t, d.conn = t, portaltest.SessionBus(t)
	d.asked, d.closed = make(chan question, 8), make(chan dbus.ObjectPath, 8)
	portaltest.Serve(t, d.conn, portal.Name, portal.Path, fileChooserInterface, map[string]any{
		"OpenFile": d.method("OpenFile"), "SaveFile": d.method("SaveFile"),
	})
}

func (d *dialogs) method(name string) any {
	return func(sender dbus.Sender, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
		handle := requestPath(sender, options["handle_token"].Value().(string))
		if d.handle != "" {
			handle = d.handle
		}
		err := d.conn.ExportMethodTable(map[string]any{"Close": func() *dbus.Error {
			d.closed <- handle
			return nil
		}}, handle, "org.freedesktop.portal.Request")
		if err != nil {
			d.t.Error(err)
		}
		d.asked <- question{name, parent, title, handle, options}
		if d.hang != nil {
			d.hang()
			return "", refusal("org.freedesktop.DBus.Error.Failed")
		}
		if d.refuse != nil {
			return "", d.refuse
		}
		if !d.open {
			d.respond(handle) // before the answer to the call, as a quick portal does
		}
		return handle, nil
	}
}

func (d *dialogs) respond(handle dbus.ObjectPath) {
	if err := d.conn.Emit(handle, "org.freedesktop.portal.Request.Response", d.code, d.results); err != nil {
		d.t.Error(err)
	}
}

func uris(all ...string) map[string]dbus.Variant {
	return map[string]dbus.Variant{"uris": dbus.MakeVariant(all)}
}

func TestFilesAreOpened(t *testing.T) {
	d := &dialogs{results: uris(strangeURI, "file://localhost/a+b", "file:///ä%20空")}
	d.serve(t)
	chooser := FileChooser{
		Title: "Open sound", Accept: "Add", Folder: "/tmp/ä 空", Parent: 0x1f, Multiple: true,
		Filters: []FileFilter{{Label: "Sound", Patterns: []string{"*.mp3", "*.[ab]Ä"}, MIMETypes: []string{"audio/*"}}},
	}
	got, err := chooser.Open(t.Context())
	if diff := cmp.Diff([]string{strange, "/a+b", "/ä 空"}, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	q := <-d.asked
	if q.method != "OpenFile" || q.parent != "x11:1f" || q.title != "Open sound" {
		t.Errorf("asked %q %q %q", q.method, q.parent, q.title)
	}
	delete(q.options, "handle_token")
	options := map[string]string{}
	for name, value := range q.options {
		options[name] = value.String()
	}
	want := map[string]string{
		"modal": "true", "multiple": "true", "directory": "false", "accept_label": `"Add"`,
		"current_folder": dbus.MakeVariant([]byte("/tmp/ä 空\x00")).String(),
		"filters":        `@aav [["Sound", [[0, "*.[mM][pP]3"], [0, "*.[ab][äÄ]"], [1, "audio/*"]]]]`,
	}
	if diff := cmp.Diff(want, options); diff != "" {
		t.Error(diff)
	}
	// What arrives has lost its structs.
	if signature := chooser.options()["filters"].Signature().String(); signature != "a(sa(us))" {
		t.Errorf("filters are %s", signature)
	}
}

func TestAFolderIsOpened(t *testing.T) {
	d := &dialogs{results: uris("file:///home/a%20b")}
	d.serve(t)
	got, err := FileChooser{Directory: true}.Open(t.Context())
	if err != nil || len(got) != 1 || got[0] != "/home/a b" {
		t.Errorf("%q %v", got, err)
	}
	if q := <-d.asked; q.options["directory"].Value() != true || q.options["multiple"].Value() != false {
		t.Errorf("asked %v", q.options)
	}
}

func TestAFileIsSaved(t *testing.T) {
	d := &dialogs{results: uris(strangeURI)}
	d.serve(t)
	got, err := FileChooser{Title: "Save\x00 it", Name: "空\xff.mp3"}.Save(t.Context())
	if err != nil || got != strange {
		t.Errorf("%q %v", got, err)
	}
	if q := <-d.asked; q.method != "SaveFile" || q.title != "Save it" || q.options["current_name"].Value() != "空\uFFFD.mp3" {
		t.Errorf("asked %v", q)
	}
}

func TestADialogThatIsNotAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		d    dialogs
		want error
	}{
		"canceled":        {dialogs{code: 1}, ErrCanceled},
		"ended otherwise": {dialogs{code: 2}, ErrNone},
		"denied":          {dialogs{refuse: refusal("org.freedesktop.DBus.Error.AccessDenied")}, ErrNone},
		"no backend":      {dialogs{refuse: refusal("org.freedesktop.DBus.Error.UnknownInterface")}, ErrNone},
		"failed":          {dialogs{refuse: refusal("org.freedesktop.DBus.Error.Failed")}, ErrNone},
		"no files":        {dialogs{results: uris()}, ErrNone},
		"no results":      {dialogs{}, ErrNone},
		"another type":    {dialogs{results: map[string]dbus.Variant{"uris": dbus.MakeVariant("file:///a")}}, ErrNone},
		"another host":    {dialogs{results: uris("file://server/a")}, ErrNone},
		"another scheme":  {dialogs{results: uris("file:///a", "sftp://server/a")}, ErrNone},
		"a broken URI":    {dialogs{results: uris("file:///%zz")}, ErrNone},
	} {
		t.Run(name, func(t *testing.T) {
			c.d.serve(t)
			if got, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, c.want) || got != nil {
				t.Errorf("open: %q %v", got, err)
			}
			if got, err := (FileChooser{}).Save(t.Context()); !errors.Is(err, c.want) || got != "" {
				t.Errorf("save: %q %v", got, err)
			}
		})
	}
}

func TestThereIsNoPortal(t *testing.T) {
	conn := portaltest.SessionBus(t)
	if _, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, ErrNone) {
		t.Errorf("no portal: %v", err)
	}
	portaltest.Serve(t, conn, portal.Name, portal.Path, "org.example.Other", nil)
	if _, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, ErrNone) {
		t.Errorf("a portal without file dialogs: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if _, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, ErrNone) {
		t.Errorf("no bus: %v", err)
	}
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") == "" {
		t.Error("a bus was looked for elsewhere")
	}
}

// A portal that was only slow must not open its dialog beside the one that Parlando shows instead.
func TestAPortalThatDoesNotAnswerIsGivenUp(t *testing.T) {
	hasty(t)
	d := &dialogs{hang: hang(t)}
	d.serve(t)
	if _, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if q, closed := <-d.asked, <-d.closed; q.handle != closed {
		t.Errorf("asked %s, closed %s", q.handle, closed)
	}
}

func TestADialogIsClosedWithItsContext(t *testing.T) {
	d := &dialogs{open: true}
	d.serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { d.asked <- <-d.asked; cancel() }()
	if _, err := (FileChooser{}).Open(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if q, closed := <-d.asked, <-d.closed; q.handle != closed {
		t.Errorf("asked %s, closed %s", q.handle, closed)
	}
	if _, err := (FileChooser{}).Open(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled before: %v", err)
	}
}

func TestADialogEndsWithThePortal(t *testing.T) {
	d := &dialogs{open: true}
	d.serve(t)
	go func() { <-d.asked; d.conn.Close() }()
	if _, err := (FileChooser{}).Open(t.Context()); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

func TestAnotherHandleIsFollowed(t *testing.T) {
	d := &dialogs{open: true, handle: portal.Path + "/request/of/its/own", results: uris("file:///a")}
	d.serve(t)
	answered := make(chan error, 1)
	go func() {
		got, err := FileChooser{}.Open(t.Context())
		if err == nil && (len(got) != 1 || got[0] != "/a") {
			err = errors.New("other paths: " + got[0])
		}
		answered <- err
	}()
	<-d.asked
	for { // the test cannot see when the chooser has subscribed to the handle
		d.respond(d.handle)
		var id string
		if err := d.conn.BusObject().Call("org.freedesktop.DBus.GetId", 0).Store(&id); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-answered:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}
