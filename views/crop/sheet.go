package crop

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

const (
	// line is the width of the selection's border; grip is the distance from an edge within which
	// it can be dragged.
	line = 2
	grip = 10
	// step is the distance an arrow key moves the selection, in pixels of the picture.
	step = 10
	// least is the minimum side of a selection, in pixels of the picture; a smaller drag counts as
	// a click.
	least = 4
)

// hold is the set of selection edges that the pointer drags.
type hold struct{ left, top, right, bottom bool }

func (h hold) any() bool { return h.left || h.top || h.right || h.bottom }

// sheet shows the picture, scaled to fit, and the selection. Positions are in device-independent
// pixels, everything else is in pixels of the picture.
type sheet struct {
	widget.BaseWidget

	onChanged, onTake, onCancel func()

	img image.Image
	// view is the visible part of the picture, selected the selection.
	view, selected image.Rectangle

	// from is where the pointer was pressed (nil while it is up), before the selection at that
	// time, and grabbed the dragged edges.
	from    *image.Point
	before  image.Rectangle
	grabbed hold

	shift, focused bool
	pointer        desktop.Cursor
}

func newSheet() *sheet {
	s := &sheet{pointer: desktop.CrosshairCursor}
	s.ExtendBaseWidget(s)
	return s
}

// show shows a part of the picture with an empty selection.
func (s *sheet) show(img image.Image, view image.Rectangle) {
	s.img, s.view, s.selected, s.from = img, view, image.Rectangle{}, nil
	s.Refresh()
}

// place returns the position and size of the picture on the sheet; scale is in picture pixels per
// unit.
func (s *sheet) place() (at fyne.Position, size fyne.Size, scale float32) {
	room := s.Size()
	if s.view.Empty() || room.Width <= 0 || room.Height <= 0 {
		return fyne.Position{}, fyne.Size{}, 1
	}
	scale = max(float32(s.view.Dx())/room.Width, float32(s.view.Dy())/room.Height)
	size = fyne.NewSize(round(float32(s.view.Dx())/scale), round(float32(s.view.Dy())/scale))
	return fyne.NewPos(round((room.Width-size.Width)/2), round((room.Height-size.Height)/2)), size, scale
}

func round(x float32) float32 { return float32(math.Round(float64(x))) }

// pixel returns the pixel at a position, clamped to the picture.
func (s *sheet) pixel(p fyne.Position) image.Point {
	at, _, scale := s.place()
	x := s.view.Min.X + int(math.Round(float64((p.X-at.X)*scale)))
	y := s.view.Min.Y + int(math.Round(float64((p.Y-at.Y)*scale)))
	return image.Pt(min(max(x, s.view.Min.X), s.view.Max.X), min(max(y, s.view.Min.Y), s.view.Max.Y))
}

// on converts a rectangle of the picture to its position and size on the sheet.
func (s *sheet) on(r image.Rectangle) (fyne.Position, fyne.Size) {
	at, _, scale := s.place()
	return at.AddXY(float32(r.Min.X-s.view.Min.X)/scale, float32(r.Min.Y-s.view.Min.Y)/scale),
		fyne.NewSize(float32(r.Dx())/scale, float32(r.Dy())/scale)
}

// holds returns the edges the pointer would drag; inside reports whether it is inside the
// selection, away from the edges.
func (s *sheet) holds(p fyne.Position) (edges hold, inside bool) {
	if s.selected.Empty() {
		return hold{}, false
	}
	at, size := s.on(s.selected)
	x, y := p.X-at.X, p.Y-at.Y
	if x < -grip || y < -grip || x > size.Width+grip || y > size.Height+grip {
		return hold{}, false
	}
	near := func(a, b float32) bool { return a-b < grip && b-a < grip }
	edges = hold{near(x, 0), near(y, 0), near(x, size.Width), near(y, size.Height)}
	if edges.left && edges.right { // a narrow selection: take the nearer edge
		edges.left, edges.right = x < size.Width/2, x >= size.Width/2
	}
	if edges.top && edges.bottom {
		edges.top, edges.bottom = y < size.Height/2, y >= size.Height/2
	}
	return edges, !edges.any()
}

func (s *sheet) set(r image.Rectangle) {
	if r = r.Intersect(s.view); r == s.selected {
		return
	}
	s.selected = r
	s.Refresh()
	if s.onChanged != nil {
		s.onChanged()
	}
}

// MouseDown implements desktop.Mouseable.
func (s *sheet) MouseDown(e *desktop.MouseEvent) {
	widgets.PointerPressed()
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	s.takeKeys()
	s.takeHold(e.Position)
}

