package speak

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// topBar is the bar above the page. Set its callbacks before it is shown.
type topBar struct {
	widgets.PageBar

	// OnOpen opens a file dialog.
	OnOpen func()
	// OnMenu returns the other actions on the text.
	OnMenu func() []widgets.MenuItem

	more *widgets.IconButton
}

// newTopBar returns the bar. help opens the help.
func newTopBar(help *widgets.IconButton) *topBar {
	t := &topBar{}
	open := widgets.NewButton(i18n.Text("Open a text…"), widgets.Quiet, func() { t.OnOpen() }).SetIcon("folder-open")
	t.more = widgets.NewIconButton("ellipsis", i18n.Text("More"), func() { widgets.ShowMenu(t.more, t.OnMenu()) })
	t.Fill(t, i18n.TextIn("page", "Read aloud"), nil, []fyne.CanvasObject{open, help, t.more})
	return t
}
