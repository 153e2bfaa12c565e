package conversation

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/conversation/rows"
	"parley/views/theme"
)

// flat is the layout of containers whose contents are placed by hand.
type flat struct{}

func (flat) Layout([]fyne.CanvasObject, fyne.Size) {}
func (flat) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func group(objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: flat{}, Objects: objects}
}

// stage holds the objects of the window: those of the rows that are seen, and the furniture over them. It is the
// renderer of View.
type stage struct {
	view    *View
	clip    *clip
	content *fyne.Container
	visible []visible
	nodes   map[*rows.Row]*node
	// where tells the item and the index of each row that is shown, in the order of the window.
	shown []shown

	bar    *scrollBar
	latest *pill
	// taken is how much of the foot the pills take.
	taken   float32
	back    *pill // to what is being read
	hover   *canvas.Rectangle
	focus   *canvas.Rectangle
	tip     *tip
	objects []fyne.CanvasObject
	// pulse is what is refreshed to have the window painted when nothing else tells Fyne.
	pulse *canvas.Rectangle
	look  []color.Color
}

// shown is a row in the window.
type shown struct {
	item, row int
	y         float32
	node      *node
}

func newStage(v *View) *stage {
	s := &stage{view: v, nodes: map[*rows.Row]*node{}, content: group(), pulse: canvas.NewRectangle(color.Transparent)}
	s.clip = newClip(s.content)
	s.bar = newScrollBar(v)
	s.latest = newPill("arrow-down", lang.L("Latest"))
	s.back = newPill("volume-2", lang.L("Back to the reading"))
	s.hover = canvas.NewRectangle(color.Transparent)
	s.hover.Hide()
	s.focus = canvas.NewRectangle(color.Transparent)
	s.focus.Hide()
	s.tip = newTip()
	s.pulse.Resize(fyne.NewSize(1, 1))
	s.objects = []fyne.CanvasObject{s.clip, s.focus, s.bar.thumb, s.latest.box, s.back.box, s.tip.box, s.pulse}
	return s
}

// Objects is for Fyne.
func (s *stage) Objects() []fyne.CanvasObject { return s.objects }

// MinSize is for Fyne.
func (s *stage) MinSize() fyne.Size { return fyne.NewSize(160, 80) }

// Destroy is for Fyne.
func (s *stage) Destroy() {}

// Layout is for Fyne: the view was given another size.
func (s *stage) Layout(size fyne.Size) {
	if s.clip.Size() == size {
		return
	}
	v := s.view
	keep, ok := v.readingPlace()
	s.clip.Resize(size)
	s.content.Resize(size)
	if ok && !v.stick {
		v.returnTo(keep)
	}
	v.rescale()
	v.place()
}

// Refresh is for Fyne: the theme may have changed. Nothing else is refreshed from outside.
func (s *stage) Refresh() {
	if s.view.empty != nil {
		s.view.empty.Refresh()
	}
	look := s.palette()
	v := s.view
	keep, kept := v.readingPlace()
	zoomed := v.setZoom()
	if slices.Equal(look, s.look) && !zoomed {
		return
	}
	s.look = look
	for _, n := range s.nodes {
		n.drop()
	}
	clear(s.nodes)
	s.shown = nil
	s.furnish()
	if zoomed {
		if kept && !v.stick {
			v.returnTo(keep)
		}
		v.rescale()
	}
	v.place()
}

// palette is what tells one theme from another.
func (s *stage) palette() []color.Color {
	var out []color.Color
	for _, name := range []fyne.ThemeColorName{
		fynetheme.ColorNameForeground, fynetheme.ColorNameBackground, theme.ColorMuted, theme.ColorAccent, theme.ColorCode,
	} {
		out = append(out, fynetheme.Color(name))
	}
	return out
}

