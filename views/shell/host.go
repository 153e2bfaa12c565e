package shell

import (
	"context"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/changes"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Host serves the pages, regions and sheets that stand in a window. All of it is used on the
// window's thread.
type Host interface {
	// Context ends when the window closes.
	Context() context.Context
	// Canvas returns the window's canvas.
	Canvas() fyne.Canvas
	// Toasts returns the messages at the foot of the body.
	Toasts() *Toasts
	// Files asks for files.
	Files() *Files
	// Copy puts a text on the clipboard.
	Copy(text string)
	// OpenURL opens an address in the program that the desktop has for it.
	OpenURL(u *url.URL) error
	// Follow has changed called with what has changed, until stop is called.
	Follow(changed func([]changes.Change)) (stop func())
	// Change runs a small write in the background, and says it when that fails.
	Change(write func(context.Context) error)
	// ChangeThen is Change, with done called once the write has succeeded.
	ChangeThen(write func(context.Context) error, done func())
	// Write runs write in the background and then done with its error; see Frame.Write.
	Write(what any, write func() error, done func(error))
	// CouldNotKeep says that something was not written.
	CouldNotKeep(err error)
	// CouldNotRead returns what to do when something could not be read; again reads it again.
	CouldNotRead(sentence string, again func()) func(error)
}

// PageHost is the Host of a page, which also asks for another layout.
type PageHost interface {
	Host
	// Shows reports whether a page is the one that is shown.
	Shows(p Page) bool
	// Relayout places everything again, after something wants another height.
	Relayout()
	// ReplaceScene shows another scene in place of one of the same page, if that is shown.
	ReplaceScene(s, with *Scene)
	// ShowPanel opens or closes the panel of the page that is shown.
	ShowPanel(open bool)
	// PanelOver reports whether the panel lies over the body.
	PanelOver() bool
	// ToggleSidebar opens or closes the sidebar.
	ToggleSidebar()
	// CloseSidebarSheet closes the sidebar where it lies over the body.
	CloseSidebarSheet()
	// ReservePlayer keeps the place of the player free from now on, or gives it back.
	ReservePlayer(reserve bool)
}

// SayCopied says that something was copied.
func SayCopied(h Host) { h.Toasts().Say(i18n.Text("Copied."), "", nil) }

// ShowStep goes a step further in the sheet over the window, or opens one of this size; see
// widgets.ShowStep.
func ShowStep(h Host, title string, content fyne.CanvasObject, width, height float32, beside ...fyne.CanvasObject) *widgets.SheetStep {
	return widgets.ShowStep(h.Canvas(), h.Toasts(), title, content, width, height, beside...)
}

// Ask asks a question with a yes and a no.
func Ask(h Host, title, detail, yes string, do func()) {
	widgets.Ask(h.Canvas(), title, widgets.NewBody(detail), yes, i18n.Text("Cancel"), do)
}

// AskBeforeLoss asks about something that loses something: Cancel is the filled button.
func AskBeforeLoss(h Host, title, detail, yes string, do func()) {
	widgets.AskBeforeLoss(h.Canvas(), title, widgets.NewBody(detail), yes, i18n.Text("Cancel"), do)
}

// AskForModel asks for the name of a model that the service does not list. example is such a name.
func AskForModel(h Host, title, example string, use func(name string)) {
	field := widgets.NewField(i18n.Text("Name of the model"), example)
	askForName(h, title, field, field, use)
}

// AskForVoice asks for the name of a voice that not every service has.
func AskForVoice(h Host, use func(name string)) {
	field := widgets.NewField(i18n.Text("Name of the voice"), "af_heart")
	hint := i18n.Text("All services know the six voices in the list. Some have more: enter the name as your service spells it.")
	askForName(h, i18n.Text("Another voice"), field, container.New(&widgets.Column{Gap: 6}, field, widgets.NewMuted(hint).Flush()), use)
}

// askForName asks a question whose answer is a name in a field of content.
func askForName(h Host, title string, field *widgets.Field, content fyne.CanvasObject, use func(name string)) {
	done := func() {
		if name := strings.TrimSpace(field.Text); name != "" {
			use(name)
		}
	}
	o := widgets.Ask(h.Canvas(), title, content, i18n.Text("Use"), i18n.Text("Cancel"), done)
	field.OnSubmitted = func(string) { o.Hide(); done() }
	field.OnEscape = func() { o.Hide() }
	h.Canvas().Focus(field)
}

// CloseOverlays closes all that lies over the window, the top one first.
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
		overlays.Remove(top) // one of Fyne's, whose Hide leaves what it put over the window
	}
	return true
}
