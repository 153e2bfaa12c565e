// Package seen walks the visible objects of a window and finds them by name: for screen readers,
// and for tests from inside the program and from outside it.
package seen

import (
	"cmp"
	"strings"
	_ "unsafe" // for linkname

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/wheel"
)

// Sight is a visible object.
type Sight struct {
	Object fyne.CanvasObject
	// Place is its full area, Shown the part not clipped by the window and enclosing scrolls.
	Place, Shown Place
	// Depth is the number of objects that contain it.
	Depth int
}

// Walk visits every visible object, topmost first, with its position in the canvas. With reach, it
// visits only objects a mouse could reach: an overlay hides everything below it.
func Walk(c fyne.Canvas, reach bool, visit func(o fyne.CanvasObject, at fyne.Position)) {
	Look(c, reach, func(s Sight) { visit(s.Object, s.Place.At) })
}

// Look visits the same objects as Walk, with more details. An object comes before its children.
func Look(c fyne.Canvas, reach bool, visit func(s Sight)) {
	var in func(o fyne.CanvasObject, at fyne.Position, free Place, depth int)
	in = func(o fyne.CanvasObject, at fyne.Position, free Place, depth int) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		whole := Place{at, o.Size()}
		if !whole.reaches(c.Size()) {
			return
		}
		visit(Sight{o, whole, whole.And(free), depth})
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				in(child, at, free, depth+1)
			}
		case fyne.Widget:
			switch o.(type) {
			case *container.Scroll, *wheel.Scroll, *container.Clip:
				free = free.And(whole)
			}
			for _, child := range Renderer(o).Objects() {
				in(child, at, free, depth+1)
			}
		}
	}
	window := Place{Size: c.Size()}
	overlays := c.Overlays().List()
	for i := len(overlays) - 1; i >= 0; i-- {
		in(overlays[i], fyne.Position{}, window, 0)
		if reach {
			return
		}
	}
	in(c.Content(), fyne.Position{}, window, 0)
}

// Renderer returns the renderer of a widget. Fyne exports it only to tests, in a package that
// starts an app of its own. Written for Fyne 2.8.1; it does not link with a version that lacks it.
//
//go:linkname Renderer fyne.io/fyne/v2/internal/cache.Renderer
func Renderer(fyne.Widget) fyne.WidgetRenderer

// Place is an area of the canvas.
type Place struct {
	At   fyne.Position
	Size fyne.Size
}

// Middle returns its center.
func (p Place) Middle() fyne.Position { return p.At.AddXY(p.Size.Width/2, p.Size.Height/2) }

// reaches reports whether some of it is inside a window of the given size.
func (p Place) reaches(window fyne.Size) bool {
	return p.At.X < window.Width && p.At.Y < window.Height && p.At.X+p.Size.Width > 0 && p.At.Y+p.Size.Height > 0
}

// And returns the intersection of two places; its size is 0 if they do not overlap.
func (p Place) And(q Place) Place {
	x, y := max(p.At.X, q.At.X), max(p.At.Y, q.At.Y)
	width := min(p.At.X+p.Size.Width, q.At.X+q.Size.Width) - x
	height := min(p.At.Y+p.Size.Height, q.At.Y+q.Size.Height) - y
	if width <= 0 || height <= 0 {
		return Place{At: fyne.NewPos(x, y)}
	}
	return Place{fyne.NewPos(x, y), fyne.NewSize(width, height)}
}

// Places holds the places found for a name, by kind of match; nil for none.
type Places struct {
	// Spot is a control painted by the conversation itself, the newest of several.
	Spot *Place
	// Control is a pressable object with the name, Words a text equal to it.
	Control, Words *Place
	// LongerControl and LongerWords only start with the name.
	LongerControl, LongerWords *Place
}

// Best returns the first of them; nil if nothing has the name.
func (p Places) Best() *Place {
	return cmp.Or(p.Spot, p.Control, p.Words, p.LongerControl, p.LongerWords)
}

// Find looks for objects with the given name.
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
		if v, ok := o.(Painter); ok {
			v.Spots(func(spot string, from fyne.Position, size fyne.Size) {
				if spot == name {
					p.Spot = &Place{from.Add(at), size}
				}
			})
		}
	})
	return p
}

// Texts returns the visible texts, in the order of Walk.
func Texts(c fyne.Canvas) []string {
	var all []string
	Walk(c, false, func(o fyne.CanvasObject, _ fyne.Position) {
		if o, ok := o.(*canvas.Text); ok {
			all = append(all, o.Text)
		}
	})
	return all
}

// names returns the accessible name of a pressable object, and the text an object shows.
func names(o fyne.CanvasObject) (control, words string) {
	if Pressable(o) {
		return label(o), ""
	}
	return "", label(o)
}

// label returns the name or the text of an object.
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

// Pressable reports whether an object reacts to a press, unlike a label of the same name.
func Pressable(o any) bool {
	switch o.(type) {
	case fyne.Tappable, desktop.Mouseable, fyne.Focusable:
		return true
	}
	return false
}
