// Package connections is the sheet of connections: the list of all connections with the proxy and,
// as a second step, the settings and abilities of one connection.
package connections

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/connector"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Owners holds the services that the sheet uses.
type Owners struct {
	Connections *connections.Connections
	Models      *catalog.Catalog
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// OnUsed is called after the user chose another connection for new chats.
	OnUsed func(id chat.ID)
	// OnNoneLeft is called when the sheet is closed and there are no connections left.
	OnNoneLeft func()
	// ChatParameters returns the parameters of the open chat.
	ChatParameters func() chat.Parameters
	// ChooseModel opens a menu of a connection's models under an object, and passes the picked
	// model to pick. chosen is the current model.
	ChooseModel func(under fyne.CanvasObject, id chat.ID, chosen string, pick func(model string))
	// OpenURL opens an address in the browser after the user has confirmed it.
	OpenURL func(address string)
}

// Sheets shows the list of connections and the page of each. Use it only on the window's thread.
type Sheets struct {
	frame     shell.Host
	thread    *uithread.Thread
	log       *slog.Logger
	connector *connector.Connector
	owners    Owners
	links     Links
	list      *listPage          // nil while the list is closed
	step      *widgets.SheetStep // the step that shows list
	page      *detailPage        // nil while no connection's page is open
	shown     chat.ID            // the connection that page shows
}

// New returns the sheets, all closed.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, c *connector.Connector, owners Owners, links Links) *Sheets {
	return &Sheets{frame: f, thread: t, log: log, connector: c, owners: owners, links: links}
}

// Open shows the list of connections.
func (s *Sheets) Open() {
	l := newListPage()
	l.OnOpen, l.OnUse, l.OnForget = s.open, s.UseForNewChats, s.Remove
	l.OnRename = func(id chat.ID, name string) { s.ReportChange(s.owners.Connections.Rename(id, name)) }
	l.OnMove = func(id chat.ID, to int) { s.ReportChange(s.owners.Connections.Move(id, to)) }
	l.OnAdd = s.connector.Add
	l.Proxy.OnSet = func(w connections.ProxyChoice) { s.setProxy(l.Proxy, w) }
	s.list = l
	s.show()
	l.Proxy.Keep(form.Open(s.frame.Forms(), "proxy"))
	stop := s.frame.Subscribe(s.changed)
	s.step = shell.ShowStep(s.frame, i18n.Text("Connections"), l, 560, 620)
	s.step.OnHide = func() {
		stop()
		s.list = nil
		if _, ok := s.owners.Connections.Current(); !ok {
			s.links.OnNoneLeft()
		}
	}
	s.focusList("")
}

func (s *Sheets) changed(cs []changes.Change) {
	for _, c := range cs {
		if c.Topic == changes.Models || c.Topic == changes.Connection {
			s.show()
			return
		}
	}
}

// show updates the open sheets.
func (s *Sheets) show() {
	if s.list != nil {
		s.list.Set(s.lines())
		s.list.Proxy.Set(s.owners.Connections.Proxy())
	}
	if s.page == nil {
		return
	}
	if state, ok := s.state(s.shown); ok {
		s.page.Set(state)
	}
}

func (s *Sheets) lines() []connectionLine {
	all := s.owners.Connections.List()
	current, _ := s.owners.Connections.Current()
	lines := make([]connectionLine, len(all))
	for i, c := range all {
		lines[i] = connectionLine{
			ID: c.ID, Kind: c.Kind, Name: words.ConnectionName(c), Where: words.ConnectionPlace(c), Current: c.ID == current.ID,
			Problem: words.ConnectionProblem(s.owners.Connections.Abilities(c.ID)),
		}
	}
	return lines
}

// ReportChange reports whether a change of a connection succeeded, and tells the user if the
// connection no longer exists.
func (s *Sheets) ReportChange(err error) bool {
	if err != nil {
		s.log.Warn("Connection was not changed", "error", err)
		s.frame.Toasts().Say(i18n.Text("This connection was removed."), "", nil)
	}
	s.show()
	return err == nil
}

// UseForNewChats makes new chats use a connection.
func (s *Sheets) UseForNewChats(id chat.ID) {
	if s.ReportChange(s.owners.Connections.Select(id)) {
		s.links.OnUsed(id)
	}
}

// Remove removes a connection and offers Undo.
func (s *Sheets) Remove(id chat.ID) {
	c, ok := s.owners.Connections.Find(id)
	if !ok {
		return
	}
	name := words.ConnectionName(c)
	s.ReportChange(s.owners.Connections.Forget(id))
	s.focusList("")
	s.frame.Toasts().Say(i18n.Text("“{{.Name}}” was removed. Your chats are still here.", map[string]any{"Name": words.ShortName(name, words.MaxNameInSentence)}), i18n.Text("Undo"), func() {
		if err := s.owners.Connections.Restore(id); err != nil {
			s.frame.Toasts().Say(i18n.Text("This can no longer be undone. You can add the connection again."), "", nil)
		}
		s.show()
		s.focusList(id)
	})
}

// focusList focuses the list of connections if it is shown; see listPage.Focus.
func (s *Sheets) focusList(id chat.ID) {
	if s.list != nil && s.step.OnTop() {
		s.list.Focus(s.frame.Canvas(), id)
	}
}

// setProxy changes the proxy of all connections.
func (s *Sheets) setProxy(p *proxyForm, wish connections.ProxyChoice) {
	s.thread.Go(func() func() {
		notKept, err := s.owners.Connections.SetProxy(s.frame.Context(), wish)
		return func() {
			switch {
			case err != nil:
				p.ShowProblem(proxyProblem(err))
			case notKept != "":
				p.AskKeepUntilQuit(words.KeyNotStored(notKept))
			default:
				p.Done(s.owners.Connections.Proxy())
			}
		}
	})
}

func proxyProblem(err error) string {
	switch {
	case errors.Is(err, connections.ErrEmptyProxy):
		return i18n.Text("Enter the address of the proxy.")
	case errors.Is(err, connections.ErrProxyScheme):
		return i18n.Text("A proxy address starts with http://, https:// or socks5://")
	case errors.Is(err, context.Canceled):
		return ""
	}
	return i18n.Text("This isn't a proxy address. Example: http://proxy.example:3128")
}

// state returns the values of a connection's page, false if the connection no longer exists.
func (s *Sheets) state(id chat.ID) (detailState, bool) {
	c, ok := s.owners.Connections.Find(id)
	if !ok {
		return detailState{}, false
	}
	r := s.owners.Connections
	current, _ := r.Current()
	name := func(model string) string { m, _ := s.owners.Models.Model(id, model); return m.Name }
	return detailState{
		Connection: c, Current: c.ID == current.ID, UntilQuit: r.KeptUntilQuit(id), Model: name(c.Model), ModelName: name,
		Question: words.AskAboutModel(s.owners.Models, id, c.Model, catalog.PurposeChat, time.Now()),
		Scenes:   r.PracticeScenes(), Abilities: r.Abilities(id), AccountPage: r.AccountPage(id), Proxy: r.Proxy(), Now: time.Now(),
	}, true
}
