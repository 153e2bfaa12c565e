// Package connector connects to services: by address and key, to a program on this computer, or to
// practice. It is used wherever the user is asked for a connection or its key.
package connector

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/welcome"
	"parlando/views/widgets"
	"parlando/views/words"
)

// storeDelay is the delay before the form mentions that the password store is slow.
const storeDelay = 2 * time.Second

// Links are the callbacks to other parts of the window.
type Links struct {
	// BeginChat starts a chat with the new connection.
	BeginChat func()
	// Interrupted returns the connection of the open chat if that was removed and there is no
	// other, else "". resume shows the chat again.
	Interrupted func() (removed chat.ID, resume func())
	// Announce announces a sentence about a failure to connect.
	Announce func(sentence string)
	// InsertText inserts the text typed while connecting into the message, if that is shown.
	InsertText func(typed string)
}

// Connector asks for connections and establishes them. Use it only on the window's thread.
type Connector struct {
	frame       shell.Host
	thread      *uithread.Thread
	log         *slog.Logger
	connections *connections.Connections
	links       Links
	ahead       *typeahead // nil unless connecting
}

// New returns a connector for the window of f.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owner *connections.Connections, links Links) *Connector {
	return &Connector{frame: f, thread: t, log: log, connections: owner, links: links}
}

// UseForm connects a form to the connector, which keeps what is typed in it as id (see form.Open),
// describes its addresses and connects; o identifies the connection. done runs after connecting
// succeeds.
func (c *Connector) UseForm(f *welcome.KeyForm, id string, o connections.ConnectOptions, done func()) {
	draft := form.Open(c.frame.Forms(), id)
	f.Keep(draft)
	f.OnDescribe, f.OnPaste, f.OnGetKey = describe, readPaste, c.openPage
	abandon := func() {} // ends the attempt before this one
	f.OnConnect = func(address, key string, a welcome.Permissions) {
		abandon()
		o := o
		o.AllowPlain, o.UseAnyway, o.KeepUntilQuit, o.Name = a.AllowUnencrypted, a.UseAnyway, a.KeepUntilQuit, a.Name
		if o.Change == "" {
			c.typeAhead()
		}
		ctx, cancel := context.WithCancel(c.frame.Context())
		stopCount, ended := c.countSeconds(f), false
		abandon = func() {
			ended = true
			stopCount()
			cancel()
		}
		end := abandon
		f.OnCancel = func() {
			end()
			c.returnKeyboard()
		}
		c.thread.Go(func() func() {
			result, err := c.connections.Connect(ctx, address, key, o)
			return func() {
				if !ended {
					end()
					c.answer(f, result, err, func() {
						f.Clear()
						draft.Used()
						c.finish(done)
					})
				}
			}
		})
	}
}

// openPage opens a page of a known service in the browser, and reports whether it succeeded.
func (c *Connector) openPage(page string) bool {
	u, err := url.Parse(page)
	if err == nil {
		err = c.frame.OpenURL(u)
	}
	if err != nil {
		c.log.Warn("Page of keys", "error", err)
	}
	return err == nil
}

// countSeconds shows the elapsed seconds in a form, and whether the password store waits for the
// user, until stop is called.
func (c *Connector) countSeconds(f *welcome.KeyForm) (stop func()) {
	began := time.Now()
	var stopNext func()
	var tick func()
	tick = func() {
		waited := time.Since(began).Round(time.Second)
		f.ShowElapsed(waited)
		if waited >= storeDelay && c.connections.WaitingForKeyring() {
			f.ShowWaiting(i18n.Text("Waiting for {{.Store}}. Your computer may ask for your password in another window.", map[string]any{"Store": words.KeyStore()}))
		}
		stopNext = c.thread.After(time.Second, tick)
	}
	stopNext = c.thread.After(time.Second, tick)
	return func() { stopNext() }
}

// cancelWith cancels connecting on Escape and when the page around the form is closed.
func (c *Connector) cancelWith(page *widgets.SheetStep, f *welcome.KeyForm) {
	page.OnEscape = f.Cancel
	page.OnHide = func() {
		if c.ahead != nil {
			c.ahead.before = nil // the page and its field are gone
		}
		f.Cancel()
	}
}

// answer shows the result of connecting in a form. connected runs if it succeeded.
func (c *Connector) answer(f *welcome.KeyForm, r connections.ConnectResult, err error, connected func()) {
	if !r.Connected {
		c.returnKeyboard()
	}
	switch {
	case err != nil:
		c.log.Warn("Not connected", "error", err)
		c.refuse(f, addressProblem(err), "")
	case r.Connected:
		connected()
	case r.NeedsAllowPlain:
		f.AskAllowUnencrypted(r.Address)
	case r.KeyRefused != "":
		f.AskKeepUntilQuit(words.KeyNotStored(r.KeyRefused))
	case r.Problem != nil:
		anyway := ""
		if r.CanUseAnyway {
			anyway = anywayWords(*r.Problem)
		}
		c.refuse(f, connectProblem(*r.Problem), anyway)
	}
}

