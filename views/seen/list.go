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

// Describe describes everything a mouse could reach or read, in Tab order, one line each: kind,
// label or text, position, size, and whether it is focusable or disabled, and why. Texts that
// belong to a control are not listed again.
func Describe(c fyne.Canvas) (lines []string) {
	var name string // of the control that was listed last
	var place Rect
	add := func(kind, words string, p Rect, more string) {
		lines = append(lines, fmt.Sprintf("%-9s %q %s%s", kind, words, p.rounded(), more))
	}
	Walk(c, true, func(o fyne.CanvasObject, at fyne.Position) {
		p := Rect{at, o.Size()}
		if _, ok := o.(*canvas.Text); ok {
			words := label(o)
			if words != "" && !(strings.Contains(name, words) && place.holds(p.Center())) {
				add("words", words, p, "")
			}
			return
		}
		if kind, called := described(o); kind != "" && p.Size.Width >= 1 && p.Size.Height >= 1 {
			name, place = called, p
			add(kind, called, p, state(o))
		}
		if v, ok := o.(ControlPainter); ok {
			v.VisitClickableAreas(func(name string, from fyne.Position, size fyne.Size) {
				add("spot", name, Rect{from.Add(at), size}, "")
			})
		}
	})
	return lines
}

// ControlPainter is an object that paints controls itself.
type ControlPainter interface {
	// VisitClickableAreas calls visit with each visible control, from the top; from is relative to
	// the ControlPainter's top left corner.
	VisitClickableAreas(visit func(name string, from fyne.Position, size fyne.Size))
}

// described returns the kind and the label of an object. The kind is "" for mere containers.
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

// state returns whether an object is focusable, and why it is disabled.
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

func (p Rect) holds(at fyne.Position) bool {
	return at.X >= p.Position.X && at.Y >= p.Position.Y && at.X <= p.Position.X+p.Size.Width && at.Y <= p.Position.Y+p.Size.Height
}

// rounded formats the place in whole units.
func (p Rect) rounded() string {
	whole := func(x float32) int { return int(math.Round(float64(x))) }
	return fmt.Sprintf("%d,%d %dx%d", whole(p.Position.X), whole(p.Position.Y), whole(p.Size.Width), whole(p.Size.Height))
}