// takeKeys focuses the sheet.
func (s *sheet) takeKeys() {
	if over := widgets.CanvasOf(s); over != nil {
		over.Focus(s)
	}
}

func (s *sheet) takeHold(p fyne.Position) {
	at := s.pixel(p)
	edges, inside := s.holds(p)
	s.from, s.grabbed, s.before = &at, edges, image.Rectangle{}
	if edges.any() || inside {
		s.before = s.selected
	}
}

// MouseUp implements desktop.Mouseable.
func (s *sheet) MouseUp(*desktop.MouseEvent) { s.letGo() }

// Dragged implements fyne.Draggable.
func (s *sheet) Dragged(e *fyne.DragEvent) {
	if s.from == nil {
		s.takeHold(e.Position.SubtractXY(e.Dragged.DX, e.Dragged.DY))
	}
	to := s.pixel(e.Position)
	by := to.Sub(*s.from)
	switch {
	case s.before.Empty():
		s.set(image.Rectangle{Min: *s.from, Max: to}.Canon())
	case s.grabbed.any():
		s.set(s.stretched(by))
	default:
		s.set(s.moved(s.before, by))
	}
}

// DragEnd implements fyne.Draggable.
func (s *sheet) DragEnd() { s.letGo() }

func (s *sheet) letGo() {
	if s.from == nil {
		return
	}
	s.from = nil
	if s.selected.Dx() < least || s.selected.Dy() < least {
		s.set(image.Rectangle{})
	}
}

// stretched returns the selection with the dragged edges moved.
func (s *sheet) stretched(by image.Point) image.Rectangle {
	r := s.before
	if s.grabbed.left {
		r.Min.X += by.X
	}
	if s.grabbed.right {
		r.Max.X += by.X
	}
	if s.grabbed.top {
		r.Min.Y += by.Y
	}
	if s.grabbed.bottom {
		r.Max.Y += by.Y
	}
	return r.Canon()
}

// moved returns r moved by an offset, clamped to the visible picture.
func (s *sheet) moved(r image.Rectangle, by image.Point) image.Rectangle {
	by.X = min(max(by.X, s.view.Min.X-r.Min.X), s.view.Max.X-r.Max.X)
	by.Y = min(max(by.Y, s.view.Min.Y-r.Min.Y), s.view.Max.Y-r.Max.Y)
	return r.Add(by)
}

// TypedKey implements fyne.Focusable: the arrows move the selection, or with Shift its right and
// bottom edges; Enter accepts it, Escape cancels. Without a selection, an arrow selects the middle.
func (s *sheet) TypedKey(e *fyne.KeyEvent) {
	by := image.Point{}
	switch e.Name {
	case fyne.KeyLeft:
		by.X = -step
	case fyne.KeyRight:
		by.X = step
	case fyne.KeyUp:
		by.Y = -step
	case fyne.KeyDown:
		by.Y = step
	case fyne.KeyReturn, fyne.KeyEnter:
		widgets.CallIfSet(s.onTake)
		return
	case fyne.KeyEscape:
		widgets.CallIfSet(s.onCancel)
		return
	default:
		widgets.KeyToWindow(s, e)
		return
	}
	switch r := s.selected; {
	case r.Empty():
		s.set(s.view.Inset(min(s.view.Dx(), s.view.Dy()) / 4))
	case s.shift:
		r.Max = r.Max.Add(by)
		r.Max.X, r.Max.Y = max(r.Max.X, r.Min.X+step), max(r.Max.Y, r.Min.Y+step)
		s.set(r)
	default:
		s.set(s.moved(r, by))
	}
}

// KeyDown implements desktop.Keyable.
func (s *sheet) KeyDown(e *fyne.KeyEvent) {
	widgets.KeyPressed()
	s.shifted(e, true)
}

// KeyUp implements desktop.Keyable.
func (s *sheet) KeyUp(e *fyne.KeyEvent) { s.shifted(e, false) }

func (s *sheet) shifted(e *fyne.KeyEvent, down bool) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		s.shift = down
	}
}

// TypedRune implements fyne.Focusable.
func (s *sheet) TypedRune(rune) {}

// FocusGained implements fyne.Focusable.
func (s *sheet) FocusGained() { s.focused = true; s.Refresh() }

// FocusLost implements fyne.Focusable.
func (s *sheet) FocusLost() { s.focused, s.shift = false, false; s.Refresh() }

// Tapped implements fyne.Tappable.
func (s *sheet) Tapped(*fyne.PointEvent) { s.takeKeys() }

