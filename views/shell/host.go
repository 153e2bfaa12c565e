package shell

import (
	"context"
	"log/slog"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/changes"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Host is the window as seen by pages, regions and sheets. Use it only on the window's thread.
type Host interface {
	// Context returns a context that ends when the window closes.
	Context() context.Context
	// Canvas returns the window's canvas.
	Canvas() fyne.Canvas
	// Toasts returns the toasts of the window.
	Toasts() *Toasts
	// Files returns the file dialogs of the window.
	Files() *Files
	// Forms returns the store of the text that the user types in forms.
	Forms() form.Store
	// Copy puts a text on the clipboard.
	Copy(text string)
	// OpenURL opens an address in the desktop's default program.
	OpenURL(u *url.URL) error
	// OpenHelp opens a page of the help, named in package docs/help.
	OpenHelp(page string)
	// Subscribe calls changed with all changes until stop is called.
	Subscribe(changed func([]changes.Change)) (stop func())
	// Change runs a small write in the background, and reports a failure to the user.
	Change(write func(context.Context) error)
	// ChangeThen is like Change and calls done after a successful write.
	ChangeThen(write func(context.Context) error, done func())
	// Write runs write in the background, then done with its error; see Frame.Write.
	Write(what any, write func() error, done func(error))
	// ReportWriteError reports a failed write to the user.
	ReportWriteError(err error)
	// ReadErrorHandler returns a handler for failed reads, which offers to call again.
	ReadErrorHandler(sentence string, again func()) func(error)
}

// PageHost is the Host of a page, which can also change the layout.
type PageHost interface {
	Host
	// IsCurrent reports whether p is the current page.
	IsCurrent(p Page) bool
	// Relayout lays everything out again after the height of an object has changed.
	Relayout()
	// ReplaceScene replaces scene s of a page with another one if s is shown.
	ReplaceScene(s, with *Scene)
	// ShowPanel opens or closes the panel of the current page.
	ShowPanel(open bool)
	// PanelIsSheet reports whether the panel is a sheet over the body.
	PanelIsSheet() bool
	// ToggleSidebar shows or hides the sidebar.
	ToggleSidebar()
	// CloseSidebarSheet closes the sidebar if it is a sheet over the body.
	CloseSidebarSheet()
	// ReservePlayer reserves the player's space permanently, or frees it as soon as the player is
	// hidden.
	ReservePlayer(reserve bool)
}

// SayCopied shows a toast that something was copied.
func SayCopied(h Host) { h.Toasts().Say(i18n.Text("Copied."), "", nil) }

// ShowStep adds a step to the open sheet, or opens a sheet of the given size; see widgets.ShowStep.
func ShowStep(h Host, title string, content fyne.CanvasObject, width, height float32, beside ...fyne.CanvasObject) *widgets.SheetStep {
	return widgets.ShowStep(h.Canvas(), h.Toasts(), title, content, width, height, beside...)
}

// Ask shows a question with the answers yes and Cancel, and calls do on yes.
func Ask(h Host, title, detail, yes string, do func()) {
	widgets.Ask(h.Canvas(), title, widgets.NewBody(detail), yes, i18n.Text("Cancel"), do)
}

// ShowInBrowser opens an address in the browser, or tells the user that no program can.
func ShowInBrowser(h Host, log *slog.Logger, address string) {
	u, err := url.Parse(address)
	if err == nil {
		err = h.OpenURL(u)
	}
	if err != nil {
		log.Warn("An address could not be opened", "error", err)
		h.Toasts().Say(i18n.Text("No program on this computer can open this address."), "", nil)
	}
}

// AskBeforeLoss asks before something is lost. Unlike in Ask, Cancel is the highlighted button.
func AskBeforeLoss(h Host, title, detail, yes string, do func()) {
	widgets.AskBeforeLoss(h.Canvas(), title, widgets.NewBody(detail), yes, i18n.Text("Cancel"), do)
}

// AskForModel asks for the name of a model that the service does not list. id identifies the draft
// of the name, see form.Open; example is a sample name.
func AskForModel(h Host, id, title, example string, use func(name string)) {
	field := widgets.NewField(i18n.Text("Model name"), example)
	askForName(h, "model/"+id, title, i18n.Text("Use"), field, field, use)
}

// AskForVoice asks for the name of a voice that is not in the list.
func AskForVoice(h Host, use func(name string)) {
	field := widgets.NewField(i18n.Text("Voice name"), "af_heart")
	hint := i18n.Text("Some services have more voices than those in the list. Enter the name exactly as your service spells it.")
	askForName(h, "voice", i18n.Text("Another voice"), i18n.Text("Use"), field, container.New(&widgets.Column{Gap: 6}, field, widgets.NewMuted(hint).NoMargin()), use)
}

// AskForProject asks for the name of a new project.
func AskForProject(h Host, create func(name string)) {
	field := widgets.NewField(i18n.Text("Project name"), i18n.Text("Moving house"))
	hint := i18n.Text("A project has its own chats, files and instructions.")
	askForName(h, "project", i18n.Text("New project"), i18n.Text("Create"), field, container.New(&widgets.Column{Gap: 6}, field, widgets.NewMuted(hint).NoMargin()), create)
}

// AskForTitle asks for another title of a chat, whose draft is named form.
func AskForTitle(h Host, form, title string, rename func(title string)) {
	field := widgets.NewField(i18n.Text("Title"), "")
	field.SetText(title)
	askForName(h, form, i18n.Text("Rename this chat"), i18n.Text("Rename"), field, field, rename)
	if field.Text == title {
		field.TypedShortcut(&fyne.ShortcutSelectAll{}) // typing replaces it
	}
}

// askForName shows a question with a name field in content. id identifies the form, yes is the
// button that uses the name.
func askForName(h Host, id, title, yes string, field *widgets.Field, content fyne.CanvasObject, use func(name string)) {
	draft := form.Open(h.Forms(), id)
	draft.Keep("name", field)
	done := func() {
		if name := strings.TrimSpace(field.Text); name != "" {
			draft.Used()
			use(name)
		}
	}
	o := widgets.Ask(h.Canvas(), title, content, yes, i18n.Text("Cancel"), done, draft.DiscardButton())
	field.OnSubmitted = func(string) { o.Hide(); done() }
	field.OnEscape = func() { o.Hide() }
	h.Canvas().Focus(field)
}

// CloseOverlays closes all overlays, the topmost first.
func CloseOverlays(h Host) {
	for closeOverlay(h) {
	}
}

func closeOverlay(h Host) bool {
	overlays := h.Canvas().Overlays()
	switch top := overlays.Top().(type) {
	case nil:
		return false
	case *widgets.Overlay:
		top.Hide()
	default:
		overlays.Remove(top) // Hide of Fyne's own overlays leaves their background over the window
	}
	return true
}