// furnish gives the furniture the colours of the theme.
func (s *stage) furnish() {
	s.bar.thumb.FillColor = fynetheme.Color(fynetheme.ColorNameScrollBar)
	s.hover.FillColor = fynetheme.Color(theme.ColorHover)
	s.focus.StrokeColor = fynetheme.Color(theme.ColorAccent)
	s.focus.FillColor = theme.Hollow(s.focus.StrokeColor)
	s.focus.StrokeWidth = 2
	s.focus.CornerRadius = 8
	s.latest.furnish()
	s.back.furnish()
	s.tip.furnish()
}

// show makes the rows of list be what the window shows. Rows that stay are moved, not made again.
func (s *stage) show(list []visible) {
	v := s.view
	if s.look == nil {
		s.look = s.palette()
		s.furnish()
		if v.setZoom() {
			v.place()
			return
		}
	}
	s.visible = list
	x, _ := v.column()
	height := v.windowHeight()
	old := s.shown
	s.shown = make([]shown, 0, len(old)+4)
	changed := false
	for _, at := range list {
		it := v.items[at.item]
		if it.card == nil {
			continue
		}
		for r := it.card.rowAt(-at.y / v.zoom); r < len(it.card.rows); r++ {
			y := at.y + it.card.tops[r]*v.zoom
			if y > height {
				break
			}
			s.shown = append(s.shown, shown{item: at.item, row: r, y: y})
		}
	}
	// Objects of rows that went away are given to rows that take their place, so that a growing line keeps its objects.
	keep := make(map[*rows.Row]bool, len(s.shown))
	for _, w := range s.shown {
		keep[v.items[w.item].card.rows[w.row]] = true
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
		row := v.items[w.item].card.rows[w.row]
		n := s.nodes[row]
		if n == nil {
			key := [2]int{w.item, w.row}
			if n = free[key]; n != nil {
				delete(free, key)
			} else {
				n = newNode(s)
			}
			n.fill(row)
			s.nodes[row] = n
			changed = true
		}
		w.node = n
		n.quiet(v.pointer.item == w.item || v.keys.item == w.item)
		n.box.Move(fyne.NewPos(x, w.y))
	}
	for _, n := range free {
		n.drop()
	}
	if changed || len(s.shown) != len(old) {
		objects := make([]fyne.CanvasObject, 0, len(s.shown)+2)
		objects = append(objects, s.hover)
		if len(v.items) == 0 && v.empty != nil {
			v.empty.Resize(v.Size())
			objects = append(objects, v.empty)
		}
		for _, w := range s.shown {
			objects = append(objects, w.node.box)
		}
		s.content.Objects = objects
		s.repaint()
	} else if len(v.items) == 0 && v.empty != nil && len(s.content.Objects) != 2 {
		v.empty.Resize(v.Size())
		s.content.Objects = []fyne.CanvasObject{s.hover, v.empty}
		s.repaint()
	} else if len(v.items) == 0 && v.empty != nil {
		v.empty.Resize(v.Size())
	}
	s.shade()
	s.pointAt()
	s.furniture()
}

// repaint has the window painted.
func (s *stage) repaint() { canvas.Refresh(s.pulse) }

// picture gives a picture to the rows that wait for it.
func (s *stage) picture(sha256 string, picture image.Image) {
	for _, n := range s.nodes {
		for i, p := range n.row.Pictures {
			if p.SHA256 == sha256 {
				n.picture(i, picture)
			}
		}
	}
}

// furniture puts the scroll bar and the button to the end where they belong.
func (s *stage) furniture() {
	v := s.view
	size := v.Size()
	over, below := float32(0), float32(0)
	if len(v.items) > 0 {
		over, below = max(v.above(), 0), v.below()
	}
	s.bar.place(size, over, below)
	latest := !v.stick && below > 60
	s.latest.place(size, v.zoom, 12, latest)
	above := float32(12)
	if latest {
		above += pillHeight*v.zoom + 8
	}
	s.back.place(size, v.zoom, above, v.awayFromReading())
	taken := float32(0)
	for _, p := range s.pills() {
		if p.area.H > 0 {
			taken = max(taken, size.Height-p.area.Y)
		}
	}
	if taken != s.taken {
		s.taken = taken
		v.OnPills()
	}
}
