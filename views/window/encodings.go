package window

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"parley/app/documents/textencoding"
	"parley/views/widgets"
)

// askForEncoding shows what a text file reads like in each encoding that it may have, and calls read with the one that is chosen.
// Nothing is called when it is closed.
func (v *Window) askForEncoding(name string, guesses []textencoding.Guess, read func(textencoding.Encoding)) {
	column := container.New(layout.NewCustomPaddedVBoxLayout(8))
	column.Add(widgets.NewBody(lang.L("The file does not say how its letters are stored. Choose the line that reads right.")).Flush())
	var page *widgets.Overlay
	for _, g := range guesses {
		column.Add(widgets.NewStarter("file-text", g.Sample, string(g.Encoding), func() {
			page.Hide()
			read(g.Encoding)
		}))
	}
	page = widgets.Page(v.window.Canvas(), lang.L("Which line of {{.Name}} reads right?", map[string]any{"Name": name}), lang.L("Close"),
		container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 14), column)), 560, 440)
	v.popup(page)
}
