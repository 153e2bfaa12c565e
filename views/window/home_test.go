package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/secrets/secretstest"
	"parlando/client/practice"
	"parlando/media/microphone/microphonetest"
	"parlando/media/speaker/speakertest"
	"parlando/views/adjust"
	"parlando/views/composer"
	"parlando/views/conversation"
	"parlando/views/i18n"
	"parlando/views/topbar"
	"parlando/views/uithread"
	"parlando/views/uithread/uithreadtest"
)

// Whatever a story does, nothing of it goes on running.
func TestMain(m *testing.M) {
	time.Local = time.UTC // what the window says of times does not depend on where the tests run
	// The toolkit drops its fonts with each change of the theme, and its shaper keeps them all: the
	// heap grows by some ten megabytes a story. With the suite's GOGC of 400 that was fourteen
	// gigabytes, and new pages took more time than the collector does.
	debug.SetGCPercent(100)
	// The stories are written in English and understood in every language (spoken_test.go); which
	// one does not depend on the user who runs them. PARLANDO_TEST_LANGUAGE=de tells them in
	// German.
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		_ = os.Unsetenv(name)
	}
	if language := os.Getenv("PARLANDO_TEST_LANGUAGE"); language != "" {
		_ = os.Setenv("LANG", language+".UTF-8")
	}
	i18n.Load("")
	goleak.VerifyTestMain(m)
}

// story tells what a user does at a computer of their own, in virtual time: waiting costs
// nothing, and what hangs fails.
func story(t *testing.T, tell func(t *testing.T, h *home)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		// The library that colors code has a clock that runs on for a while.
		t.Cleanup(func() { time.Sleep(time.Hour) })
		tell(t, newHome(t))
	})
}

// home is one user's computer: a folder, a password store, a screen, and a network of which
// everything is seen.
type home struct {
	t        *testing.T
	dir      string
	keys     *secretstest.Keyring
	net      *network
	practice practice.Options
	output   *speakertest.Output
	// microphone hears what a story says.
	microphone *microphonetest.Input
	clipboard  *clipboard
	dialogs    *dialogs
	desk       *desk
	voice      *mouth
	// reader is the user's screen reader; nil for that of this computer.
	reader core.ScreenReader
	// screens takes screenshots; nil for the true ones.
	screens attachments.Screens
	screen  fyne.Size
	// look and putsBack are core.Options of the next start.
	look     *core.Look
	putsBack bool
}

func newHome(t *testing.T) *home {
	return &home{t: t, dir: t.TempDir(), keys: &secretstest.Keyring{}, net: &network{}, output: speakertest.New(), microphone: microphonetest.New(), clipboard: &clipboard{}, dialogs: &dialogs{}, desk: &desk{}, voice: &mouth{}, screen: fyne.NewSize(1280, 800)}
}

// start starts Parlando and waits until its window stands still.
func (h *home) start() *user {
	h.t.Helper()
	c := h.open()
	i18n.Load(c.Settings.Get().Language)
	h.t.Cleanup(func() { i18n.Load("") })
	p := &user{Core: c, t: h.t, queue: uithreadtest.NewQueue()}
	base := test.NewTempApp(h.t)
	window := base.NewWindow("Parlando")
	p.canvas = &glass{Canvas: window.Canvas()}
	p.app = &app{App: base, driver: driver{Driver: base.Driver(), canvas: p.canvas}}
	fyne.SetCurrentApp(p.app)
	p.screen = &screen{Window: window, canvas: p.canvas}
	p.Window = New(h.t.Context(), c, uithread.New(p.queue.Put, func() {}), p.app, p.screen)
	p.composer, p.view, p.top, p.adjust = p.chat.Composer(), p.chat.ConversationView(), p.chat.Topbar(), p.chat.Scene().Panel.(*adjust.Panel)
	if h.screen != p.canvas.Size() {
		p.screen.Resize(h.screen)
	}
	h.t.Cleanup(p.quit) // for a test that failed on the way
	p.drain()
	return p
}

