package conversation_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/theme"
)

// Whoever needs large letters needs them on the button to the end and in the hints too.
func TestButtonsOverTheTextGrowWithIt(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Go on."), reply("2", strings.Repeat("A line that is there.\n\n", 60)))
	sizes := func() map[string]float32 {
		out := map[string]float32{}
		s.GoToEnd()
		at, ok := s.FindClickableArea("Copy", 0)
		if !ok {
			t.Fatal("no Copy under the reply")
		}
		s.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
		for o := range s.texts() {
			if o.Text == "Copy" {
				out["hint"] = o.TextSize
			}
		}
		s.Scrolled(scrolled(0, 300))
		for o := range s.texts() {
			if o.Text == "To the end" {
				out["button"] = o.TextSize
			}
		}
		return out
	}
	normal := sizes()
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, 2))
	s.Refresh()
	for what, large := range sizes() {
		if normal[what] == 0 || large != 2*normal[what] {
			t.Errorf("the %s has letters of %v instead of %v", what, large, 2*normal[what])
		}
	}
	if len(normal) != 2 {
		t.Errorf("%v was seen", normal)
	}
}
