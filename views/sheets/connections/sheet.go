// Package connections shows the sheet of the connections: the list of all with the proxy, and as a
// step further one with its settings and abilities.
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
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Owners holds the owners of connections and models.
type Owners struct {
	Connections *connections.Connections
	Models      *catalog.Catalog
}

// Links lead elsewhere.
type Links struct {
	// Used is called after another connection was chosen for new chats.
	Used func(id chat.ID)
	// NoneLeft is called when the sheet of all connections was closed and there is none any more.
	NoneLeft func()
	// ChatParameters returns those of the open chat.
	ChatParameters func() chat.Parameters
	// ChooseModel shows the models of a connection under an object, and gives the one that is
	// chosen.
	ChooseModel func(under fyne.CanvasObject, id chat.ID, chosen string, pick func(model string))
	// OpenURL shows an address and asks before it is opened in the browser.
	OpenURL func(address string)
}

// Sheets shows all connections, and each. All of it is used on the window's thread.
type Sheets struct {
	frame     shell.Host
	thread    *uithread.Thread
	log       *slog.Logger
	connector *connector.Connector
	owners    Owners
	links     Links
	list      *listPage          // nil unless it is open
	step      *widgets.SheetStep // of list
	page      *detailPage        // nil unless it is open
	shown     chat.ID            // by page
}

// New makes the sheets, none of which is open.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, c *connector.Connector, owners Owners, links Links) *Sheets {
	return &Sheets{frame: f, thread: t, log: log, connector: c, owners: owners, links: links}
}

// Open shows all connections.
func (s *Sheets) Open() {
	l := newListPage()
	l.OnOpen, l.OnUse, l.OnForget = s.open, s.Use, s.Forget
	l.OnRename = func(id chat.ID, name string) { s.Report(s.owners.Connections.Rename(id, name)) }
	l.OnMove = func(id chat.ID, to int) { s.Report(s.owners.Connections.Move(id, to)) }
	l.OnAdd = s.connector.Add
	l.Proxy.OnSet = func(w connections.ProxyWish) { s.setProxy(l.Proxy, w) }
	s.list = l
	s.show()
	stop := s.frame.Follow(s.changed)
	s.step = shell.ShowStep(s.frame, i18n.Text("Connections"), l, 560, 620)
	s.step.OnHide = func() {
		stop()
		s.list = nil
		if _, ok := s.owners.Connections.Current(); !ok {
			s.links.NoneLeft()
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

// show brings the open sheets up to date.
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

// Report returns whether a connection was changed, and says so if it is not there any more.
func (s *Sheets) Report(err error) bool {
	if err != nil {
		s.log.Warn("Connection was not changed", "error", err)
		s.frame.Toasts().Say(i18n.Text("This connection was removed."), "", nil)
	}
	s.show()
	return err == nil
}

// Use lets new chats begin with a connection.
func (s *Sheets) Use(id chat.ID) {
	if s.Report(s.owners.Connections.Select(id)) {
		s.links.Used(id)
	}
}

// Forget forgets a connection, and offers to take that back.
func (s *Sheets) Forget(id chat.ID) {
	c, ok := s.owners.Connections.Find(id)
	if !ok {
		return
	}
	name := words.ConnectionName(c)
	s.Report(s.owners.Connections.Forget(id))
	s.focusList("")
	s.frame.Toasts().Say(i18n.Text("“{{.Name}}” is forgotten. Your chats stay.", map[string]any{"Name": words.Short(name, words.InSentence)}), i18n.Text("Undo"), func() {
		if err := s.owners.Connections.Restore(id); err != nil {
			s.frame.Toasts().Say(i18n.Text("It is too late to take that back. Add the connection again."), "", nil)
		}
		s.show()
		s.focusList(id)
	})
}

// focusList puts the keyboard into the list of all connections, if that is shown; see
// listPage.Focus.
func (s *Sheets) focusList(id chat.ID) {
	if s.list != nil && s.step.OnTop() {
		s.list.Focus(s.frame.Canvas(), id)
	}
}

// setProxy changes how requests leave this computer.
func (s *Sheets) setProxy(p *proxyForm, wish connections.ProxyWish) {
	s.thread.Go(func() func() {
		notKept, err := s.owners.Connections.SetProxy(s.frame.Context(), wish)
		return func() {
			switch {
			case err != nil:
				p.ShowProblem(proxyProblem(err))
			case notKept != "":
				p.AskKeepUntilQuit(words.KeyNotKept(notKept))
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
		return i18n.Text("The address of a proxy begins with http://, https:// or socks5://")
	case errors.Is(err, context.Canceled):
		return ""
	}
	return i18n.Text("This is not the address of a proxy. It looks like http://proxy.example:3128")
}

// state returns what is shown of one connection, false if it is not there any more.
func (s *Sheets) state(id chat.ID) (detailState, bool) {
	c, ok := s.owners.Connections.Find(id)
	if !ok {
		return detailState{}, false
	}
	r := s.owners.Connections
	current, _ := r.Current()
	model, _ := s.owners.Models.Model(id, c.Model)
	return detailState{
		Connection: c, Current: c.ID == current.ID, UntilQuit: r.KeptUntilQuit(id), Model: model.Name,
		Abilities: r.Abilities(id), AccountPage: r.AccountPage(id), Proxy: r.Proxy(), Now: time.Now(),
	}, true
}