// refuse shows in a form why connecting failed, and the button anyway that connects all the same.
func (c *Connector) refuse(f *welcome.KeyForm, sentence, anyway string) {
	f.ShowProblem(sentence, anyway)
	widgets.CallWith(c.links.Announce, sentence)
}

// UsePrograms connects to the programs on this computer that the user selects. A program that needs
// a key goes through the form. done runs after connecting succeeds.
func (c *Connector) UsePrograms(p *welcome.Programs, f *welcome.KeyForm, done func()) {
	p.OnUse = func(l welcome.LocalProgram) {
		if l.NeedsKey {
			f.AskForKey(l.Name, l.Address)
			return
		}
		c.useProgram(p, l, done)
	}
	p.OnAgain = func() { c.FindPrograms(p) }
}

// FindPrograms looks for model servers on this computer, and shows them.
func (c *Connector) FindPrograms(p *welcome.Programs) {
	c.thread.Go(func() func() {
		found := c.connections.FindLocal(c.frame.Context())
		local := make([]welcome.LocalProgram, len(found))
		for i, f := range found {
			local[i] = welcome.LocalProgram{Name: f.Name, Address: f.Address, Models: f.Models, NeedsKey: f.NeedsKey}
		}
		return func() { p.Set(local) }
	})
}

func (c *Connector) useProgram(p *welcome.Programs, l welcome.LocalProgram, done func()) {
	c.typeAhead()
	c.thread.Go(func() func() {
		r, err := c.connections.UseLocal(c.frame.Context(), connections.LocalService{Name: l.Name, Address: l.Address, Models: l.Models})
		return func() {
			if err != nil || !r.Connected {
				c.returnKeyboard()
				c.log.Warn("Local program", "error", err)
				sentence := i18n.Text("{{.Name}} isn't responding any more. Is it still running?", map[string]any{"Name": l.Name})
				p.ShowProblem(sentence)
				widgets.CallWith(c.links.Announce, sentence)
				return
			}
			c.finish(done)
		}
	})
}

// UsePractice connects to the built-in practice service.
func (c *Connector) UsePractice(done func()) {
	c.typeAhead()
	c.thread.Go(func() func() {
		err := c.connections.UsePractice(c.frame.Context())
		return func() {
			if err != nil {
				c.log.Error("Practice", "error", err)
			}
			c.finish(done)
		}
	})
}

// Add asks for another connection in a sheet. Then it starts a chat with it, or shows the one that
// waited for it.
func (c *Connector) Add() {
	if removed, resume := c.links.Interrupted(); removed != "" {
		c.Replace(removed, resume)
		return
	}
	c.add(settings.RemovedConnection{}, c.links.BeginChat)
}

// Replace asks in a sheet for a removed connection again, or for another one in its place; done
// runs after connecting succeeds.
func (c *Connector) Replace(id chat.ID, done func()) {
	removed, _ := c.connections.Removed(id)
	c.add(removed, done)
}

// add asks for another connection in a sheet, which begins with the address of a removed one.
func (c *Connector) add(removed settings.RemovedConnection, then func()) {
	practice := practiceLast
	if removed.Kind == settings.Practice {
		practice = practiceFirst
	}
	if slices.ContainsFunc(c.connections.List(), func(other connections.Connection) bool { return other.Kind == settings.Practice }) {
		practice = practiceHidden
	}
	address, id := removed.Address, "connect/new"
	if removed.Kind == settings.Practice {
		address = ""
	}
	if address != "" {
		id += "/" + string(removed.ID)
	}
	add := newAddPage(address, practice)
	page := shell.ShowStep(c.frame, i18n.Text("Add connection"), add.frame, 560, 740)
	add.OnUpdate = page.Relayout
	c.cancelWith(page, add.Keys)
	done := func() {
		shell.CloseOverlays(c.frame)
		then()
	}
	c.UseForm(add.Keys, id, connections.ConnectOptions{New: true}, done)
	c.UsePrograms(add.Programs, add.Keys, done)
	add.OnPractice = func() { c.UsePractice(done) }
	if practice == practiceFirst {
		add.Focus(c.frame.Canvas(), practiceWords())
	} else {
		add.Keys.FocusIn(c.frame.Canvas())
	}
	c.FindPrograms(add.Programs)
}

// ChangeKey asks in a sheet for a new address and key of a connection; done runs after connecting
// succeeds. For a removed connection, it asks for that again, or for another one; for practice,
// whose key is fixed, for another connection.
func (c *Connector) ChangeKey(id chat.ID, done func()) {
	connection, ok := c.connections.Find(id)
	switch {
	case !ok:
		c.Replace(id, done)
		return
	case connection.Kind == settings.Practice:
		c.Add()
		return
	}
	keys := welcome.NewKeyForm(connection.Address)
	page := shell.ShowStep(c.frame, i18n.Text("Address and key"), keys.Object(), 460, 0)
	c.cancelWith(page, keys)
	keys.OnUpdate = page.Relayout
	c.UseForm(keys, "connect/"+string(id), connections.ConnectOptions{Change: id}, func() {
		page.Hide()
		done()
	})
	keys.FocusIn(c.frame.Canvas())
}
