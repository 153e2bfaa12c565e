// Package welcome is the onboarding page, which asks how to connect. On the first start it is shown
// alone; later the list of chats is beside it.
package welcome

import (
	"context"

	"parlando/app/changes"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/connector"
	"parlando/views/i18n"
	"parlando/views/shell"
	welcomeview "parlando/views/welcome"
)

// Links connects the page to other parts of the program.
type Links struct {
	// Begin starts a chat with the new connection.
	Begin func()
	// NewChat shows an empty chat.
	NewChat func()
	// SetSimple switches the simple view.
	SetSimple func(on bool)
}

// Page asks how to connect, and keeps files dropped in the meantime.
type Page struct {
	frame     shell.PageHost
	connector *connector.Connector
	links     Links
	scene     *shell.Scene
	view      *welcomeview.Welcome
	files     []string
}

// New returns the page. alone means that there are no chats to show beside it.
func New(f shell.PageHost, c *connector.Connector, alone bool, links Links) *Page {
	top := welcomeview.NewTopBar()
	top.OnSidebar = f.ToggleSidebar
	p := &Page{frame: f, connector: c, links: links, view: welcomeview.New()}
	p.scene = &shell.Scene{Top: top, Body: p.view, BodyOnly: alone}
	c.UseForm(p.view.Form, "connect/first", connections.ConnectOptions{}, p.connected)
	c.UsePrograms(p.view.Programs, p.view.Form, p.connected)
	p.view.OnPractice, p.view.OnSimple = p.ConnectPractice, links.SetSimple
	return p
}

// ApplyComfort applies the comfort settings to the page.
func (p *Page) ApplyComfort(c settings.Comfort) { p.view.SetSimple(c.Simple) }

// ConnectPractice connects to the gateway inside the program.
func (p *Page) ConnectPractice() { p.connector.UsePractice(p.connected) }

// connected opens a new chat. If another page is shown, it stays.
func (p *Page) connected() {
	if p.frame.IsCurrent(p) {
		p.links.Begin()
		return
	}
	p.frame.Toasts().Say(i18n.Text("The service is connected."), i18n.Text("New chat"), p.links.NewChat)
}

// TakeFiles returns and forgets the files that were dropped while the page was shown.
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

// Hide implements shell.Page. What was typed stays.
func (p *Page) Hide() {}

// Changed implements shell.Page.
func (p *Page) Changed([]changes.Change) {}

// Flush implements shell.Page.
func (p *Page) Flush(context.Context) error { return nil }

// AcceptFiles keeps files until a chat is open.
func (p *Page) AcceptFiles(paths []string) {
	p.files = append(p.files, paths...)
	p.frame.Toasts().Say(i18n.Text("The files will be added to your first chat once you're connected."), "", nil)
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
