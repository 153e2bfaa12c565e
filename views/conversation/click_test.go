package conversation_test

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func mouse(at fyne.Position) *desktop.MouseEvent {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = at
	return e
}

// click presses and lets go.
func (s *scene) click(at fyne.Position) {
	s.MouseMoved(mouse(at))
	s.MouseDown(mouse(at))
	s.MouseUp(mouse(at))
}

// drag selects from one place to another.
func (s *scene) drag(from, to fyne.Position) {
	s.MouseMoved(mouse(from))
	s.MouseDown(mouse(from))
	e := &fyne.DragEvent{}
	e.Position = to
	s.Dragged(e)
	s.MouseUp(mouse(to)) // Fyne lets go first and then ends the drag
	s.DragEnd()
}

func scrolled(dx, dy float32) *fyne.ScrollEvent {
	e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(dx, dy)}
	e.Position = fyne.NewPos(400, 300)
	return e
}
