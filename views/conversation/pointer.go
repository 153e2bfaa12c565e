package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/conversation/rows"
	"parlando/views/textview"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// pointer tracks the mouse, its presses and its drags.
type pointer struct {
	column   *column
	viewport *viewport
	selector *selector
	follower *follower
	// takeFocus focuses the view.
	takeFocus func()

	// spot is the clickable area under the pointer, nil for none; area is its position in the view.
	spot *rows.ClickArea
	area rows.Area
	over bool
	at   fyne.Position

	// pressed is the clickable area that was pressed, nil once the button is released.
	pressed *rows.ClickArea
	// begin is the start of a selection.
	begin point
	// plain means that the last click was on plain text, without a modifier or a selection.
	plain bool
	drag  *textview.Pointer
	// wide is the block whose scroll bar is being dragged, nil for none.
	wide *rows.HorizontalViewport
}

func newPointer(c *column, s *viewport, selects *selector, f *follower, takeFocus func()) *pointer {
	p := &pointer{column: c, viewport: s, selector: selects, follower: f, takeFocus: takeFocus}
	p.drag = textview.NewPointer(s.Bar, f.goTo, p.selectTo)
	return p
}

// drags reports whether a drag is active.
func (p *pointer) drags() bool { return p.drag.HasDragged() || p.wide != nil }

// release ends every drag and press.
func (p *pointer) release() {
	p.drag.Release()
	p.pressed, p.wide = nil, nil
}

// reset clears the hover state after the messages have changed.
func (p *pointer) reset() {
	p.spot = nil
	p.viewport.near[0] = -1
}

// update updates the hover state after the pointer or the text has moved.
func (p *pointer) update() {
	s := p.viewport
	item := -1
	var spot *rows.ClickArea
	var area rows.Area
	if p.over && !p.drags() {
		item = s.itemAt(p.at.Y)
		_, spot, area = s.find(p.at)
		if s.pillAt(p.at) != nil || s.Bar.Contains(p.at.X) {
			spot = nil
		}
	}
	if item != s.near[0] {
		s.setNear(0, item)
	}
	if spot == p.spot && area == p.area {
		return
	}
	p.spot, p.area = spot, area
	if spot != nil && spot.HasTooltip {
		s.tip.asTip(spot.Name, area, p.column.size, p.column.zoom)
	} else {
		s.tip.hide()
	}
	shaded := spot != nil && spot.Radius >= 0
	if shaded {
		s.hover.CornerRadius = spot.Radius
		widgets.Place(s.hover, area.X, area.Y, area.W, area.H)
	}
	widgets.SetVisible(s.hover, shaded)
	s.Repaint()
}

// move handles mouse movement; over is false when the mouse leaves the view.
func (p *pointer) move(at fyne.Position, over bool) {
	if p.over = over; over {
		p.at = at
	}
	p.update()
}

