// Package seen finds what can be seen in a window, by what it is called: for tests, from inside the
// program and from outside it.
package seen

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// Walk visits everything that can be seen, what lies on top first, with its place in the canvas.
// With reach it visits only what a mouse could reach: an overlay hides all that is below it.
func Walk(c fyne.Canvas, reach bool, visit func(o fyne.CanvasObject, at fyne.Position)) {
	size := c.Size()
	var in func(o fyne.CanvasObject, at fyne.Position)
	in = func(o fyne.CanvasObject, at fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		if at.X >= size.Width || at.Y >= size.Height || at.X+o.Size().Width <= 0 || at.Y+o.Size().Height <= 0 {
			return
		}
		visit(o, at)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				in(child, at)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				in(child, at)
			}
		}
	}
	overlays := c.Overlays().List()
	for i := len(overlays) - 1; i >= 0; i-- {
		in(overlays[i], fyne.Position{})
		if reach {
			return
		}
	}
	in(c.Content(), fyne.Position{})
}

// Place is where something is in the canvas.
type Place struct {
	At   fyne.Position
	Size fyne.Size
}

// Middle is the point in its middle.
func (p Place) Middle() fyne.Position { return p.At.AddXY(p.Size.Width/2, p.Size.Height/2) }

// Places are where something of a name was found; nil is nowhere.
type Places struct {
	// Spot is a control that the conversation paints itself, the newest of several.
	Spot *Place
	// Control names itself so and can be pressed, Words shows the name.
	Control, Words *Place
	// LongerControl and LongerWords only begin with the name.
	LongerControl, LongerWords *Place
}

// Best is the first of them; nil when nothing has the name.
func (p Places) Best() *Place {
	return cmp.Or(p.Spot, p.Control, p.Words, p.LongerControl, p.LongerWords)
}

// Find looks for what has a name.
func Find(c fyne.Canvas, reach bool, name string) Places {
	var p Places
	Walk(c, reach, func(o fyne.CanvasObject, at fyne.Position) {
		found := func(own string, exact, longer **Place) {
			if own == "" || !strings.HasPrefix(own, name) {
				return
			}
			if own != name {
				exact = longer
			}
			if *exact == nil {
				*exact = &Place{at, o.Size()}
			}
		}
		control, words := names(o)
		found(control, &p.Control, &p.LongerControl)
		found(words, &p.Words, &p.LongerWords)
		if v, ok := o.(painter); ok {
			v.Spots(func(spot string, from fyne.Position, size fyne.Size) {
				if spot == name {
					p.Spot = &Place{from.Add(at), size}
				}
			})
		}
	})
	return p
}

// Texts are the words that can be seen, in the order of Walk.
func Texts(c fyne.Canvas) []string {
	var all []string
	Walk(c, false, func(o fyne.CanvasObject, _ fyne.Position) {
		if o, ok := o.(*canvas.Text); ok {
			all = append(all, o.Text)
		}
	})
	return all
}

// names are what an object that can be pressed is called by screen readers, and the words that an
// object shows.
func names(o fyne.CanvasObject) (control, words string) {
	if Pressable(o) {
		return label(o), ""
	}
	return "", label(o)
}

// label returns what an object is called or says.
func label(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case fyne.Accessible:
		return o.AccessibilityLabel()
	case *widget.Entry:
		return o.PlaceHolder
	case *canvas.Text:
		return strings.TrimSpace(o.Text)
	}
	return ""
}

// Pressable reports whether an object does something, unlike a label of the same name.
func Pressable(o any) bool {
	switch o.(type) {
	case fyne.Tappable, desktop.Mouseable, fyne.Focusable:
		return true
	}
	return false
}
