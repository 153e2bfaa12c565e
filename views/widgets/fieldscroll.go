package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/wheel"
)

// fieldScroll lies over a field and handles the mouse wheel. Without it, Fyne's Entry would consume
// all wheel events, and the page would not scroll while the pointer is over a field.
type fieldScroll struct {
	widget.BaseWidget

	field *Field
	inner *container.Scroll
}

// Scrolled implements fyne.Scrollable. It scrolls the field first, then the container around it.
func (s *fieldScroll) Scrolled(e *fyne.ScrollEvent) {
	if s.inner != nil && s.inner.Content != nil && s.moves(e.Scrolled) {
		wheel.HandleScroll(s.inner, e)
		return
	}
	if outer := scrollOf(s.field); outer != nil {
		wheel.HandleScroll(outer, e)
	}
}

// moves reports whether the text of the field can scroll further in that direction.
func (s *fieldScroll) moves(by fyne.Delta) bool {
	if by.DX != 0 && by.DY == 0 {
		return true
	}
	room := s.inner.Content.MinSize().Height - s.inner.Size().Height
	return s.field.MultiLine && (by.DY > 0 && s.inner.Offset.Y > 0 || by.DY < 0 && s.inner.Offset.Y < room)
}

// CreateRenderer implements fyne.Widget.
func (s *fieldScroll) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// lineEnd is the space between a long line and the right edge of its field.
const lineEnd = 5

// withoutBars removes the scroll bars from a scroll. The caret and the wheel still scroll its
// content.
func withoutBars(s *container.Scroll) {
	if r, ok := seen.Renderer(s).(interface{ SetObjects([]fyne.CanvasObject) }); ok {
		r.SetObjects([]fyne.CanvasObject{s.Content})
	}
}

// fieldRenderer is Fyne's entry renderer with a fieldScroll on top.
type fieldRenderer struct {
	fyne.WidgetRenderer
	over *fieldScroll
	// cut covers the space before the text of a field of one line, into which Fyne scrolls long
	// text.
	cut *canvas.Rectangle
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := &fieldRenderer{WidgetRenderer: f.Entry.CreateRenderer(), over: &fieldScroll{field: f}, cut: canvas.NewRectangle(color.Transparent)}
	r.over.ExtendBaseWidget(r.over)
	for _, o := range r.WidgetRenderer.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			r.over.inner = s
		}
	}
	r.paintCut()
	return r
}

func (r *fieldRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.over.Resize(size)
	f := r.over.field
	if inner := r.over.inner; inner != nil && !f.MultiLine {
		inner.Resize(inner.Size().SubtractWidthHeight(lineEnd, 0))
		withoutBars(inner)
		line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), f.TextStyle).Height
		Place(r.cut, inner.Position().X+1, (size.Height-line)/2, max(f.Theme().Size(fynetheme.SizeNameInnerPadding)-2, 0), line)
	}
	// Fyne draws the border half a pixel inside the edges; other controls have it on the edges.
	Place(r.WidgetRenderer.Objects()[1], 0, 0, size.Width, size.Height)
	if theme.IsTall(f.Text + f.PlaceHolder) {
		r.Refresh()
	}
}

// Refresh implements fyne.WidgetRenderer. It makes room for letters that are higher than the line.
func (r *fieldRenderer) Refresh() {
	lines := r.lines()
	for _, t := range lines {
		t.FontSource = nil // let Fyne place and measure the lines with its own font
	}
	r.WidgetRenderer.Refresh()
	r.paintCut()
	if inner := r.over.inner; inner != nil && inner.Content != nil {
		inner.Content.MinSize() // cached by Fyne, before PlaceText changes the lines
	}
	for _, t := range r.lines() {
		at := t.Position()
		PlaceText(t, at.X, at.Y, t.Size())
	}
}

// lines returns the lines that the field draws.
func (r *fieldRenderer) lines() (lines []*canvas.Text) {
	if r.over.inner == nil || r.over.inner.Content == nil {
		return nil
	}
	for _, o := range seen.Renderer(r.over.inner.Content.(fyne.Widget)).Objects() {
		if w, ok := o.(*widget.RichText); ok {
			for _, line := range seen.Renderer(w).Objects() {
				if t, ok := line.(*canvas.Text); ok {
					lines = append(lines, t)
				}
			}
		}
	}
	return lines
}

// paintCut gives cut the color of the field's background.
func (r *fieldRenderer) paintCut() {
	r.cut.FillColor = r.over.field.Theme().Color(fynetheme.ColorNameInputBackground, fyne.CurrentApp().Settings().ThemeVariant())
}

// Objects implements fyne.WidgetRenderer. cut lies on the text and below the icon.
func (r *fieldRenderer) Objects() []fyne.CanvasObject {
	var objects []fyne.CanvasObject
	for _, o := range r.WidgetRenderer.Objects() {
		if objects = append(objects, o); o == fyne.CanvasObject(r.over.inner) {
			objects = append(objects, r.cut)
		}
	}
	return append(objects, r.over)
}
