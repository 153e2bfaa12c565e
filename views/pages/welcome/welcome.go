// Package welcome is the page that asks how to connect. On the first start it stands alone; where
// there are chats, they stand beside it.
package welcome

import (
	"context"

	"parlando/app/changes"
	"parlando/app/connections"
	"parlando/views/connector"
	"parlando/views/i18n"
	"parlando/views/shell"
	welcomeview "parlando/views/welcome"
)

// Links lead elsewhere.
type Links struct {
	// Begin begins a chat with the connection that was just made.
	Begin func()
	// NewChat shows an empty chat.
	NewChat func()
}

// Page asks how to connect, and keeps the files that come meanwhile.
type Page struct {
	frame     shell.PageHost
	connector *connector.Connector
	links     Links
	scene     *shell.Scene
	view      *welcomeview.Welcome
	files     []string
}

// New makes the page. alone: nothing stands beside it, since there is nothing yet.
func New(f shell.PageHost, c *connector.Connector, alone bool, links Links) *Page {
	top := welcomeview.NewTop()
	top.OnSidebar = f.ToggleSidebar
	p := &Page{frame: f, connector: c, links: links, view: welcomeview.New()}
	p.scene = &shell.Scene{Top: top, Body: p.view, Alone: alone}
	c.UseForm(p.view.Form, connections.ConnectOptions{}, p.connected)
	c.UsePrograms(p.view.Programs, p.view.Form, p.connected)
	p.view.OnPractice = p.Practice
	return p
}

// Practice connects to the gateway inside the program.
func (p *Page) Practice() { p.connector.UsePractice(p.connected) }

// connected goes on to a new chat. Whoever has left for another page stays there.
func (p *Page) connected() {
	if p.frame.Shows(p) {
		p.links.Begin()
		return
	}
	p.frame.Toasts().Say(i18n.Text("The service is connected."), i18n.Text("New chat"), p.links.NewChat)
}

// TakeFiles returns the files that came while the page was shown, once.
func (p *Page) TakeFiles() []string {
	files := p.files
	p.files = nil
	return files
}

// Scene implements shell.Page.
func (p *Page) Scene() *shell.Scene { return p.scene }

// Title implements shell.Page.
func (p *Page) Title() string { return "" }

// Show implements shell.Page.
func (p *Page) Show() { p.connector.FindPrograms(p.view.Programs) }

// Hide leaves nothing of what was typed in the fields, the key least of all.
func (p *Page) Hide() { p.view.Form.Clear() }

// Changed implements shell.Page.
func (p *Page) Changed([]changes.Change) {}

// Flush implements shell.Page.
func (p *Page) Flush(context.Context) error { return nil }

// Accept keeps files until there is a chat for them.
func (p *Page) Accept(paths []string) {
	p.files = append(p.files, paths...)
	p.frame.Toasts().Say(i18n.Text("The files wait. They are added to your first chat once you are connected."), "", nil)
}

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.Cancel:
		return p.view.Form.Cancel()
	case shell.FocusText:
		p.view.Form.FocusIn(p.frame.Canvas())
		return true
	}
	return false
}
