package conversation_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/theme"
)

func TestNoTooltipStaysBesideTheMenu(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", "Answer."))
	tips := func() (n int) {
		s.walk(func(o fyne.CanvasObject, _ fyne.Position) {
			if o, ok := o.(*canvas.Text); ok && o.Text == "More" {
				n++
			}
		})
		return n
	}
	at, ok := s.FindClickableArea("More", 0)
	if s.MouseMoved(mouse(at)); !ok || tips() != 1 {
		t.Fatal("there is no tooltip")
	}
	s.click(at)
	if s.window.Canvas().Overlays().Top() == nil || tips() != 0 {
		t.Errorf("%d tooltips beside the menu", tips())
	}
}
