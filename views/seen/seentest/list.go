// Package seentest writes down what a window shows, for tests.
package seentest

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parlando/views/seen"
)

// Describe describes everything a mouse could reach or read, in Tab order, one line each: kind,
// label or text, position, size, whether it is focusable or disabled, and why, and how it is
// painted: colors by their names, borders, corners, and icons. Texts, shapes and icons of a control
// are listed with it; other shapes and icons have lines of their own.
func Describe(c fyne.Canvas) []string {
	var l list
	seen.WalkObjects(c, true, l.add)
	return l.lines
}

// list collects the lines of Describe.
type list struct {
	lines []string
	// last is the control that was listed last.
	last control
}

// control is a listed control.
type control struct {
	seen.VisibleObject
	name string
	// line is its index in the list, painted the part that was added to the line last.
	line    int
	painted string
}

// has reports whether an object that comes after the control is a part of it.
func (c control) has(s seen.VisibleObject) bool {
	_, paintsControls := c.Object.(seen.ControlPainter)
	return s.Depth > c.Depth && holds(c.Full, s.Full.Center()) && !paintsControls
}

func (l *list) add(s seen.VisibleObject) {
	switch o := s.Object.(type) {
	case *canvas.Text:
		l.text(o, s)
		return
	case *canvas.Rectangle, *canvas.Circle, *canvas.LinearGradient, *canvas.Line, *canvas.Image:
		if look := look(o); look != "" && !s.Visible.Size.IsZero() {
			l.shape(look, s)
		}
		return
	}
	if kind, name := described(s.Object); kind != "" && s.Full.Size.Width >= 1 && s.Full.Size.Height >= 1 {
		l.last = control{VisibleObject: s, name: name, line: len(l.lines)}
		l.put(kind, name, rounded(s.Full, 1), state(s.Object))
	}
	if v, ok := s.Object.(seen.ControlPainter); ok {
		v.VisitClickableAreas(func(name string, from fyne.Position, size fyne.Size) {
			l.put("spot", name, rounded(seen.Rect{Position: from.Add(s.Full.Position), Size: size}, 1), "")
		})
	}
}

func (l *list) text(t *canvas.Text, s seen.VisibleObject) {
	words, ink := seen.Label(t), inkOf(t.Color)
	switch {
	case words == "":
	case !strings.Contains(l.last.name, words) || !holds(l.last.Full, s.Full.Center()):
		l.put("words", words, rounded(s.Full, 1), ink)
	case ink != "" && l.last.has(s):
		l.paint("words "+ink, "")
	}
}

func (l *list) shape(look string, s seen.VisibleObject) {
	if !l.last.has(s) || !seen.Pressable(l.last.Object) {
		l.lines = append(l.lines, fmt.Sprintf("%-9s %s %s", "shape", rounded(s.Full, grid), look))
		return
	}
	place := ""
	if at := (seen.Rect{Position: s.Full.Position.Subtract(l.last.Full.Position), Size: s.Full.Size}); s.Full.Size != l.last.Full.Size {
		place = " " + rounded(at, grid)
	}
	l.paint(look, place)
}

// paint adds how a part of the last control is painted, and where in it, to its line; of a row of
// equal parts only the first.
func (l *list) paint(look, place string) {
	if look != l.last.painted {
		l.lines[l.last.line] += "; " + look + place
		l.last.painted = look
	}
}

func (l *list) put(kind, words, place, more string) {
	l.lines = append(l.lines, strings.TrimRight(fmt.Sprintf("%-9s %q %s %s", kind, words, place, more), " "))
}

// grid is the unit of the places of shapes and icons: another font may move them by less.
const grid = 4

// described returns the kind and the label of an object. The kind is "" for mere containers.
func described(o fyne.CanvasObject) (kind, name string) {
	name = seen.Label(o)
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
		return strings.TrimRight("disabled: "+why, ": ")
	}
	if _, ok := o.(fyne.Focusable); ok {
		return "focusable"
	}
	return ""
}

func holds(p seen.Rect, at fyne.Position) bool {
	return at.X >= p.Position.X && at.Y >= p.Position.Y && at.X <= p.Position.X+p.Size.Width && at.Y <= p.Position.Y+p.Size.Height
}

// rounded formats the place in multiples of unit.
func rounded(p seen.Rect, unit float64) string {
	whole := func(x float32) int {
		if x := float64(x); x >= unit {
			return int(math.Round(x/unit) * unit)
		}
		return int(math.Round(float64(x)))
	}
	return fmt.Sprintf("%d,%d %dx%d", whole(p.Position.X), whole(p.Position.Y), whole(p.Size.Width), whole(p.Size.Height))
}
