package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func TestAPageThatIsOnlyReadIsTurnedByKeys(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, Gap(10))
	w.Resize(fyne.NewSize(400, 400))
	if ScrollPage(w.Canvas(), fyne.KeyDown) {
		t.Error("a page is turned where none lies")
	}
	s := container.NewVScroll(Gap(2000))
	ShowPage(w.Canvas(), "To read", s, 300, 300)
	end := s.Content.Size().Height - s.Size().Height
	page := s.Size().Height - 40
	for _, step := range []struct {
		key  fyne.KeyName
		want float32
	}{
		{fyne.KeyUp, 0},
		{fyne.KeyDown, 40},
		{fyne.KeyPageDown, 40 + page},
		{fyne.KeyPageUp, 40},
		{fyne.KeyEnd, end},
		{fyne.KeyDown, end},
		{fyne.KeyHome, 0},
	} {
		if !ScrollPage(w.Canvas(), step.key) || s.Offset.Y != step.want {
			t.Errorf("%s brings the page to %v, not to %v", step.key, s.Offset.Y, step.want)
		}
	}
	if ScrollPage(w.Canvas(), fyne.KeyReturn) {
		t.Error("Return turns the page")
	}
}
