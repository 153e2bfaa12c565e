package widgets

import "fyne.io/fyne/v2"

// Renderer is the renderer of a widget that places its objects itself.
type Renderer struct {
	// Least returns the least size; without it that is nothing.
	Least func() fyne.Size
	// Place places the objects in a size.
	Place func(size fyne.Size)
	// Paint, which may be nil, gives the objects the words and colors of now. They are placed again
	// after it.
	Paint func()
	// Deep has a refresh of the widget refresh the widgets and containers in it too.
	Deep bool
	// Objects returns the objects where they are not always the same.
	Objects func() []fyne.CanvasObject
}

// Of returns the renderer of a widget that is made of objects.
func (d Renderer) Of(widget fyne.CanvasObject, objects ...fyne.CanvasObject) fyne.WidgetRenderer {
	if d.Paint != nil {
		d.Paint()
	}
	if size := widget.Size(); size.Width > 0 {
		d.Place(size)
	}
	return &drawingRenderer{drawing: d, widget: widget, objects: objects}
}

type drawingRenderer struct {
	drawing Renderer
	widget  fyne.CanvasObject
	objects []fyne.CanvasObject
}

func (r *drawingRenderer) MinSize() fyne.Size {
	if r.drawing.Least == nil {
		return fyne.Size{}
	}
	return r.drawing.Least()
}

func (r *drawingRenderer) Layout(size fyne.Size) { r.drawing.Place(size) }

func (r *drawingRenderer) Refresh() {
	if r.drawing.Paint != nil {
		r.drawing.Paint()
	}
	r.drawing.Place(r.widget.Size())
	if !r.drawing.Deep {
		return
	}
	for _, o := range r.Objects() {
		switch o.(type) {
		case fyne.Widget, *fyne.Container:
			o.Refresh()
		}
	}
}

func (r *drawingRenderer) Objects() []fyne.CanvasObject {
	if r.drawing.Objects != nil {
		return r.drawing.Objects()
	}
	return r.objects
}

func (r *drawingRenderer) Destroy() {}
