package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/seen"
	"parlando/views/wheel"
)

// fieldScroll lies over a field and takes the wheel. Fyne's own field keeps the wheel even where
// nothing in it can move, and the page around it would stand still wherever the pointer comes to
// lie over a field.
type fieldScroll struct {
	widget.BaseWidget

	field *Field
	inner *container.Scroll
}

// Scrolled implements fyne.Scrollable: what is in the field moves first, then what is around it.
func (s *fieldScroll) Scrolled(e *fyne.ScrollEvent) {
	if s.inner != nil && s.inner.Content != nil && s.moves(e.Scrolled) {
		wheel.Turn(s.inner, e)
		return
	}
	if outer := scrollOf(s.field); outer != nil {
		wheel.Turn(outer, e)
	}
}

// moves reports whether the text of the field can go further that way.
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

// withoutBars takes the scroll bars from a scroll. Its content is still moved by the caret and the
// wheel.
func withoutBars(s *container.Scroll) {
	if r, ok := seen.Renderer(s).(interface{ SetObjects([]fyne.CanvasObject) }); ok {
		r.SetObjects([]fyne.CanvasObject{s.Content})
	}
}

// fieldRenderer is Fyne's with what takes the wheel on top.
type fieldRenderer struct {
	fyne.WidgetRenderer
	over *fieldScroll
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := &fieldRenderer{WidgetRenderer: f.Entry.CreateRenderer(), over: &fieldScroll{field: f}}
	r.over.ExtendBaseWidget(r.over)
	for _, o := range r.WidgetRenderer.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			r.over.inner = s
		}
	}
	return r
}

func (r *fieldRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.over.Resize(size)
	if inner := r.over.inner; inner != nil && !r.over.field.MultiLine {
		inner.Resize(inner.Size().SubtractWidthHeight(lineEnd, 0))
		withoutBars(inner)
	}
	// Fyne draws the border half a pixel inside the edges, where those of other controls stand.
	Place(r.WidgetRenderer.Objects()[1], 0, 0, size.Width, size.Height)
}

func (r *fieldRenderer) Objects() []fyne.CanvasObject {
	objects := r.WidgetRenderer.Objects()
	return append(objects[:len(objects):len(objects)], r.over)
}
