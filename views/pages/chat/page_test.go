package chat

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/secrets/secretstest"
	"parlando/media/microphone/microphonetest"
	"parlando/media/speaker/speakertest"
	"parlando/views/connector"
	"parlando/views/exporter"
	"parlando/views/player"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/uithread/uithreadtest"
	"parlando/views/widgets"
)

// room is a page alone in a window, with the true owners and the practice service.
type room struct {
	*Page
	t          *testing.T
	core       *core.Core
	frame      *shell.Frame
	canvas     fyne.Canvas
	microphone *microphonetest.Input
	// files are those that the user chooses in a file dialog, after thinks.
	files  []string
	thinks time.Duration
	// did lists what the page has asked of the rest of the window.
	did   []string
	queue *uithreadtest.Queue
}

// inRoom runs a test of a page in virtual time.
func inRoom(t *testing.T, compact bool, tell func(t *testing.T, r *room)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(time.Hour) }) // the clock of the library that colors code
		tell(t, newRoom(t, compact))
	})
}

func newRoom(t *testing.T, compact bool) *room {
	t.Helper()
	r := &room{t: t, microphone: microphonetest.New(), queue: uithreadtest.NewQueue()}
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	c, err := core.Open(t.Context(), core.Flags{DataDir: t.TempDir(), Practice: true}, core.Options{
		Transport: noNetwork{}, Keyring: &secretstest.Keyring{},
		Output: speakertest.New(), Microphone: r.microphone, Clipboard: r, Awake: r, Notifications: quiet{},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.core = c
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	thread := uithread.New(r.queue.Put, func() {})
	w := app.NewWindow("Parlando")
	r.canvas = w.Canvas()
	frame := shell.Options{App: app, Window: w, Thread: thread, Log: c.Log, SetClipboard: r.Set, Desktop: fileDialogs{room: r}, Forms: c.Drafts}
	if !compact {
		frame.Sidebar, frame.Player = widgets.NewBody(""), player.New()
	}
	r.frame = shell.NewFrame(ctx, frame)
	does := func(what string) func() { return func() { r.did = append(r.did, what) } }
	r.Page = New(Options{
		Frame: pageFrame{r.frame}, Window: w, Thread: thread, Log: c.Log, Compact: compact,
		Owners: Owners{
			History: c.History, Drafts: c.Drafts, Replies: c.Replies, Catalog: c.Catalog, Project: ProjectOwners{Projects: c.Projects, Memories: c.Memories, Background: c.Background}, Tools: c.Tools, Ledger: c.Ledger, Limits: c.Limits,
			Connections: c.Connections, Settings: c.Settings, Attachments: c.Attachments, Screens: c.Screens, Speech: c.Speech,
			Transcripts: c.Transcripts, Dictation: c.Dictation, VoiceChat: c.VoiceChat, Recordings: c.Recordings,
			Exporter: exporter.New(exporter.Options{Frame: r.frame, Thread: thread, Library: c.History, Replies: c.Replies, Log: c.Log}),
			Connector: connector.New(r.frame, thread, c.Log, c.Connections, connector.Links{
				BeginChat: does("begin"), Interrupted: func() (chat.ID, func()) { return "", nil }, Announce: func(string) {}, InsertText: func(string) {},
			}),
			Gallery: owners{r}, Playback: owners{r}, Chats: owners{r}, Rescue: owners{r}, Pages: owners{r},
		},
		Links: Links{
			Show: func() { r.frame.Show(r.Page) }, Connect: does("connect"), OpenInMain: does("open in main"), Hide: does("hide"),
			OnOpened: func(id chat.ID) { r.did = append(r.did, "opened") }, OnLargeAllocation: func() {},
			TakeFiles:       func(paths []string) { r.did = append(r.did, "take "+strings.Join(paths, " ")) },
			ShowConnections: does("connections"), ShowRecordings: does("recordings"), ShowDeleted: does("deleted"),
			ReportConnection: func(err error) bool { return err == nil }, SetSimple: func(bool) {},
		},
	})
	w.SetPadded(false)
	w.SetContent(r.frame.Content())
	w.Resize(fyne.NewSize(1280, 900))
	thread.Watch(ctx, c.Marks, r.frame.Changed)
	r.frame.Show(r.Page)
	r.Refresh()
	r.ShowNewChat()
	r.drain()
	r.did = nil
	return r
}

// until waits for a condition.
func (r *room) until(what string, ok func() bool) {
	r.t.Helper()
	if !r.queue.Until(ok) {
		r.t.Fatalf("waited in vain for %s in %q", what, seen.Texts(r.canvas))
	}
}

func (r *room) drain()               { r.queue.Drain() }
func (r *room) wait(d time.Duration) { r.queue.Wait(d) }

// catchUp lets the window follow what has changed.
func (r *room) catchUp() { r.wait(2 * uithread.UpdateInterval) }

func (r *room) says(text string) bool {
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.Contains(words(strings.Join(seen.Texts(r.canvas), " ")), words(text))
}

// sees waits for a text.
func (r *room) sees(text string) {
	r.t.Helper()
	r.until(text, func() bool { return r.says(text) })
}

// has reports whether a control with a name can be reached.
func (r *room) has(name string) bool {
	found := seen.Find(r.canvas, true, name)
	return found.Control != nil || found.PaintedControl != nil
}

// press presses the topmost control with a name.
func (r *room) press(name string) {
	r.t.Helper()
	var found fyne.Tappable
	seen.Walk(r.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if tappable, is := o.(fyne.Tappable); is && seen.Label(o) == name {
			found = tappable
		}
	})
	if found == nil {
		r.t.Fatalf("there is no %q in %q", name, seen.Texts(r.canvas))
	}
	test.Tap(found)
	r.catchUp()
}

// areas counts the controls with a name that the conversation paints.
func (r *room) areas(name string) (n int) {
	r.view.VisitClickableAreas(func(area string, _ fyne.Position, _ fyne.Size) {
		if area == name {
			n++
		}
	})
	return n
}

// click presses the n-th of the controls with a name that the conversation paints, from 0.
func (r *room) click(name string, n int) {
	r.t.Helper()
	at, ok := r.view.FindClickableArea(name, n)
	if !ok {
		r.t.Fatalf("there is no %q (%d) in %q", name, n, seen.Texts(r.canvas))
	}
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary}
	r.view.MouseIn(e)
	r.view.MouseDown(e)
	r.view.MouseUp(e)
	r.view.Tapped(&e.PointEvent)
	r.view.MouseOut()
	r.catchUp()
}

