package widgets

import "fyne.io/fyne/v2"

// Renderer is the renderer of a widget that places its own objects.
type Renderer struct {
	// MinSize returns the minimum size; nil means zero.
	MinSize func() fyne.Size
	// Place places the objects for the given size.
	Place func(size fyne.Size)
	// Paint updates the texts and colors of the objects; Place is called afterwards. It may be nil.
	Paint func()
	// RefreshesChildren means that refreshing the widget also refreshes the widgets and containers
	// inside.
	RefreshesChildren bool
	// Objects returns the current objects; nil if they never change.
	Objects func() []fyne.CanvasObject
}

// Of returns the renderer of a widget that consists of the given objects.
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
	if r.drawing.MinSize == nil {
		return fyne.Size{}
	}
	return r.drawing.MinSize()
}

func (r *drawingRenderer) Layout(size fyne.Size) { r.drawing.Place(size) }

func (r *drawingRenderer) Refresh() {
	if r.drawing.Paint != nil {
		r.drawing.Paint()
	}
	r.drawing.Place(r.widget.Size())
	if !r.drawing.RefreshesChildren {
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
