package adjust

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// grip is the handle by which a preset is put at another place: dragged, or with Up and Down.
type grip struct {
	widget.BaseWidget
	row     *presetLine
	focused bool
}

var (
	_ fyne.Draggable     = (*grip)(nil)
	_ fyne.Focusable     = (*grip)(nil)
	_ desktop.Cursorable = (*grip)(nil)
)

func newGrip(r *presetLine) *grip {
	g := &grip{row: r}
	g.ExtendBaseWidget(g)
	return g
}

// Dragged implements fyne.Draggable.
func (g *grip) Dragged(e *fyne.DragEvent) { g.row.drag(e.Dragged.DY) }

// DragEnd implements fyne.Draggable.
func (g *grip) DragEnd() { g.row.drop() }

// Cursor implements desktop.Cursorable.
func (g *grip) Cursor() desktop.Cursor { return desktop.VResizeCursor }

// FocusGained implements fyne.Focusable.
func (g *grip) FocusGained() { g.focused = true; g.Refresh() }

// FocusLost implements fyne.Focusable.
func (g *grip) FocusLost() { g.focused = false; g.Refresh() }

// TypedRune implements fyne.Focusable.
func (g *grip) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: Up and Down move the preset, Enter picks it, Escape goes to the window.
func (g *grip) TypedKey(e *fyne.KeyEvent) {
	r := g.row
	switch e.Name {
	case fyne.KeyUp:
		r.list.move(r.at, r.at-1)
	case fyne.KeyDown:
		r.list.move(r.at, r.at+1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		r.list.OnPick(r.id)
	case fyne.KeyDelete, fyne.KeyBackspace:
		r.list.OnDelete(r.id)
	default:
		widgets.KeyToWindow(g, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (g *grip) AccessibilityLabel() string {
	return lang.L("Move {{.Name}}", map[string]any{"Name": g.row.name})
}

// AccessibilityRole implements fyne.Accessible.
func (g *grip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (g *grip) CreateRenderer() fyne.WidgetRenderer {
	r := &gripRenderer{g: g, ring: canvas.NewRectangle(color.Transparent), icon: canvas.NewImageFromResource(theme.Icon("grip-vertical", theme.ColorMuted))}
	r.ring.CornerRadius, r.ring.StrokeWidth = theme.RadiusControl, 2
	r.icon.FillMode = canvas.ImageFillContain
	r.Refresh()
	return r
}

type gripRenderer struct {
	g    *grip
	ring *canvas.Rectangle
	icon *canvas.Image
}

func (r *gripRenderer) MinSize() fyne.Size { return fyne.NewSize(28, 28) }

func (r *gripRenderer) Layout(s fyne.Size) {
	r.ring.Resize(fyne.NewSize(s.Width-2, s.Height-8))
	r.ring.Move(fyne.NewPos(1, 4))
	r.icon.Resize(fyne.NewSquareSize(18))
	r.icon.Move(fyne.NewPos((s.Width-18)/2, (s.Height-18)/2))
}

func (r *gripRenderer) Refresh() {
	r.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	r.ring.FillColor = theme.Hollow(r.ring.StrokeColor)
	visible(r.ring, r.g.focused)
	r.icon.Resource = theme.Icon("grip-vertical", theme.ColorMuted)
	r.icon.Refresh()
	r.ring.Refresh()
}

func (r *gripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.ring, r.icon} }
func (r *gripRenderer) Destroy()                     {}
