package seen

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// List describes what a mouse could reach or read, in the order in which Tab goes through it, a
// line each: what it is, what it is called or says, where it is, how large, and whether it takes
// the keyboard or is disabled, and why. A control's own words are not listed again.
func List(c fyne.Canvas) (lines []string) {
	var name string // of the control that was listed last
	var place Place
	add := func(kind, words string, p Place, more string) {
		lines = append(lines, fmt.Sprintf("%-9s %q %s%s", kind, words, p.rounded(), more))
	}
	Walk(c, true, func(o fyne.CanvasObject, at fyne.Position) {
		p := Place{at, o.Size()}
		if _, ok := o.(*canvas.Text); ok {
			words := label(o)
			if words != "" && !(strings.Contains(name, words) && place.holds(p.Middle())) {
				add("words", words, p, "")
			}
			return
		}
		if kind, called := described(o); kind != "" && p.Size.Width >= 1 && p.Size.Height >= 1 {
			name, place = called, p
			add(kind, called, p, state(o))
		}
		if v, ok := o.(Painter); ok {
			v.Spots(func(name string, from fyne.Position, size fyne.Size) {
				add("spot", name, Place{from.Add(at), size}, "")
			})
		}
	})
	return lines
}

// Painter paints controls itself.
type Painter interface {
	// Spots calls visit with each of them that can be seen, from the top; from is measured from the
	// top left corner of the Painter.
	Spots(visit func(name string, from fyne.Position, size fyne.Size))
}

// described returns the kind and the label of an object. The kind is "" if it only holds others.
func described(o fyne.CanvasObject) (kind, name string) {
	name = label(o)
	switch o := o.(type) {
	case *fyne.Container:
		return "", ""
	case fyne.Accessible:
		kind = string(o.AccessibilityRole())
	case *widget.Entry:
		kind = "field"
	}
	if _, takesKeys := o.(fyne.Focusable); takesKeys {
		return cmp.Or(kind, "area"), name
	}
	if name == "" {
		return "", ""
	}
	return kind, name
}

// state reports whether an object takes the keyboard, and the reason why it is disabled.
func state(o fyne.CanvasObject) string {
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		why := ""
		if tip, ok := o.(interface{ ToolTip() string }); ok {
			why = tip.ToolTip()
		}
		return strings.TrimRight(" disabled: "+why, ": ")
	}
	if _, ok := o.(fyne.Focusable); ok {
		return " focusable"
	}
	return ""
}

func (p Place) holds(at fyne.Position) bool {
	return at.X >= p.At.X && at.Y >= p.At.Y && at.X <= p.At.X+p.Size.Width && at.Y <= p.At.Y+p.Size.Height
}

// rounded is the place in whole units.
func (p Place) rounded() string {
	whole := func(x float32) int { return int(math.Round(float64(x))) }
	return fmt.Sprintf("%d,%d %dx%d", whole(p.At.X), whole(p.At.Y), whole(p.Size.Width), whole(p.Size.Height))
}
