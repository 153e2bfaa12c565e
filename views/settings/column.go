package settings

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// column puts objects under each other, all as wide as it is. Unlike Fyne's box it asks texts for their height at that width.
type column struct {
	gap   float32
	width float32
}

// Layout implements fyne.Layout.
func (c *column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	c.width = size.Width
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		h := heightAt(o, size.Width)
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, h))
		y += h + c.gap
	}
}

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (c *column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h, n := float32(0), 0
	for _, o := range objects {
		if o.Visible() {
			h += heightAt(o, c.width)
			n++
		}
	}
	return fyne.NewSize(0, h+float32(max(n-1, 0))*c.gap)
}

// heightAt is the height an object wants at a width.
func heightAt(o fyne.CanvasObject, width float32) float32 {
	if width > 0 && o.Size().Width != width {
		o.Resize(fyne.NewSize(width, o.Size().Height))
	}
	return o.MinSize().Height
}

// wrap puts objects beside each other and begins a new row where there is no more room.
type wrap struct{ gap, width float32 }

// Layout implements fyne.Layout.
func (w *wrap) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(objects, true)
}

// MinSize implements fyne.Layout.
func (w *wrap) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.place(objects, false))
}

func (w *wrap) place(objects []fyne.CanvasObject, move bool) float32 {
	var x, y, low float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if x > 0 && w.width > 0 && x+m.Width > w.width {
			x, y = 0, low+w.gap
		}
		if move {
			o.Move(fyne.NewPos(x, y))
			o.Resize(m)
		}
		x += m.Width + w.gap
		low = max(low, y+m.Height)
	}
	return low
}

// gap is free space.
func gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(0, height))
	return r
}

// flush is a text whose first letter stands at the left edge, where Fyne leaves a margin.
type flush struct {
	widget.BaseWidget
	text *widget.RichText
}

func newFlush(w *widgets.Words) *flush {
	f := &flush{text: w.RichText}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget.
func (f *flush) CreateRenderer() fyne.WidgetRenderer { return &flushRenderer{f} }

type flushRenderer struct{ f *flush }

func (r *flushRenderer) MinSize() fyne.Size {
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding)
	text := r.f.text
	if w := r.f.Size().Width; w > 0 {
		text.Resize(fyne.NewSize(w+2*pad, text.Size().Height))
	}
	return fyne.NewSize(0, max(text.MinSize().Height-2*pad, 0))
}

func (r *flushRenderer) Layout(size fyne.Size) {
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding)
	r.f.text.Move(fyne.NewPos(-pad, -pad))
	r.f.text.Resize(size.Add(fyne.NewSquareSize(2 * pad)))
}

func (r *flushRenderer) Refresh()                     { r.f.text.Refresh(); r.Layout(r.f.Size()) }
func (r *flushRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.f.text} }
func (r *flushRenderer) Destroy()                     {}
