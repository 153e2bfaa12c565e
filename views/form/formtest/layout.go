package formtest

import "fyne.io/fyne/v2"

// CountedLayout is the layout of a container, and counts how often it lays out.
type CountedLayout struct {
	inner fyne.Layout
	Times int
}

// CountLayouts counts how often a container lays out from now on.
func CountLayouts(c *fyne.Container) *CountedLayout {
	counted := &CountedLayout{inner: c.Layout}
	c.Layout = counted
	return counted
}

// MinSize implements fyne.Layout.
func (l *CountedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return l.inner.MinSize(objects)
}

// Layout implements fyne.Layout.
func (l *CountedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.Times++
	l.inner.Layout(objects, size)
}
