package widgets

import (
	"testing"

	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
)

func TestATitleWithoutRoomIsNotPaintedOverTheButtons(t *testing.T) {
	test.NewTempApp(t)
	title, badge := NewTitle("Transcribe", fynetheme.SizeNameSubHeadingText), NewPracticeBadge()
	wide, beside := title.MinSize().Width, badge.MinSize().Width
	for _, c := range []struct {
		room  float32
		badge bool
		want  bool
	}{
		{wide, false, true}, {wide - 1, false, false}, {wide + 10 + beside, true, true}, {wide + 9 + beside, true, false},
	} {
		SetVisible(badge, c.badge)
		TitleWithBadge(title, badge, 16, 16+c.room, 52)
		if title.Visible() != c.want {
			t.Errorf("in %v, badge %v: title %v", c.room, c.badge, title.Visible())
		}
	}
}
