package widgets

import (
	"testing"

	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// A button with nothing but its border to be seen by has the border that can be made out (theme.TestEveryBorderOfAControlCanBeSeen).
func TestAButtonsBorderIsOneThatCanBeSeen(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Dark, 1))
	want := fynetheme.Color(theme.ColorButtonBorder)
	for _, kind := range []ButtonKind{Secondary, Danger} {
		b := NewButton("Not now", kind, nil)
		if r, is := test.WidgetRenderer(b).(*buttonRenderer); !is || r.ground.StrokeColor != want || r.ground.StrokeWidth != 1 {
			t.Errorf("a button of kind %d has the border %v, %v wide, want %v", kind, r.ground.StrokeColor, r.ground.StrokeWidth, want)
		}
	}
	s := NewStarter("pencil", "Write", "a letter", nil)
	if r, is := test.WidgetRenderer(s).(*starterRenderer); !is || r.ground.StrokeColor != want {
		t.Errorf("a starter has the border %v, want %v", r.ground.StrokeColor, want)
	}
}
