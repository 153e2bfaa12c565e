package shell

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// Options configure a frame.
type Options struct {
	App    fyne.App
	Window fyne.Window
	Thread *uithread.Thread
	Log    *slog.Logger
	// Sidebar is on the left, and Player at the bottom while ShowPlayer is on. If both are nil, the
	// frame shows only pages whose scene is BodyOnly.
	Sidebar fyne.CanvasObject
	Player  WidthDependent
	// SidebarOpen is the user's stored choice to show the sidebar.
	SidebarOpen bool
	// OnCommand carries out commands that the page does not handle.
	OnCommand func(Command)
	// OnWriteError is called with each failed write, and reports whether it has told the user; may
	// be nil.
	OnWriteError func(error) bool
	// SetClipboard puts text on the clipboard as plain text and as HTML, until ctx ends.
	SetClipboard func(ctx context.Context, plain, html string) error
	// HideKeys replaces API keys in copied text; nil changes nothing.
	HideKeys func(text string) string
	// OnHelp opens a page of the help.
	OnHelp func(page string)
	// Desktop provides the native file dialogs.
	Desktop Desktop
	// Forms stores the text that the user types in forms.
	Forms form.Store
}

// Frame is one window of the desktop. It shows one page at a time, and its overlays. Use it only on
// the window's thread.
type Frame struct {
	toasts    *Toasts
	files     *Files
	forms     form.Store
	ctx       context.Context
	app       fyne.App
	window    fyne.Window
	thread    *uithread.Thread
	log       *slog.Logger
	layout    *regions
	page      Page
	recording string
	writes    writes
	followers []*func([]changes.Change)
	onCommand func(Command)
	onHelp    func(page string)
	// onWriteError is Options.OnWriteError.
	onWriteError func(error) bool
	clipboard    clipboard
	// stopRelease cancels the timer that frees the player's space.
	stopRelease func()
}

// NewFrame returns an empty frame. ctx ends with its window.
func NewFrame(ctx context.Context, o Options) *Frame {
	f := &Frame{
		toasts: NewToasts(o.Thread.After),
		ctx:    ctx, forms: o.Forms, app: o.App, window: o.Window, thread: o.Thread, log: o.Log, onCommand: o.OnCommand, onHelp: o.OnHelp, onWriteError: o.OnWriteError,
		clipboard: clipboard{set: o.SetClipboard, hideKeys: o.HideKeys, cancel: func() {}}, stopRelease: func() {},
	}
	if f.clipboard.hideKeys == nil {
		f.clipboard.hideKeys = func(text string) string { return text }
	}
	f.files = &Files{frame: f, desktop: o.Desktop, close: func() {}}
	f.layout = newRegions(o.Sidebar, o.Player, f.toasts)
	f.layout.sidebarOpen = o.SidebarOpen
	f.layout.onFold = f.showSidebarButton
	return f
}

// Content returns the root object of the window.
func (f *Frame) Content() fyne.CanvasObject { return f.layout.root }

// Forms returns the store of the text that the user types in forms.
func (f *Frame) Forms() form.Store { return f.forms }

// Context returns a context that ends when the window closes.
func (f *Frame) Context() context.Context { return f.ctx }

// Canvas returns the window's canvas.
func (f *Frame) Canvas() fyne.Canvas { return f.window.Canvas() }

// OpenHelp opens a page of the help, named in package docs/help.
func (f *Frame) OpenHelp(page string) { f.onHelp(page) }

// Toasts returns the toasts of the window.
func (f *Frame) Toasts() *Toasts { return f.toasts }

// Files returns the file dialogs of the window.
func (f *Frame) Files() *Files { return f.files }

// Show replaces the current page with p. The focus is cleared or moves to the new page.
func (f *Frame) Show(p Page) {
	f.CloseSidebarSheet()
	if f.page != p {
		if !f.HasOverlay() {
			f.Canvas().Unfocus()
		}
		if f.page != nil {
			f.page.Hide()
		}
		f.page = p
		f.layout.setScene(p.Scene())
		f.showSidebarButton()
		f.ShowTitle()
	}
	p.Show()
}

// Page returns the current page.
func (f *Frame) Page() Page { return f.page }

// IsCurrent reports whether p is the current page.
func (f *Frame) IsCurrent(p Page) bool { return f.page != nil && f.page == p }

// Changed forwards changes to the page and the subscribers of Follow.
func (f *Frame) Changed(cs []changes.Change) {
	if f.page != nil {
		f.page.Changed(cs)
	}
	for _, changed := range slices.Clone(f.followers) {
		(*changed)(cs)
	}
}

// Subscribe calls changed with all changes until stop is called. It serves overlays; pages use
// Page.Changed.
func (f *Frame) Subscribe(changed func([]changes.Change)) (stop func()) {
	f.followers = append(f.followers, &changed)
	return func() {
		f.followers = slices.DeleteFunc(f.followers, func(other *func([]changes.Change)) bool { return other == &changed })
	}
}

