// Floor opens an empty Fyne window. Measure compares Parlando with it.
package main

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

func main() {
	app.SetMetadata(fyne.AppMetadata{ID: "org.parlando.Floor", Name: "Floor", Migrations: map[string]bool{"fyneDo": true}})
	w := app.NewWithID("org.parlando.Floor").NewWindow("Parlando's floor")
	w.SetContent(widget.NewLabel("Empty"))
	w.Resize(fyne.NewSize(1280, 760))
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { slide(w.Canvas()) })
	w.ShowAndRun()
}

// slide opens an empty card that slides as a sheet of Parlando does, or closes it.
func slide(c fyne.Canvas) {
	if top := c.Overlays().Top(); top != nil {
		c.Overlays().Remove(top)
		return
	}
	scrim, card := canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.White)
	scrim.Resize(c.Size())
	card.CornerRadius = 16
	card.Shadow = canvas.Shadow{Color: color.NRGBA{A: 0x24}, BlurRadius: 60, Offset: fyne.NewPos(0, 8), Variant: canvas.BoxShadow}
	card.Resize(fyne.NewSize(900, 700))
	c.Overlays().Add(container.NewWithoutLayout(scrim, card))
	a := fyne.NewAnimation(140*time.Millisecond, func(part float32) {
		card.Move(fyne.NewPos(190, float32(int(30+16*(1-part)))))
		scrim.FillColor = color.NRGBA{A: uint8(0x47 * part)}
		canvas.Refresh(scrim)
	})
	a.Curve = fyne.AnimationEaseOut
	a.Start()
}
