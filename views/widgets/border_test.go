package widgets

import (
	"testing"

	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// A button with nothing but its border to be seen by has the border that can be made out (theme.TestEveryBorderOfAControlCanBeSeen).
func TestAButtonsBorderIsOneThatCanBeSeen(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
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

// What is chosen among several is filled, also while the pointer is at it; a tick alone is easily missed.
func TestAChosenOptionIsFilled(t *testing.T) {
	for _, look := range []theme.Preference{theme.Light, theme.Dark} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(look, 1))
		fill, border := fynetheme.Color(theme.ColorChosen), fynetheme.Color(theme.ColorAccent)
		is := func(what string, g ground, chosen bool) {
			t.Helper()
			if (g.FillColor == fill && g.StrokeColor == border && g.StrokeWidth > 0) != chosen {
				t.Errorf("%s, chosen %v: the ground is %v, the border %v, %v wide", what, chosen, g.FillColor, g.StrokeColor, g.StrokeWidth)
			}
		}
		for _, kind := range []ButtonKind{Secondary, Quiet} {
			b := NewButton("Dark", kind, nil)
			r, _ := test.WidgetRenderer(b).(*buttonRenderer)
			is("a button", r.ground, false)
			b.SetChosen(true)
			is("a button", r.ground, true)
			b.MouseIn(&desktop.MouseEvent{})
			is("a button with the pointer", r.ground, true)
		}
		i := NewIconButton("search", "Search", nil)
		r, _ := test.WidgetRenderer(i).(*iconButtonRenderer)
		is("an icon", r.ground, false)
		i.SetChosen(true)
		is("an icon", r.ground, true)
		s := NewSample("Nova", "Try", nil, nil)
		sr, _ := test.WidgetRenderer(s).(*sampleRenderer)
		is("a voice", sr.ground, false)
		s.SetChosen(true)
		is("a voice", sr.ground, true)
	}
}
