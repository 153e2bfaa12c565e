package conversation

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview"
	"parlando/views/theme"
)

func group(objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: textview.ManualLayout{}, Objects: objects}
}

// viewport has the canvas objects of the visible rows and the floating cards. It is the renderer of
// View.
type viewport struct {
	column *column
	textview.Surface
	nodes map[*rows.Row]*node
	// shown lists the visible rows from top to bottom.
	shown []shownRow
	// near has two items whose hover-only icons are shown: the item under the pointer and the
	// focused item.
	near [2]int

	latest *floatingCard
	back   *floatingCard // scrolls to the sentence being read
	// taken is the height at the bottom that the floating buttons take.
	taken   float32
	hover   *canvas.Rectangle
	focus   *canvas.Rectangle
	tip     *floatingCard
	objects []fyne.CanvasObject
	// onShown is called when the visible rows have changed or moved.
	onShown func()
}

// shownRow is a visible row.
type shownRow struct {
	item, row int
	y         float32
	node      *node
}

func newViewport(c *column) *viewport {
	s := &viewport{column: c, Surface: textview.NewSurface(), nodes: map[*rows.Row]*node{}, near: [2]int{-1, -1}}
	s.latest = newFloating("arrow-down", i18n.Text("To the end"))
	s.back = newFloating("volume-2", i18n.Text("Back to the sentence being read"))
	s.hover = canvas.NewRectangle(color.Transparent)
	s.hover.Hide()
	s.focus = canvas.NewRectangle(color.Transparent)
	s.focus.Hide()
	s.tip = newFloating("", "")
	s.objects = []fyne.CanvasObject{s.Clip, s.focus, s.Bar.Thumb, s.latest.box, s.back.box, s.tip.box, s.RepaintTrigger}
	c.context.IsVisible = func(r *rows.Row) bool { return s.nodes[r] != nil }
	c.onPlaced = s.show
	return s
}

// Objects implements fyne.WidgetRenderer.
func (s *viewport) Objects() []fyne.CanvasObject { return s.objects }

// Layout implements fyne.WidgetRenderer.
func (s *viewport) Layout(size fyne.Size) {
	keep := s.column.readingPlace()
	if !s.Resize(size) {
		return
	}
	s.column.size = size
	s.column.returnTo(keep)
	s.column.rescale()
	s.column.place()
}

// Refresh implements fyne.WidgetRenderer. It only applies changes of the theme; all other changes
// are painted by the methods that make them.
func (s *viewport) Refresh() {
	keep := s.column.readingPlace()
	zoomed := s.column.setZoom()
	if !s.ColorsChanged() && !zoomed {
		return
	}
	for _, n := range s.nodes {
		n.drop()
	}
	clear(s.nodes)
	s.shown = nil
	s.furnish()
	if zoomed {
		s.column.returnTo(keep)
		s.column.rescale()
	}
	s.column.place()
}

// furnish applies the colors of the theme to the floating cards, the hover shade and the focus
// ring.
func (s *viewport) furnish() {
	s.hover.FillColor = fynetheme.Color(theme.ColorHover)
	s.focus.StrokeColor = fynetheme.Color(theme.ColorAccent)
	s.focus.FillColor = theme.TransparentFill(s.focus.StrokeColor)
	s.focus.StrokeWidth = 2
	s.focus.CornerRadius = 8
	s.latest.furnish()
	s.back.furnish()
	s.tip.furnish()
}

// show updates the objects of the visible rows. Rows that stay visible are moved, not rebuilt.
func (s *viewport) show() {
	if s.NeverColored() && s.ColorsChanged() {
		s.furnish()
		if s.column.setZoom() {
			s.column.place()
			return
		}
	}
	old := s.shown
	s.shown = s.seenRows(make([]shownRow, 0, len(old)+4))
	if s.reuse(old) || len(s.shown) != len(old) {
		s.setObjects()
	}
	s.onShown()
}

// seenRows appends the visible rows to out.
func (s *viewport) seenRows(out []shownRow) []shownRow {
	v := s.column
	for _, at := range v.visible {
		card := v.items[at.item].card
		if card == nil {
			continue
		}
		for r := card.RowAt(-at.y / v.zoom); r < len(card.Rows); r++ {
			y := at.y + card.Tops[r]*v.zoom
			if y > v.size.Height {
				break
			}
			out = append(out, shownRow{item: at.item, row: r, y: y})
		}
	}
	return out
}

