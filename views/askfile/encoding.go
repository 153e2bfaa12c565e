package askfile

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/documents/textencoding"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// AskEncoding asks for the encoding of a text file that does not declare one. It previews the text
// in each guessed encoding and passes the selected one to read. Closing the dialog calls nothing.
func AskEncoding(c fyne.Canvas, name string, guesses []textencoding.Guess, read func(textencoding.Encoding)) {
	column := container.New(layout.NewCustomPaddedVBoxLayout(8))
	column.Add(widgets.NewBody(i18n.Text("Choose the line that looks right, so that Parlando reads the file correctly.")).NoMargin())
	var page *widgets.Overlay
	for _, g := range guesses {
		column.Add(widgets.NewStarter("file-text", g.Sample, string(g.Encoding), func() {
			page.Hide()
			read(g.Encoding)
		}))
	}
	page = widgets.ShowPage(c, i18n.Text("Which line of {{.Name}} looks right?", map[string]any{"Name": name}),
		wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 14), column)), 560, 440)
}
