package shell

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// Options are the parts of a frame.
type Options struct {
	App    fyne.App
	Window fyne.Window
	Thread *uithread.Thread
	Log    *slog.Logger
	// Sidebar stands at the left, and Player at the foot while SetPlaying says so. A frame without
	// them shows only pages whose scene is Alone.
	Sidebar fyne.CanvasObject
	Player  Tall
	// SidebarOpen is the user's last choice.
	SidebarOpen bool
	// OnCommand carries out the commands that no page does.
	OnCommand func(Command)
	// SetClipboard puts a text on the clipboard as it is and as HTML, until ctx ends.
	SetClipboard func(ctx context.Context, plain, html string) error
	// Desktop shows the dialogs for files.
	Desktop Desktop
}

// Frame is one window of the desktop: it shows one page at a time, and what lies over that. All of
// it is used on the window's thread.
type Frame struct {
	toasts    *Toasts
	files     *Files
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
	clipboard clipboard
	keySheet  *widgets.SheetStep // nil unless it is shown
	// stopRelease stops the clock that gives the place of the player back.
	stopRelease func()
}

// NewFrame makes a frame that shows nothing yet. ctx ends with its window.
func NewFrame(ctx context.Context, o Options) *Frame {
	f := &Frame{
		toasts: NewToasts(o.Thread.After),
		ctx:    ctx, app: o.App, window: o.Window, thread: o.Thread, log: o.Log, onCommand: o.OnCommand,
		clipboard: clipboard{set: o.SetClipboard, cancel: func() {}}, stopRelease: func() {},
	}
	f.files = &Files{frame: f, desktop: o.Desktop, close: func() {}}
	f.layout = newRegions(o.Sidebar, o.Player, f.toasts)
	f.layout.sidebarOpen = o.SidebarOpen
	f.layout.onFold = f.showSidebarButton
	return f
}

// Content returns what the window shows.
func (f *Frame) Content() fyne.CanvasObject { return f.layout.root }

// Context ends when the window closes.
func (f *Frame) Context() context.Context { return f.ctx }

// Canvas returns the window's canvas.
func (f *Frame) Canvas() fyne.Canvas { return f.window.Canvas() }

// Toasts returns the messages at the foot of the body.
func (f *Frame) Toasts() *Toasts { return f.toasts }

// Files asks for files.
func (f *Frame) Files() *Files { return f.files }

// Show shows a page in place of another. What had the keyboard there gives it up: the new page
// takes it, or nothing has it.
func (f *Frame) Show(p Page) {
	f.CloseSidebarSheet()
	if f.page != p {
		if !f.Covered() {
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

// Page returns the page that is shown.
func (f *Frame) Page() Page { return f.page }

// Shows reports whether a page is the one that is shown.
func (f *Frame) Shows(p Page) bool { return f.page != nil && f.page == p }

// Changed has the page, and what lies over it, repaint what has changed.
func (f *Frame) Changed(cs []changes.Change) {
	if f.page != nil {
		f.page.Changed(cs)
	}
	for _, changed := range slices.Clone(f.followers) {
		(*changed)(cs)
	}
}

// Follow has changed called with what has changed, until stop is called: for what lies over the
// page.
func (f *Frame) Follow(changed func([]changes.Change)) (stop func()) {
	f.followers = append(f.followers, &changed)
	return func() {
		f.followers = slices.DeleteFunc(f.followers, func(other *func([]changes.Change)) bool { return other == &changed })
	}
}

// SetRecording says in the title and at the sidebar's button how long the recording is that is
// running, "" for none.
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

// ShowTitle gives the window the title of its page again, which may have changed.
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

// Relayout places everything again, after something wants another height.
func (f *Frame) Relayout() { f.layout.relayout() }

// Refresh places and paints everything again.
func (f *Frame) Refresh() { f.layout.root.Refresh() }

// SidebarOpen reports what the user chose, whether or not there is room.
func (f *Frame) SidebarOpen() bool { return f.layout.sidebarOpen }

// ShowSidebar brings the sidebar back where it is folded away.
func (f *Frame) ShowSidebar() {
	if f.layout.folded() && !f.layout.sidebarSheet {
		f.layout.toggleSidebar()
	}
}

// ToggleSidebar opens or closes the sidebar, as a sheet where the window is narrow.
func (f *Frame) ToggleSidebar() { f.layout.toggleSidebar() }

// CloseSidebarSheet closes the sidebar where it lies over the body.
func (f *Frame) CloseSidebarSheet() {
	if f.layout.sidebarSheet {
		f.layout.sidebarSheet = false
		f.layout.relayout()
	}
}

// ShowPanel opens or closes the panel of the page that is shown.
func (f *Frame) ShowPanel(open bool) {
	f.layout.scene.PanelOpen = open
	f.layout.root.Refresh()
}

// PanelOver reports whether the panel lies over the body.
func (f *Frame) PanelOver() bool { return f.layout.panelOver }

// ReplaceScene shows another scene in place of one of the same page, if that is shown.
func (f *Frame) ReplaceScene(s, with *Scene) {
	if f.layout.scene == s {
		f.layout.setScene(with)
		f.showSidebarButton()
	}
}

// SetAlone shows a scene without anything beside it, or with all of it again.
func (f *Frame) SetAlone(s *Scene, alone bool) { f.layout.setAlone(s, alone) }

// Alone reports whether nothing stands beside the body.
func (f *Frame) Alone() bool { return f.layout.scene.Alone }

// emptyPlace is the time for which the place of a player that has gone stays free.
const emptyPlace = 5 * time.Second

// SetPlaying shows the player or hides it. Its place stays free for a while, or until another page
// is shown, so that nothing comes to lie under the pointer just when the user presses it.
func (f *Frame) SetPlaying(playing bool) {
	if playing == f.layout.playing {
		return
	}
	f.layout.setPlaying(playing)
	f.stopRelease()
	if !playing {
		f.stopRelease = f.thread.After(emptyPlace, func() { f.ReservePlayer(false) })
	}
}

// Playing reports whether the player is shown.
func (f *Frame) Playing() bool { return f.layout.playing }

// ReleasePlayer gives the place of the player to what is above it.
func (f *Frame) ReleasePlayer() {
	f.layout.keepsPlace = false
	f.layout.relayout()
}

// ReservePlayer keeps the place of the player free from now on, or gives it to what is above it
// once the player is hidden.
func (f *Frame) ReservePlayer(reserve bool) {
	f.stopRelease()
	f.layout.reservePlayer(reserve)
}

// Covered reports whether a card, a menu or a dialog lies over the window.
func (f *Frame) Covered() bool { return f.Canvas().Overlays().Top() != nil }

// CloseTop closes what lies on top, and reports whether anything did.
func (f *Frame) CloseTop() bool {
	top, ok := f.Canvas().Overlays().Top().(*widgets.Overlay)
	if ok && top.OnEscape != nil && top.OnEscape() || closeOverlay(f) {
		return true
	}
	if f.layout.sidebarSheet || f.layout.panelOver {
		f.layout.closeSheets()
		return true
	}
	return false
}

// OpenURL opens an address in the program that the desktop has for it.
func (f *Frame) OpenURL(u *url.URL) error { return f.app.OpenURL(u) }

var _ PageHost = (*Frame)(nil)
