// Floor opens an empty Fyne window. Measure compares Parlando with it.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	app.SetMetadata(fyne.AppMetadata{ID: "org.parlando.Floor", Name: "Floor", Migrations: map[string]bool{"fyneDo": true}})
	w := app.NewWithID("org.parlando.Floor").NewWindow("Parlando's floor")
	w.SetContent(widget.NewLabel("Empty"))
	w.Resize(fyne.NewSize(1280, 760))
	w.ShowAndRun()
}
