package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// body is what fills the middle of the window: the conversation, the empty chat in its place, and above both what tells of
// something for a moment.
type body struct {
	root  *fyne.Container
	view  fyne.CanvasObject
	empty fyne.CanvasObject
	toast fyne.CanvasObject
}

func newBody(view, empty, toast fyne.CanvasObject) *body {
	return &body{root: container.NewStack(view, empty, toast), view: view, empty: empty, toast: toast}
}

// setEmpty shows the empty chat in place of the conversation, or takes it away.
func (b *body) setEmpty(empty bool) {
	show(b.empty, empty)
	show(b.view, !empty)
}
