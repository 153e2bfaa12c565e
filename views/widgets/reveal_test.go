package widgets

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func TestFocusScrollsOnlyWhatTheControlLiesIn(t *testing.T) {
	first := NewField("First", "")
	list := container.NewVBox(first)
	for i := range 40 {
		list.Add(NewButton(strconv.Itoa(i), Secondary, nil))
	}
	s, above := container.NewVScroll(list), NewButton("Above", Secondary, nil)
	w := room(t, container.NewBorder(above, nil, nil, nil, s))
	s.ScrollToOffset(fyne.NewPos(0, 300))
	w.Canvas().Focus(above) // the content reaches under it
	if s.Offset.Y != 300 {
		t.Errorf("a control above it scrolled it to %v", s.Offset.Y)
	}
	w.Canvas().Focus(list.Objects[40].(*Button))
	if end := list.Size().Height - s.Size().Height; s.Offset.Y != end {
		t.Errorf("the last control is at the foot at %v, it was scrolled to %v", end, s.Offset.Y)
	}
	w.Canvas().Focus(first)
	if s.Offset.Y != 0 {
		t.Errorf("the first control is at the top, it was scrolled to %v", s.Offset.Y)
	}
}