// MouseIn implements desktop.Hoverable.
func (s *sheet) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (s *sheet) MouseMoved(e *desktop.MouseEvent) {
	edges, inside := s.holds(e.Position)
	switch {
	case (edges.left || edges.right) && !edges.top && !edges.bottom:
		s.pointer = desktop.HResizeCursor
	case (edges.top || edges.bottom) && !edges.left && !edges.right:
		s.pointer = desktop.VResizeCursor
	case inside, edges.any():
		s.pointer = desktop.PointerCursor
	default:
		s.pointer = desktop.CrosshairCursor
	}
}

// MouseOut implements desktop.Hoverable.
func (s *sheet) MouseOut() {}

// Cursor implements desktop.Cursorable.
func (s *sheet) Cursor() desktop.Cursor { return s.pointer }

// AccessibilityLabel implements fyne.Accessible.
func (s *sheet) AccessibilityLabel() string { return i18n.Text("Screenshot") }

// AccessibilityRole implements fyne.Accessible.
func (s *sheet) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// CreateRenderer implements fyne.Widget.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	r := &sheetRenderer{s: s, picture: canvas.NewImageFromImage(s.img), ring: canvas.NewRectangle(color.Transparent), border: canvas.NewRectangle(color.Transparent)}
	r.picture.FillMode = canvas.ImageFillStretch
	r.ring.StrokeWidth, r.border.StrokeWidth = 1, line
	for i := range r.shades {
		r.shades[i] = canvas.NewRectangle(color.NRGBA{A: 0x80})
	}
	for i := range r.corners {
		r.corners[i] = canvas.NewRectangle(nil)
	}
	r.Refresh()
	return r
}

type sheetRenderer struct {
	s       *sheet
	picture *canvas.Image
	// shades darken the area outside the selection; ring surrounds the picture, border the
	// selection.
	shades       [4]*canvas.Rectangle
	ring, border *canvas.Rectangle
	corners      [4]*canvas.Rectangle
}

func (r *sheetRenderer) MinSize() fyne.Size { return fyne.NewSize(160, 120) }

func (r *sheetRenderer) Layout(fyne.Size) {
	at, size, _ := r.s.place()
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
	}
	put(r.picture, at.X, at.Y, size.Width, size.Height)
	put(r.ring, at.X-1, at.Y-1, size.Width+2, size.Height+2)
	p, s := at, size
	if !r.s.selected.Empty() {
		// Whole pixels, so that the dark areas end exactly at the edges of the picture.
		from, chosen := r.s.on(r.s.selected)
		p = fyne.NewPos(round(from.X), round(from.Y))
		s = fyne.NewSize(round(from.X+chosen.Width)-p.X, round(from.Y+chosen.Height)-p.Y)
	}
	right, bottom := at.X+size.Width, at.Y+size.Height
	put(r.shades[0], at.X, at.Y, size.Width, p.Y-at.Y)
	put(r.shades[1], at.X, p.Y+s.Height, size.Width, bottom-p.Y-s.Height)
	put(r.shades[2], at.X, p.Y, p.X-at.X, s.Height)
	put(r.shades[3], p.X+s.Width, p.Y, right-p.X-s.Width, s.Height)
	put(r.border, p.X, p.Y, s.Width, s.Height)
	const side = 8
	for i, c := range r.corners {
		put(c, p.X+float32(i%2)*s.Width-side/2, p.Y+float32(i/2)*s.Height-side/2, side, side)
	}
}

func (r *sheetRenderer) Refresh() {
	if r.picture.Image != r.s.img {
		r.picture.Image = r.s.img
		r.picture.Refresh()
	}
	r.ring.StrokeColor = fynetheme.Color(theme.ColorLine)
	if r.s.focused {
		r.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	}
	accent := fynetheme.Color(theme.ColorAccent)
	r.border.StrokeColor = accent
	chosen := !r.s.selected.Empty()
	for _, c := range r.corners {
		c.FillColor = accent
		c.Hidden = !chosen
	}
	r.border.Hidden = !chosen
	r.Layout(r.s.Size())
	canvas.Refresh(r.s)
}

func (r *sheetRenderer) Objects() []fyne.CanvasObject {
	out := []fyne.CanvasObject{r.picture, r.ring}
	for _, s := range r.shades {
		out = append(out, s)
	}
	out = append(out, r.border)
	for _, c := range r.corners {
		out = append(out, c)
	}
	return out
}

func (r *sheetRenderer) Destroy() {}
