package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// fillWhenCreated lets Show create the window with this size and then call fill, which sets the
// content, before the first paint. In this way the fonts load while the window is created.
//
// Fyne 2.8.1 has no function for this, but asks the content for its minimum size once it has
// created the window.
func fillWhenCreated(w fyne.Window, size fyne.Size, fill func()) {
	l := &unfilledLayout{window: w, size: size}
	w.SetPadded(false)
	w.SetContent(container.New(l))
	w.Resize(size)
	l.fill = fill
}

// unfilledLayout is the layout of a window without content.
type unfilledLayout struct {
	window fyne.Window
	size   fyne.Size
	fill   func()
}

// MinSize implements fyne.Layout.
func (l *unfilledLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	fill := l.fill
	if fill == nil {
		return l.size
	}
	l.fill = nil
	fill()
	return l.window.Content().MinSize()
}

// Layout implements fyne.Layout.
func (*unfilledLayout) Layout([]fyne.CanvasObject, fyne.Size) {}