// types replaces the text of the message box.
func (r *room) types(text string) {
	r.composer.FocusText()
	d := r.composer.Draft()
	d.Text = text
	r.drafts.put(d)
	r.drain()
}

// sends sends a message and waits for the reply.
func (r *room) sends(text string) {
	r.t.Helper()
	r.types(text)
	r.composer.Send()
	r.finishes()
}

// finishes waits for the end of the reply.
func (r *room) finishes() {
	r.t.Helper()
	r.until("the end of the reply", func() bool {
		_, writing := r.core.Replies.Active(r.open.ID)
		return r.open.ID != "" && !writing && len(r.thread()) > 0
	})
}

// thread returns the shown branch of the open chat, from the disk.
func (r *room) thread() []chat.Message {
	r.t.Helper()
	heads, err := r.core.History.Thread(r.t.Context(), r.open.ID)
	if err != nil {
		r.t.Fatal(err)
	}
	all, err := r.core.History.Messages(r.t.Context(), chat.IDs(heads))
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

// asked are the texts of the user's messages.
func (r *room) asked() (all []string) {
	for _, m := range r.thread() {
		if m.Role == chat.User {
			all = append(all, m.Text())
		}
	}
	return all
}

// failing makes a table of the library unreadable until heal is called.
func (r *room) failing(table string) (heal func()) {
	r.t.Helper()
	rename := func(from, to string) {
		if err := r.core.History.Database().Update(r.t.Context(), 0, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(r.t.Context(), "ALTER TABLE "+from+" RENAME TO "+to)
			return err
		}); err != nil {
			r.t.Fatal(err)
		}
	}
	rename(table, "lost_"+table)
	return func() { rename("lost_"+table, table) }
}

