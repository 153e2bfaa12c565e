package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/views/conversation/rows"
)

// pointer is where the mouse is and what it holds.
type pointer struct {
	// item is the message under it, -1 for none; spot what could be clicked, with its area in the view.
	item int
	spot *rows.Spot
	area rows.Area
	over bool
	at   fyne.Position

	// pressed is the spot that was pressed and not yet let go.
	pressed *rows.Spot
	// begin is where a selection may begin.
	begin   point
	selects bool
	// plain says that the last click was nothing but a click on a place of the text.
	plain    bool
	dragging drag
	// grab is how far below the top of what is dragged it was taken hold of.
	grab float32
	wide *rows.Wide
}

type drag uint8

const (
	dragNone drag = iota
	dragText
	dragBar
	dragWide
)

var (
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Mouseable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
	_ fyne.Scrollable        = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.DoubleTappable    = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
)

// find is the row and the spot at a position.
func (v *View) find(pos fyne.Position) (w *shown, spot *rows.Spot, area rows.Area) {
	left, _ := v.column()
	for i := range v.stage.shown {
		s := &v.stage.shown[i]
		row := s.node.row
		x, y := (pos.X-left)/v.zoom, (pos.Y-s.y)/v.zoom
		if y < -row.Above || y >= row.Height {
			continue
		}
		w = s
		for n := range row.Spots {
			if a := row.SpotArea(&row.Spots[n]); a.Holds(x, y) {
				spot, area = &row.Spots[n], a.At(left, s.y, v.zoom)
			}
		}
	}
	return w, spot, area
}

// pointAt finds anew what is under the pointer, after it or the text moved.
func (s *stage) pointAt() {
	v := s.view
	p := &v.pointer
	item := -1
	var spot *rows.Spot
	var area rows.Area
	if p.over && p.dragging == dragNone {
		for _, at := range s.visible {
			if p.at.Y >= at.y && p.at.Y < at.y+v.items[at.item].height {
				item = at.item
			}
		}
		_, spot, area = v.find(p.at)
		if s.pillAt(p.at) != nil || s.bar.holds(p.at.X) {
			spot = nil
		}
	}
	if item != p.item {
		p.item = item
		for _, w := range s.shown {
			w.node.quiet(w.item == item || w.item == v.keys.item)
		}
	}
	if spot == p.spot && area == p.area {
		return
	}
	p.spot, p.area = spot, area
	name := ""
	if spot != nil && spot.Tip {
		name = spot.Name
	}
	s.tip.show(name, area, v.Size(), v.zoom)
	shaded := spot != nil && spot.Radius >= 0
	if shaded {
		s.hover.CornerRadius = spot.Radius
		s.hover.Resize(fyne.NewSize(area.W, area.H))
		s.hover.Move(fyne.NewPos(area.X, area.Y))
	}
	if s.hover.Visible() != shaded {
		if shaded {
			s.hover.Show()
		} else {
			s.hover.Hide()
		}
	}
	s.repaint()
}

// MouseIn is for Fyne.
func (v *View) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved is for Fyne.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	v.pointer.over, v.pointer.at = true, e.Position
	v.stage.pointAt()
}

// MouseOut is for Fyne.
func (v *View) MouseOut() {
	v.pointer.over = false
	v.stage.pointAt()
}