// reuse assigns canvas objects to the shown rows, and reports whether any have changed. A new row
// takes over the objects of the row that it replaces, so that a growing line keeps its objects.
func (s *viewport) reuse(old []shownRow) (changed bool) {
	v := s.column
	x, _ := v.edges()
	row := func(w shownRow) *rows.Row { return v.items[w.item].card.Rows[w.row] }
	keep := make(map[*rows.Row]bool, len(s.shown))
	for _, w := range s.shown {
		keep[row(w)] = true
	}
	free := map[[2]int]*node{}
	for _, w := range old {
		if !keep[w.node.row] {
			delete(s.nodes, w.node.row)
			free[[2]int{w.item, w.row}] = w.node
			changed = true
		}
	}
	for i := range s.shown {
		w := &s.shown[i]
		n := s.nodes[row(*w)]
		if n == nil {
			key := [2]int{w.item, w.row}
			if n = free[key]; n != nil {
				delete(free, key)
			} else {
				n = newNode(s)
			}
			n.fill(row(*w))
			s.nodes[row(*w)] = n
			changed = true
		}
		w.node = n
		n.quiet(s.isNear(w.item))
		n.box.Move(fyne.NewPos(x, w.y))
	}
	for _, n := range free {
		n.drop()
	}
	return changed
}

// setObjects passes the canvas objects of the visible rows to Fyne.
func (s *viewport) setObjects() {
	objects := make([]fyne.CanvasObject, 0, len(s.shown)+2)
	objects = append(objects, s.hover)
	for _, w := range s.shown {
		objects = append(objects, w.node.box)
	}
	s.Content.Objects = objects
	s.Repaint()
}

func (s *viewport) isNear(item int) bool { return item >= 0 && slices.Contains(s.near[:], item) }

// setNear sets the item under the pointer (0) or the focused item (1), which show hover-only icons.
func (s *viewport) setNear(which, item int) {
	s.near[which] = item
	for _, w := range s.shown {
		w.node.quiet(s.isNear(w.item))
	}
}

// find returns the row at a position, and the clickable area there with its position; nil for none.
func (s *viewport) find(pos fyne.Position) (w *shownRow, spot *rows.ClickArea, area rows.Area) {
	left, _ := s.column.edges()
	zoom := s.column.zoom
	for i := range s.shown {
		at := &s.shown[i]
		row := at.node.row
		x, y := (pos.X-left)/zoom, (pos.Y-at.y)/zoom
		if y < -row.SpaceAbove || y >= row.Height {
			continue
		}
		w = at
		for n := range row.ClickAreas {
			if a := row.ClickAreaBounds(&row.ClickAreas[n]); a.Contains(x, y) {
				spot, area = &row.ClickAreas[n], a.Transform(left, at.y, zoom)
			}
		}
	}
	return w, spot, area
}

// itemAt returns the item at the vertical position y of the view; -1 for none.
func (s *viewport) itemAt(y float32) int {
	for _, at := range s.column.visible {
		if y >= at.y && y < at.y+s.column.items[at.item].height {
			return at.item
		}
	}
	return -1
}

// action is a visible clickable area with its position in the view.
type action struct {
	spot *rows.ClickArea
	area rows.Area
}

// actions returns the visible clickable areas of a message in reading order.
func (s *viewport) actions(item int) []action {
	var out []action
	left, _ := s.column.edges()
	for _, w := range s.shown {
		if w.item != item {
			continue
		}
		for i := range w.node.row.ClickAreas {
			spot := &w.node.row.ClickAreas[i]
			a := w.node.row.ClickAreaBounds(spot).Transform(left, w.y, s.column.zoom)
			if a.Y >= 0 && a.Y+a.H <= s.column.size.Height {
				out = append(out, action{spot, a})
			}
		}
	}
	return out
}

// slide moves the rows that share a sideways scroll offset after a change of it.
func (s *viewport) slide(scroll *rows.ScrollOffset) {
	for _, w := range s.shown {
		if wide := w.node.row.Viewport; wide != nil && wide.Scroll == scroll {
			w.node.slide()
		}
	}
	s.Repaint()
}

// picture shows a picture in the visible rows that wait for it.
func (s *viewport) picture(sha256 string, picture image.Image) {
	for _, n := range s.nodes {
		for i, p := range n.row.Pictures {
			if p.SHA256 == sha256 {
				n.picture(i, picture)
			}
		}
	}
}

// furniture positions the scroll bar and the floating buttons, and shows or hides the buttons.
func (s *viewport) furniture() {
	v := s.column
	over, below := float32(0), float32(0)
	if len(v.items) > 0 {
		over, below = v.above(), v.below()
	}
	s.Bar.Place(v.size, over, v.size.Height, over+v.size.Height+below)
	taken := float32(0)
	for i, shown := range []bool{!v.stick && below > 60, v.awayFromReading()} {
		pill := s.pills()[i]
		if !shown {
			pill.hide()
			continue
		}
		pill.asPill(v.size, v.zoom, max(taken+8, pillFoot))
		taken = v.size.Height - pill.area.Y
	}
	if taken != s.taken {
		s.taken = taken
		v.OnPills()
	}
}
