package findbar

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

func TestTheNumberOfMatchesStandsOutOnlyIfThereIsNone(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	b := newBar(&Controller{})
	b.words.Text = "sea"
	b.Show()
	test.NewTempWindow(t, b)
	for _, c := range []struct {
		at, found int
		color     fyne.ThemeColorName
		text      string
	}{{1, 3, theme.ColorMuted, "1 of 3"}, {0, 0, theme.ColorCaution, "Not found"}, {2, 3, theme.ColorMuted, "2 of 3"}} {
		b.set(c.at, c.found, false)
		if b.count.Color != fynetheme.Color(c.color) || b.count.Text != c.text {
			t.Errorf("%d of %d: %q in %v, want %q in %s", c.at, c.found, b.count.Text, b.count.Color, c.text, c.color)
		}
	}
}
