package formtest

import "fyne.io/fyne/v2"

// CountedLayout wraps the layout of a container, and counts its layouts.
type CountedLayout struct {
	inner fyne.Layout
	Times int
}

// CountLayouts counts the layouts of a container from now on.
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
