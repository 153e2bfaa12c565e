// Package welcome is the onboarding page, where the user connects to a service. On the first start,
// the page is alone in the window; later the list of chats is beside it.
package welcome

import (
	"context"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/changes"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/docs/help"
	"parlando/views/connector"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/theme"
	welcomeview "parlando/views/welcome"
)

// Links connects the page to other parts of the program.
type Links struct {
	// Begin starts a chat with the new connection.
	Begin func()
	// NewChat shows an empty chat.
	NewChat func()
	// SetSimple switches the simple view, ToggleAnnouncements announcements, SetLanguage the
	// language of the window.
	SetSimple func(on bool)
	// SetTextSize makes text larger, or as large as at first if normal.
	SetTextSize         func(normal bool)
	ToggleAnnouncements func()
	SetLanguage         func(tag string)
	// MoveIn brings the chats of another computer, Import those of other programs.
	MoveIn, Import func()
}

// Page is the onboarding page. It keeps files that are dropped on it until a chat is open.
type Page struct {
	frame     shell.PageHost
	connector *connector.Connector
	links     Links
	scene     *shell.Scene
	view      *welcomeview.Welcome
	files     []string
}

// New returns the page. alone means that there are no chats to list beside it.
func New(f shell.PageHost, c *connector.Connector, alone bool, links Links) *Page {
	top := welcomeview.NewTopBar()
	top.OnSidebar = f.ToggleSidebar
	p := &Page{frame: f, connector: c, links: links, view: welcomeview.New(shell.NewHelpButton(f, help.FirstSteps))}
	p.scene = &shell.Scene{Top: top, Body: p.view, BodyOnly: alone}
	c.UseForm(p.view.Form, "connect/first", connections.ConnectOptions{}, p.connected)
	c.UsePrograms(p.view.Programs, p.view.Form, p.connected)
	p.view.OnPractice, p.view.OnSimple, p.view.OnAnnounce, p.view.OnLanguage = p.ConnectPractice, links.SetSimple, links.ToggleAnnouncements, links.SetLanguage
	p.view.OnTextSize = links.SetTextSize
	p.view.OnMoveIn, p.view.OnImport = links.MoveIn, links.Import
	return p
}

// ApplyComfort applies the comfort settings to the page.
func (p *Page) ApplyComfort(c settings.Comfort) {
	p.view.SetSimple(c.Simple)
	p.view.SetLargest(fynetheme.TextSize() >= settings.MaxTextSize*theme.SizeText)
	p.view.SetAnnouncing(c.Announce)
}

// ConnectPractice connects to the built-in practice service.
func (p *Page) ConnectPractice() { p.connector.UsePractice(p.connected) }

// connected opens a new chat. If the user has opened another page, a toast offers the new chat.
func (p *Page) connected() {
	p.view.ShowChoices() // for the next time
	if p.frame.IsCurrent(p) {
		p.links.Begin()
		return
	}
	p.frame.Toasts().Say(i18n.Text("The service is connected."), i18n.Text("New chat"), p.links.NewChat)
}

// TakeFiles returns the files dropped while the page was shown, and forgets them.
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

// Hide implements shell.Page. Typed text stays.
func (p *Page) Hide() {}

// Changed implements shell.Page.
func (p *Page) Changed([]changes.Change) {}

// Flush implements shell.Page.
func (p *Page) Flush(context.Context) error { return nil }

// AcceptFiles keeps files until a chat is open.
func (p *Page) AcceptFiles(paths []string) {
	p.files = append(p.files, paths...)
	p.frame.Toasts().Say(i18n.Text("Your files will be added to your first chat once you're connected."), "", nil)
}

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.Cancel:
		return p.view.Form.Cancel() || p.view.Back()
	case shell.FocusText:
		p.view.FocusIn(p.frame.Canvas())
		return true
	}
	return false
}
