package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/widgets"
)

// ShowOpening shows that a library is being opened.
func ShowOpening(w fyne.Window) {
	words := container.NewCenter(widgets.NewMuted(i18n.Text("Opening your chats…")).NoWrap())
	w.SetContent(screenreader.Wrap(words, w))
}

// ShowCannotStart shows the reason why Parlando cannot start.
func ShowCannotStart(w fyne.Window, err error, running bool) {
	title, detail := i18n.Text("Parlando can't start"), err.Error()
	if running {
		title, detail = i18n.Text("Parlando is already open"), i18n.Text("Your chats are already open in another Parlando window. Only one window can use them at a time.")
	}
	shut := widgets.NewButton(i18n.Text("Close"), widgets.Primary, w.Close)
	content := container.NewBorder(widgets.NewHeading(title), container.NewHBox(layout.NewSpacer(), shut), nil, nil, widgets.NewBody(detail))
	w.SetContent(screenreader.Wrap(widgets.NewBox(content, "", "", 0, 24, 20), w))
	w.Resize(fyne.NewSize(480, 200))
}
