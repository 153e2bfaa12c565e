// The floor: an empty Fyne window, measured in the same run as Parley.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	app.SetMetadata(fyne.AppMetadata{ID: "org.parley.Floor", Name: "Floor", Migrations: map[string]bool{"fyneDo": true}})
	w := app.NewWithID("org.parley.Floor").NewWindow("Parley's floor")
	w.SetContent(widget.NewLabel("Empty"))
	w.Resize(fyne.NewSize(1280, 760))
	w.ShowAndRun()
}
