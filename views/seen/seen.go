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

// VisibleObject is a visible object.
type VisibleObject struct {
	Object fyne.CanvasObject
	// Full is its full area, Visible the part not clipped by the window and enclosing scrolls.
	Full, Visible Rect
	// Depth is the number of objects that contain it.
	Depth int
}

// Walk visits every visible object, topmost first, with its position in the canvas. With reach, it
// visits only objects a mouse could reach: an overlay hides everything below it.
func Walk(c fyne.Canvas, reach bool, visit func(o fyne.CanvasObject, at fyne.Position)) {
	WalkObjects(c, reach, func(s VisibleObject) { visit(s.Object, s.Full.Position) })
}

// WalkObjects visits the same objects as Walk, with more details. An object comes before its
// children.
func WalkObjects(c fyne.Canvas, reach bool, visit func(s VisibleObject)) {
	var in func(o fyne.CanvasObject, at fyne.Position, free Rect, depth int)
	in = func(o fyne.CanvasObject, at fyne.Position, free Rect, depth int) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		whole := Rect{at, o.Size()}
		if !whole.reaches(c.Size()) {
			return
		}
		visit(VisibleObject{o, whole, whole.Intersect(free), depth})
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				in(child, at, free, depth+1)
			}
		case fyne.Widget:
			switch o.(type) {
			case *container.Scroll, *wheel.Scroll, *container.Clip:
				free = free.Intersect(whole)
			}
			for _, child := range Renderer(o).Objects() {
				in(child, at, free, depth+1)
			}
		}
	}
	window := Rect{Size: c.Size()}
	overlays := c.Overlays().List()
	for i := len(overlays) - 1; i >= 0; i-- {
		in(overlays[i], fyne.Position{}, window, 0)
		if reach {
			return
		}
	}
	in(c.Content(), fyne.Position{}, window, 0)
}

// ControlPainter is an object that paints controls itself.
type ControlPainter interface {
	// VisitClickableAreas calls visit with each visible control, from the top; from is relative to
	// the ControlPainter's top left corner.
	VisitClickableAreas(visit func(name string, from fyne.Position, size fyne.Size))
}

// Renderer returns the renderer of a widget. Fyne exports it only to tests, in a package that
// starts an app of its own. Written for Fyne 2.8.1; it does not link with a version that lacks it.
//
//go:linkname Renderer fyne.io/fyne/v2/internal/cache.Renderer
func Renderer(fyne.Widget) fyne.WidgetRenderer

// Rect is an area of the canvas.
type Rect struct {
	Position fyne.Position
	Size     fyne.Size
}

// Center returns its center.
func (p Rect) Center() fyne.Position { return p.Position.AddXY(p.Size.Width/2, p.Size.Height/2) }

// reaches reports whether some of it is inside a window of the given size.
func (p Rect) reaches(window fyne.Size) bool {
	return p.Position.X < window.Width && p.Position.Y < window.Height && p.Position.X+p.Size.Width > 0 && p.Position.Y+p.Size.Height > 0
}

// Intersect returns the intersection of two places; its size is 0 if they do not overlap.
func (p Rect) Intersect(q Rect) Rect {
	x, y := max(p.Position.X, q.Position.X), max(p.Position.Y, q.Position.Y)
	width := min(p.Position.X+p.Size.Width, q.Position.X+q.Size.Width) - x
	height := min(p.Position.Y+p.Size.Height, q.Position.Y+q.Size.Height) - y
	if width <= 0 || height <= 0 {
		return Rect{Position: fyne.NewPos(x, y)}
	}
	return Rect{fyne.NewPos(x, y), fyne.NewSize(width, height)}
}

// Matches holds the places found for a name, by kind of match; nil for none.
type Matches struct {
	// PaintedControl is a control painted by the conversation itself, the newest of several.
	PaintedControl *Rect
	// Control is a pressable object with the name, Text a text equal to it.
	Control, Text *Rect
	// LongerControl and LongerText only start with the name.
	LongerControl, LongerText *Rect
}

// Best returns the first of them; nil if nothing has the name.
func (p Matches) Best() *Rect {
	return cmp.Or(p.PaintedControl, p.Control, p.Text, p.LongerControl, p.LongerText)
}

// Find looks for objects with the given name.
func Find(c fyne.Canvas, reach bool, name string) Matches {
	var p Matches
	Walk(c, reach, func(o fyne.CanvasObject, at fyne.Position) {
		found := func(own string, exact, longer **Rect) {
			if own == "" || !strings.HasPrefix(own, name) {
				return
			}
			if own != name {
				exact = longer
			}
			if *exact == nil {
				*exact = &Rect{at, o.Size()}
			}
		}
		control, words := names(o)
		found(control, &p.Control, &p.LongerControl)
		found(words, &p.Text, &p.LongerText)
		if v, ok := o.(ControlPainter); ok {
			v.VisitClickableAreas(func(spot string, from fyne.Position, size fyne.Size) {
				if spot == name {
					p.PaintedControl = &Rect{from.Add(at), size}
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
		return Label(o), ""
	}
	return "", Label(o)
}

// Label returns the name or the text of an object.
func Label(o fyne.CanvasObject) string {
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
