package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
)

// showDialog shows one of Fyne's dialogs for files as large as the window allows.
func (v *Window) showDialog(d *dialog.FileDialog) {
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	d.Resize(fyne.NewSize(min(820, v.window.Canvas().Size().Width-40), min(600, v.window.Canvas().Size().Height-40)))
	if top := v.window.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
	v.over = append(v.over, d)
	d.SetOnClosed(func() { v.noMore(d) })
}

// dropped takes what was let go over the window, wherever it was.
func (v *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	var paths []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	v.shown.take(paths)
}