// cursor returns the shape of the mouse cursor at the pointer's position.
func (p *pointer) cursor() desktop.Cursor {
	switch {
	case p.viewport.Bar.Contains(p.at.X) || p.viewport.pillAt(p.at) != nil:
		return desktop.DefaultCursor
	case p.spot != nil:
		return desktop.PointerCursor
	}
	if w, _, _ := p.viewport.find(p.at); w != nil && selectable(w.node.row) {
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// down handles a mouse button press.
func (p *pointer) down(e *desktop.MouseEvent) {
	p.at, p.over = e.Position, true
	p.release()
	p.plain = false
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	switch w, spot, _ := p.viewport.find(e.Position); {
	case p.viewport.pillAt(e.Position) != nil:
		return
	case p.drag.Press(e.Position):
		return
	case spot != nil:
		p.pressed = spot
	case w != nil && w.node.row.Viewport != nil && p.onWideBar(w, e.Position):
		p.wide = w.node.row.Viewport
		return
	}
	if at, ok := p.selector.pointAtText(e.Position); ok {
		if p.drag.IsTriple(e.Position) && p.pressed == nil {
			p.selector.selectRow(at)
			return
		}
		if e.Modifier&fyne.KeyModifierShift != 0 && p.selector.on {
			p.selector.to = at
			p.selector.shade()
			p.pressed = nil
		} else {
			p.begin = at
		}
		p.drag.BeginSelecting()
	}
}

func (p *pointer) onWideBar(w *shownRow, pos fyne.Position) bool {
	wide := w.node.row.Viewport
	return wide.Bar && pos.Y >= w.y+(wide.Y+wide.H-12)*p.column.zoom
}

// up handles a mouse button release.
func (p *pointer) up(e *desktop.MouseEvent) {
	pressed, dragged, selects := p.pressed, p.drags(), p.drag.IsSelecting()
	p.release()
	if e.Button != desktop.MouseButtonPrimary || dragged {
		p.update()
		return
	}
	switch pill := p.viewport.pillAt(e.Position); {
	case pill != nil && pill == p.viewport.back:
		p.follower.back()
		return
	case pill != nil:
		p.follower.goTo(1)
		return
	}
	if pressed != nil {
		if _, spot, _ := p.viewport.find(e.Position); spot != nil && spot.Name == pressed.Name {
			p.viewport.tip.hide() // otherwise it would stay beside what opens
			p.column.RunLater(pressed.Do)
		}
		return
	}
	p.plain = selects && e.Modifier == 0 && !p.selector.on
	if selects && e.Modifier&fyne.KeyModifierShift == 0 && p.selector.on {
		p.selector.set(selection{})
	}
}

// tapped handles a single click that does not end a drag: in the message being read aloud, it seeks
// to the clicked sentence.
func (p *pointer) tapped(pos fyne.Position) {
	if !p.plain {
		return
	}
	p.plain = false
	w, spot, _ := p.viewport.find(pos)
	reading := p.column.reading.Message
	if p.column.OnReadAloud == nil || w == nil || spot != nil || reading == "" || p.column.items[w.item].head.ID != reading {
		return
	}
	if at, ok := p.selector.offsetUnder(pos); ok {
		p.column.OnReadAloud(reading, at)
	}
}

// dragged handles mouse movement while a button is pressed.
func (p *pointer) dragged(e *fyne.DragEvent) {
	p.at = e.Position
	if p.wide != nil {
		if track := p.wide.W - 16; track > 0 && p.wide.ScrollBy(e.Dragged.DX*p.wide.Scroll.Content/track) {
			p.viewport.slide(p.wide.Scroll)
		}
		return
	}
	p.drag.Drag(e.Position, p.column.size.Height)
}

// selectTo scrolls by scroll, and then extends the selection to the text under the pointer.
func (p *pointer) selectTo(pos fyne.Position, scroll float32) {
	p.pressed = nil
	p.follower.scroll(scroll)
	if at, ok := p.selector.pointAtText(pos); ok {
		p.selector.set(selection{p.begin, at, at != p.begin})
		p.takeFocus()
	}
}

// dragEnd handles the end of a drag.
func (p *pointer) dragEnd() {
	p.release()
	p.update()
}

// doubleTapped selects the word under the pointer.
func (p *pointer) doubleTapped(pos fyne.Position) {
	if _, spot, _ := p.viewport.find(pos); spot != nil {
		return
	}
	p.drag.DoubleClick(pos)
	if at, ok := p.selector.pointAtText(pos); ok {
		p.selector.selectWord(at)
		p.takeFocus()
	}
}

// scrolled handles the mouse wheel.
func (p *pointer) scrolled(e *fyne.ScrollEvent) {
	if dx := e.Scrolled.DX; dx != 0 && abs(dx) > abs(e.Scrolled.DY) {
		if w, _, _ := p.viewport.find(e.Position); w != nil && w.node.row.Viewport != nil && w.node.row.Viewport.ScrollBy(-dx) {
			p.viewport.slide(w.node.row.Viewport.Scroll)
		}
		return
	}
	p.follower.scroll(wheel.Distance(e, rows.LineHeight*p.column.zoom))
}

func abs(x float32) float32 { return max(x, -x) }
