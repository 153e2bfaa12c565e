//go:build accessibility

package screenreader

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Supported reports whether this build supports screen readers.
const Supported = true

// Wrap returns the content of a window together with the objects exposed to screen readers.
func Wrap(content fyne.CanvasObject, w fyne.Window) fyne.CanvasObject {
	hidden := &opaque{content: content}
	hidden.ExtendBaseWidget(hidden)
	t := &teller{window: w, told: &fyne.Container{}}
	return &fyne.Container{Layout: fill{}, Objects: []fyne.CanvasObject{hidden, t, t.told}}
}

// opaque hides the content from Fyne's own search, which would list some of it twice.
type opaque struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

// InnerContent implements widgets.ContentHolder.
func (o *opaque) InnerContent() fyne.CanvasObject { return o.content }

// CreateRenderer implements fyne.Widget.
func (o *opaque) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.content) }

// fill gives the content the whole window, and no space to the exposed objects.
type fill struct{}

// Layout implements fyne.Layout.
func (fill) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// MinSize implements fyne.Layout.
func (fill) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// invisible implements the parts of an object that is neither painted nor reachable.
type invisible struct {
	at   fyne.Position
	size fyne.Size
}

func (i *invisible) MinSize() fyne.Size      { return fyne.Size{} }
func (i *invisible) Move(at fyne.Position)   { i.at = at }
func (i *invisible) Position() fyne.Position { return i.at }
func (i *invisible) Resize(size fyne.Size)   { i.size = size }
func (i *invisible) Size() fyne.Size         { return i.size }
func (i *invisible) Hide()                   {}
func (i *invisible) Visible() bool           { return true }
func (i *invisible) Show()                   {}
func (i *invisible) Refresh()                {}

// teller precedes the exposed objects. Fyne asks for its role after each repaint, just before it
// lists them; teller updates them then.
type teller struct {
	invisible
	window fyne.Window
	told   *fyne.Container
}

// AccessibilityLabel implements fyne.Accessible.
func (t *teller) AccessibilityLabel() string { return t.window.Title() }

// AccessibilityRole implements fyne.Accessible.
func (t *teller) AccessibilityRole() fyne.AccessibleRole {
	shown := elements(t.window.Canvas())
	t.told.Objects = make([]fyne.CanvasObject, len(shown))
	for i := range shown {
		t.told.Objects[i] = &shown[i]
	}
	return fyne.AccessibleRoleContainer
}