// SetRecording shows the elapsed time of the recording in the title and on the sidebar button, ""
// for none.
func (f *Frame) SetRecording(elapsed string) {
	if f.recording == elapsed {
		return
	}
	startsOrEnds := elapsed == "" || f.recording == ""
	f.recording = elapsed
	f.ShowTitle()
	if startsOrEnds {
		f.showSidebarButton()
	}
}

func (f *Frame) showSidebarButton() {
	if top := f.layout.scene.Top; top != nil {
		top.SetSidebarButton(f.layout.folded(), f.recording != "")
	}
}

// ShowTitle updates the window's title from its page.
func (f *Frame) ShowTitle() {
	title, page := "Parlando", ""
	if f.page != nil {
		page = f.page.Title()
	}
	if page != "" {
		title = i18n.Text("{{.Page}} – Parlando", map[string]any{"Page": page})
	}
	if f.recording != "" {
		title = i18n.Text("● Recording {{.Elapsed}} – {{.Title}}", map[string]any{"Elapsed": f.recording, "Title": title})
	}
	f.window.SetTitle(title)
}

// Relayout lays everything out again after the height of an object has changed.
func (f *Frame) Relayout() { f.layout.relayout() }

// Refresh lays out and repaints everything.
func (f *Frame) Refresh() { f.layout.root.Refresh() }

// SidebarOpen reports the user's choice, whether or not the sidebar fits.
func (f *Frame) SidebarOpen() bool { return f.layout.sidebarOpen }

// ShowSidebar shows the sidebar if it is hidden.
func (f *Frame) ShowSidebar() {
	if f.layout.folded() && !f.layout.sidebarSheet {
		f.layout.toggleSidebar()
	}
}

// ToggleSidebar shows or hides the sidebar, as a sheet in a narrow window.
func (f *Frame) ToggleSidebar() { f.layout.toggleSidebar() }

// CloseSidebarSheet closes the sidebar if it is a sheet over the body.
func (f *Frame) CloseSidebarSheet() {
	if f.layout.sidebarSheet {
		f.layout.sidebarSheet = false
		f.layout.relayout()
	}
}

// ShowPanel opens or closes the panel of the current page.
func (f *Frame) ShowPanel(open bool) { f.layout.showPanel(open) }

// PanelIsSheet reports whether the panel is a sheet over the body.
func (f *Frame) PanelIsSheet() bool { return f.layout.panelOver }

// ReplaceScene replaces scene s of a page with another one if s is shown.
func (f *Frame) ReplaceScene(s, with *Scene) {
	if f.layout.scene == s {
		f.layout.setScene(with)
		f.showSidebarButton()
	}
}

// SetBodyOnly hides or shows everything around the body of a scene.
func (f *Frame) SetBodyOnly(s *Scene, alone bool) { f.layout.setAlone(s, alone) }

// BodyOnly reports whether only the body is shown.
func (f *Frame) BodyOnly() bool { return f.layout.scene.BodyOnly }

// emptyPlace is the time for which the space of a hidden player stays reserved.
const emptyPlace = 5 * time.Second

// ShowPlayer shows or hides the player. Its space stays reserved for a while, or until another page
// is shown, so that a click aimed at the player hits nothing else.
func (f *Frame) ShowPlayer(playing bool) {
	if playing == f.layout.playing {
		return
	}
	f.layout.setPlaying(playing)
	f.stopRelease()
	if !playing {
		f.stopRelease = f.thread.After(emptyPlace, func() { f.ReservePlayer(false) })
	}
}

// PlayerShown reports whether the player is shown.
func (f *Frame) PlayerShown() bool { return f.layout.playing }

// ReleasePlayer gives the player's space to the body at once.
func (f *Frame) ReleasePlayer() {
	f.layout.keepsPlace = false
	f.layout.relayout()
}

// ReservePlayer reserves the player's space permanently, or frees it as soon as the player is
// hidden.
func (f *Frame) ReservePlayer(reserve bool) {
	f.stopRelease()
	f.layout.reservePlayer(reserve)
}

// HasOverlay reports whether an overlay is shown: a card, a menu or a dialog.
func (f *Frame) HasOverlay() bool { return f.Canvas().Overlays().Top() != nil }

// CloseTop closes the topmost overlay or sheet, and reports whether there was one.
func (f *Frame) CloseTop() bool {
	if top, ok := f.Canvas().Overlays().Top().(*widgets.Overlay); ok {
		top.Dismiss()
		return true
	}
	if closeOverlay(f) {
		return true
	}
	if f.layout.sidebarSheet || f.layout.panelOver {
		f.layout.closeSheets()
		return true
	}
	return false
}

// OpenURL opens an address in the desktop's default program.
func (f *Frame) OpenURL(u *url.URL) error { return f.app.OpenURL(u) }

var _ PageHost = (*Frame)(nil)