// doneSince returns what the page has asked of the window since it was called last.
func (r *room) doneSince() string {
	did := slices.DeleteFunc(r.did, func(what string) bool { return what == "opened" })
	r.did = nil
	return strings.Join(did, ", ")
}

// Set and Close are those of the clipboard, Hold keeps the computer awake.
func (*room) Set(context.Context, string, string) error { return nil }
func (*room) Close(context.Context) error               { return nil }
func (*room) Hold(string) (release func())              { return func() {} }

// noNetwork refuses all requests.
type noNetwork struct{}

func (noNetwork) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("there is no network")
}

// quiet shows no notifications.
type quiet struct{ core.Notifications }

func (quiet) OnAction(func(subject, token string)) {}
func (quiet) Close() error                         { return nil }

// pageFrame is the frame of a page without keys of the window.
type pageFrame struct{ *shell.Frame }

func (pageFrame) TypeOn(rune)                {}
func (f pageFrame) Escape()                  { f.CloseTop() }
func (pageFrame) KeepOpen() (release func()) { return func() {} }

// fileDialogs are answered with the files of the room.
type fileDialogs struct {
	shell.Desktop
	room *room
}

func (d fileDialogs) OpenFiles(context.Context, shell.FileRequest, string) (paths []string, shown bool) {
	time.Sleep(d.room.thinks)
	return d.room.files, true
}
func (fileDialogs) LastFolder(shell.FilePurpose) string      { return "" }
func (fileDialogs) RememberFolder(shell.FilePurpose, string) {}

// owners note what is asked of other parts of the window.
type owners struct{ *room }

func (o owners) ShowTranscribe()      { o.note("transcribe") }
func (o owners) ShowSpeak()           { o.note("read aloud") }
func (o owners) ShowMemories(chat.ID) { o.note("memories") }

func (o owners) ChooseProject(title string, _ chat.ID, _ func(chat.ID, string)) { o.note(title) }
func (o owners) ChangeLimit(connection chat.ID)                                 { o.note("limit of " + string(connection)) }

func (o owners) note(what ...string)                            { o.did = append(o.did, strings.Join(what, " ")) }
func (o owners) Show(_ []chat.Part, sha string, _ func(string)) { o.note("show", sha) }
func (o owners) Open(_ *chat.Blob, name string)                 { o.note("open", name) }
func (o owners) AskSave(_, name string)                         { o.note("save", name) }
func (o owners) ReadAloud(chat.ID, int)                         { o.note("read aloud") }
func (o owners) SetReadReplies(bool)                            { o.note("read replies") }
func (o owners) SaveElsewhere()                                 { o.note("save elsewhere") }
func (o owners) RecoverLibrary()                                { o.note("recover") }
func (o owners) Rename(chat.ID)                                 { o.note("rename") }
func (o owners) Pin(chat.ID, bool)                              { o.note("pin") }
func (o owners) Delete(chat.ID)                                 { o.note("delete") }
func (o owners) MoveItems(_, _ chat.ID) []widgets.MenuItem      { return nil }
func (o owners) ProjectItems(chat.ID) []widgets.MenuItem        { return nil }
func (o owners) ChatMenu(chat.Summary) []widgets.MenuItem       { return nil }
func (o owners) Changed(chat.ID)                                {}
func (o owners) EndSearch(query string)                         { o.note("end search", query) }
