// Floor opens an empty Fyne window. Measure compares Parlando with it.
package main

import (
	"image/color"
	"math"
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
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { slide(w.Canvas(), e.Name) })
	w.ShowAndRun()
}

// slide opens what slides as a sheet (S), a menu (M) or a panel (P) of Parlando does, but empty, or
// closes it.
func slide(c fyne.Canvas, kind fyne.KeyName) {
	if top := c.Overlays().Top(); top != nil {
		c.Overlays().Remove(top)
		return
	}
	card := canvas.NewRectangle(color.White)
	card.CornerRadius = 12
	card.Shadow = canvas.Shadow{Color: color.NRGBA{A: 0x24}, BlurRadius: 60, Offset: fyne.NewPos(0, 8), Variant: canvas.BoxShadow}
	scrim := canvas.NewRectangle(color.Transparent)
	scrim.Resize(c.Size())
	at, from := fyne.NewPos(100, 200), fyne.NewPos(0, -8)
	switch kind {
	case fyne.KeyS:
		card.CornerRadius = 16
		card.Resize(fyne.NewSize(920, c.Size().Height-32))
		at, from = fyne.NewPos(180, 16), fyne.NewPos(0, 16)
	case fyne.KeyP:
		card.CornerRadius, card.Shadow = 0, canvas.Shadow{}
		card.Resize(fyne.NewSize(288, c.Size().Height-52))
		at, from = fyne.NewPos(c.Size().Width-288, 52), fyne.NewPos(24, 0)
	default:
		card.Resize(fyne.NewSize(184, 120))
	}
	c.Overlays().Add(container.NewWithoutLayout(scrim, card))
	a := fyne.NewAnimation(140*time.Millisecond, func(part float32) {
		rest := 1 - part
		card.Move(at.AddXY(float32(math.Round(float64(from.X*rest))), float32(math.Round(float64(from.Y*rest)))))
		if kind == fyne.KeyS {
			scrim.FillColor = color.NRGBA{A: uint8(0x47 * part)}
			canvas.Refresh(scrim)
		}
	})
	a.Curve = fyne.AnimationEaseOut
	a.Start()
}
