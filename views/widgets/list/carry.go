package list

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// carryRow is a row that the pointer can carry to another row.
type carryRow struct{ *listRow }

// Dragged implements fyne.Draggable.
func (r *carryRow) Dragged(e *fyne.DragEvent) { r.list.dragged.carry.by(r.listRow, e) }

// DragEnd implements fyne.Draggable.
func (r *carryRow) DragEnd() { r.list.dragged.carry.end(r.listRow) }

// carry is the row that the pointer carries to another row.
type carry struct {
	list *List
	// key is the key of the carried row, onto that of the row at the pointer if that accepts it.
	key, onto string
	// way is the way of the pointer, at its place in the row.
	way fyne.Delta
	at  fyne.Position
	// label follows the pointer; nil until the pointer has moved far enough. canceled is set from
	// Escape to the end of the drag.
	label    fyne.CanvasObject
	canceled bool
	// before had the focus. scroll scrolls while the pointer is at an end of the list.
	before fyne.Focusable
	scroll *fyne.Animation
}

// clickReach bounds the way of the pointer during a click.
const clickReach = 8

// by follows the pointer.
func (c *carry) by(r *listRow, e *fyne.DragEvent) {
	if c.canceled || r.naming.Open() {
		return
	}
	if c.key == "" {
		c.key = r.key
	}
	c.at = e.Position
	c.way = fyne.NewDelta(c.way.DX+e.Dragged.DX, c.way.DY+e.Dragged.DY)
	if c.label == nil {
		if math.Hypot(float64(c.way.DX), float64(c.way.DY)) < clickReach || !c.list.calls.Carrier.Carries(c.key) {
			return
		}
		c.begin(r)
	}
	l := c.list
	at := e.AbsolutePosition.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(l.content))
	size := c.label.MinSize()
	widgets.Place(c.label, min(at.X+10, l.width()-size.Width), at.Y+10, size.Width, size.Height)
	c.onto = c.acceptor(at)
	c.scrollAt(at.Y - l.scroll.Offset.Y)
	l.arrange()
}

// acceptor returns the key of the row at a place that accepts the carried row.
func (c *carry) acceptor(at fyne.Position) string {
	l := c.list
	if y := at.Y - l.scroll.Offset.Y; y < 0 || y >= l.scroll.Size().Height {
		return ""
	}
	for _, r := range l.rows {
		if contains(r.self, at) && l.calls.Carrier.Accepts(r.at) {
			return r.key
		}
	}
	return ""
}

// begin shows the label, and focuses the list so that Escape reaches it.
func (c *carry) begin(r *listRow) {
	text := canvas.NewText("", fynetheme.Color(fynetheme.ColorNameForeground))
	text.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	widgets.FitText(text, r.data.Title, c.list.width()/2)
	c.label = widgets.NewBox(text, theme.ColorCard, theme.ColorLine, theme.RadiusControl, 8, 4)
	window := widgets.CanvasOf(c.list.self)
	if f, ok := c.list.self.(fyne.Focusable); ok && window != nil {
		c.before = window.Focused()
		window.Focus(f)
	}
}

// The height of the ends of a list that scroll it, and how far they do in a tick.
const endHeight, endStep = 24, 6

// scrollAt scrolls while the pointer is at an end of the list.
func (c *carry) scrollAt(y float32) {
	l, step := c.list, float32(0)
	switch {
	case y < endHeight && l.scroll.Offset.Y > 0:
		step = -endStep
	case y > l.scroll.Size().Height-endHeight:
		step = endStep
	}
	c.stop()
	if step != 0 {
		c.scroll = fyne.NewAnimation(time.Minute, func(float32) { l.scroll.ScrollToOffset(l.scroll.Offset.AddXY(0, step)) })
		c.scroll.Start()
	}
}

// stop ends the scrolling.
func (c *carry) stop() {
	if c.scroll != nil {
		c.scroll.Stop()
		c.scroll = nil
	}
}

// cancel ends the carrying, and ignores the rest of the drag.
func (c *carry) cancel() {
	c.end(nil)
	c.canceled = true
}

// end drops the row. A pointer that carries nothing and is still in its row r clicks.
func (c *carry) end(r *listRow) {
	c.stop()
	was, l := *c, c.list
	*c = carry{list: l}
	l.arrange()
	if window := widgets.CanvasOf(l.self); was.label != nil && window != nil {
		window.Unfocus()
		if was.before != nil {
			window.Focus(was.before)
		}
	}
	switch {
	case r == nil || was.key == "":
	case was.label == nil:
		r.clickAt(was.at)
	case was.onto != "":
		if i := l.Find(was.onto); i >= 0 {
			l.calls.Carrier.Drop(was.key, i)
		}
	}
}

// clickAt clicks the row, or its button, at a place in the row.
func (r *listRow) clickAt(at fyne.Position) {
	if !contains(r.self, at.Add(r.self.Position())) {
		return
	}
	for _, s := range r.buttons {
		if o := s.object(); o.Visible() && contains(o, at) {
			r.press(s)
			return
		}
	}
	r.Tapped(&fyne.PointEvent{Position: at})
}

// contains reports whether a place is in an object, both in the same container.
func contains(o fyne.CanvasObject, at fyne.Position) bool {
	in := at.Subtract(o.Position())
	return in.X >= 0 && in.Y >= 0 && in.X < o.Size().Width && in.Y < o.Size().Height
}