// open opens the core.
func (h *home) open() *core.Core {
	h.t.Helper()
	c, err := core.Open(h.t.Context(), core.Flags{DataDir: h.dir}, core.Options{Practice: h.practice, Transport: h.net, Keyring: h.keys, Output: h.output, Microphone: h.microphone, Clipboard: h.clipboard, Dialogs: h.dialogs, Awake: tireless{}, Announcer: h.voice, Notifications: h.desk, Screens: h.screens, ScreenReader: h.reader, Look: h.look, PutsBack: h.putsBack})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// tireless is a computer that never sleeps.
type tireless struct{}

func (tireless) Hold(string) (release func()) { return func() {} }

// user sits at the running program.
type user struct {
	*core.Core
	*Window
	// composer, view, top and panel are those of the chat in the main window.
	composer *composer.Composer
	view     *conversation.View
	top      *topbar.Topbar
	adjust   *adjust.Panel

	t      *testing.T
	app    *app
	screen *screen
	canvas *glass
	queue  *uithreadtest.Queue
	gone   bool
}

// open is the chat that the main window shows.
func (p *user) open() chat.Conversation { return p.chat.Conversation() }

// model and connection are those that its next message is sent to.
func (p *user) model() string       { return p.chat.Target().Model }
func (p *user) connection() chat.ID { return p.chat.Target().Connection }

// quit ends the program as its window does.
func (p *user) quit() {
	p.t.Helper()
	if p.gone {
		return
	}
	p.gone = true
	if !p.screen.closed {
		p.Window.quit()
	}
	p.Window.Close()
	if err := p.Core.Close(context.Background()); err != nil {
		p.t.Errorf("quit: %v", err)
	}
}

// drain lets everything happen that happens without time going by.
func (p *user) drain() { p.queue.Drain() }

// wait lets time go by, with the window at work.
func (p *user) wait(d time.Duration) { p.queue.Wait(d) }

// until waits for something to become true.
func (p *user) until(what string, ok func() bool) {
	p.t.Helper()
	if !p.queue.Until(ok) {
		p.t.Fatalf("waited in vain for %s\nthe window shows: %s", what, p.text())
	}
}

// app is Fyne's app for tests, of which it is seen what it opens.
type app struct {
	fyne.App
	driver driver
	opened []string
	// unopened is the error of OpenURL; nil opens.
	unopened error
}

func (a *app) Driver() fyne.Driver { return a.driver }

func (a *app) OpenURL(u *url.URL) error {
	if a.unopened == nil {
		a.opened = append(a.opened, u.String())
	}
	return a.unopened
}

// clipboard is that of the computer, as far as programs that know HTML see it.
type clipboard struct {
	mu          sync.Mutex
	plain, html string
	refuses     bool
}

func (c *clipboard) Set(_ context.Context, plain, html string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refuses {
		return errors.New("not within reach")
	}
	c.plain, c.html = plain, html
	return nil
}

func (c *clipboard) Close(context.Context) error { return nil }

// driver finds the canvas that knows shortcuts, as the one of a real window does.
type driver struct {
	fyne.Driver
	canvas *glass
	// forgetful: it does not know any more what belongs to the canvas.
	forgetful bool
}

func (d driver) CanvasForObject(fyne.CanvasObject) fyne.Canvas {
	if d.forgetful {
		return nil
	}
	return d.canvas
}

// CurrentKeyModifiers is for desktop drivers.
func (d driver) CurrentKeyModifiers() fyne.KeyModifier { return d.canvas.modifiers }

// glass is the canvas: Fyne's for tests, with shortcuts, and with a count of what is painted anew.
type glass struct {
	fyne.Canvas
	shortcuts fyne.ShortcutHandler
	refreshed []fyne.CanvasObject
	// modifiers are the keys that are held down while another is pressed.
	modifiers fyne.KeyModifier
}

func (c *glass) AddShortcut(s fyne.Shortcut, do func(fyne.Shortcut)) { c.shortcuts.AddShortcut(s, do) }

func (c *glass) RemoveShortcut(s fyne.Shortcut) { c.shortcuts.RemoveShortcut(s) }

func (c *glass) TypedShortcut(s fyne.Shortcut) { c.shortcuts.TypedShortcut(s) }

func (c *glass) Refresh(o fyne.CanvasObject) {
	c.refreshed = append(c.refreshed, o)
	c.Canvas.Refresh(o)
}

// screen is the window.
type screen struct {
	fyne.Window
	canvas *glass
	closed bool
	// raised counts how often it was to come to the front.
	raised int
}

func (s *screen) Canvas() fyne.Canvas { return s.canvas }
func (s *screen) Close()              { s.closed = true }
func (s *screen) RequestFocus()       { s.raised++ }

// network records what goes out. Without a service behind it nothing answers.
type network struct {
	service http.RoundTripper
	// work is a second service, at work.example.org.
	work http.RoundTripper

	mu   sync.Mutex
	sent []string
	body [][]byte
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
	}
	n.mu.Lock()
	n.sent = append(n.sent, r.Method+" "+r.URL.String())
	n.body = append(n.body, body)
	n.mu.Unlock()
	service := n.service
	if r.URL.Hostname() == "work.example.org" {
		service = n.work
	}
	nearby := r.URL.Hostname() == "nas.local" && r.URL.Scheme == "http" // it has no certificate
	if known := []string{"work.example.org", "api.example.org", "api.openai.com"}; service == nil || !nearby && !slices.Contains(known, r.URL.Hostname()) {
		return nil, errors.New("there is no network in this story")
	}
	r = r.Clone(r.Context())
	r.URL.Scheme = "http" // in memory there is nobody to hide from
	r.Body = io.NopCloser(bytes.NewReader(body))
	return service.RoundTrip(r)
}

func (n *network) CloseIdleConnections() {
	for _, service := range []http.RoundTripper{n.service, n.work} {
		if c, ok := service.(interface{ CloseIdleConnections() }); ok {
			c.CloseIdleConnections()
		}
	}
}

// requests are those that went to the service since it was last asked.
func (n *network) requests() (out []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range n.sent {
		if !bytes.Contains([]byte(s), []byte("localhost")) && !bytes.Contains([]byte(s), []byte("127.0.0.1")) {
			out = append(out, s)
		}
	}
	n.sent = nil
	return out
}