// Cursor is for Fyne.
func (v *View) Cursor() desktop.Cursor {
	p := &v.pointer
	switch {
	case v.stage.bar.holds(p.at.X) || v.stage.pillAt(p.at) != nil:
		return desktop.DefaultCursor
	case p.spot != nil:
		return desktop.PointerCursor
	}
	if w, _, _ := v.find(p.at); w != nil && selectable(w.node.row) {
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// MouseDown is for Fyne.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	p := &v.pointer
	p.at, p.over = e.Position, true
	p.pressed, p.dragging, p.selects, p.plain = nil, dragNone, false, false
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	switch w, spot, _ := v.find(e.Position); {
	case v.stage.pillAt(e.Position) != nil:
		return
	case v.stage.bar.holds(e.Position.X):
		bar := v.stage.bar
		p.grab = e.Position.Y - bar.top
		if p.grab < 0 || p.grab > bar.height { // beside the thumb: it comes under the pointer
			p.grab = bar.height / 2
			bar.drag(e.Position.Y - p.grab)
		}
		p.dragging = dragBar
		return
	case spot != nil:
		p.pressed = spot
	case w != nil && w.node.row.Wide != nil && v.onWideBar(w, e.Position):
		p.dragging, p.wide = dragWide, w.node.row.Wide
		return
	}
	if at, ok := v.pointAtText(e.Position); ok {
		if e.Modifier&fyne.KeyModifierShift != 0 && v.selection.on {
			v.selection.to = at
			v.stage.shade()
			p.pressed = nil
		} else {
			p.begin = at
		}
		p.selects = true
	}
}

func (v *View) onWideBar(w *shown, pos fyne.Position) bool {
	wide := w.node.row.Wide
	return wide.Bar && pos.Y >= w.y+(wide.Y+wide.H-12)*v.zoom
}

// MouseUp is for Fyne.
func (v *View) MouseUp(e *desktop.MouseEvent) {
	p := &v.pointer
	pressed, dragged := p.pressed, p.dragging
	p.pressed, p.dragging = nil, dragNone
	if e.Button != desktop.MouseButtonPrimary || dragged != dragNone {
		v.stage.pointAt()
		return
	}
	if pill := v.stage.pillAt(e.Position); pill != nil {
		if pill == v.stage.back {
			v.BackToReading()
		} else {
			v.GoToEnd()
		}
		return
	}
	if pressed != nil {
		if _, spot, _ := v.find(e.Position); spot != nil && spot.Name == pressed.Name {
			v.Soon(pressed.Do)
		}
		return
	}
	p.plain = p.selects && e.Modifier == 0 && !v.selection.on
	if p.selects && e.Modifier&fyne.KeyModifierShift == 0 && v.selection.on {
		v.selection = selection{}
		v.stage.shade()
	}
}

// Tapped is for Fyne, which calls it for one click that is neither the first of two nor the end of a drag: in the message that is
// being read it goes to the sentence.
func (v *View) Tapped(e *fyne.PointEvent) {
	if !v.pointer.plain {
		return
	}
	v.pointer.plain = false
	if at, ok := v.textUnder(e.Position); ok {
		v.OnReadFrom(v.reading.Message, at)
	}
}

// Dragged is for Fyne.
func (v *View) Dragged(e *fyne.DragEvent) {
	p := &v.pointer
	p.at = e.Position
	switch {
	case p.dragging == dragBar:
		v.stage.bar.drag(e.Position.Y - p.grab)
	case p.dragging == dragWide:
		if track := p.wide.W - 16; track > 0 && p.wide.Move(e.Dragged.DX*p.wide.Scroll.Content/track) {
			v.slide(p.wide.Scroll)
		}
	case p.selects:
		p.dragging, p.pressed = dragText, nil
		// Near an edge the text moves on, so that more than the window can be selected.
		switch height := v.Size().Height; {
		case e.Position.Y < 12:
			v.scrollBy(max(e.Position.Y-12, -30))
		case e.Position.Y > height-12:
			v.scrollBy(min(e.Position.Y-height+12, 30))
		}
		if at, ok := v.pointAtText(e.Position); ok {
			v.selection = selection{p.begin, at, at != p.begin}
			v.stage.shade()
			v.takeFocus()
		}
	}
}

// DragEnd is for Fyne.
func (v *View) DragEnd() {
	v.pointer.dragging, v.pointer.selects = dragNone, false
	v.stage.pointAt()
}

// DoubleTapped is for Fyne: it selects a word.
func (v *View) DoubleTapped(e *fyne.PointEvent) {
	if _, spot, _ := v.find(e.Position); spot != nil {
		return
	}
	if at, ok := v.pointAtText(e.Position); ok {
		v.selectWord(at)
		v.takeFocus()
	}
}

// TappedSecondary is for Fyne: the menu of the message under the pointer.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	for _, at := range v.stage.visible {
		if e.Position.Y >= at.y && e.Position.Y < at.y+v.items[at.item].height {
			v.menu(at.item, e.Position)
			return
		}
	}
}

// Scrolled is for Fyne.
func (v *View) Scrolled(e *fyne.ScrollEvent) {
	if dx := e.Scrolled.DX; dx != 0 && abs(dx) > abs(e.Scrolled.DY) {
		if w, _, _ := v.find(e.Position); w != nil && w.node.row.Wide != nil && w.node.row.Wide.Move(-dx) {
			v.slide(w.node.row.Wide.Scroll)
		}
		return
	}
	v.scrollBy(-e.Scrolled.DY)
}

func abs(x float32) float32 { return max(x, -x) }

// slide moves the rows that share a sideways scroll.
func (v *View) slide(s *rows.Scroll) {
	for _, w := range v.stage.shown {
		if wide := w.node.row.Wide; wide != nil && wide.Scroll == s {
			w.node.slide()
		}
	}
	v.stage.repaint()
}
