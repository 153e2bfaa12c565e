package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// A button is recognized by its fill in the normal view, and by an edge that can be made out in the
// simple view and with more contrast (theme.TestEveryBorderOfAControlCanBeSeen).
func TestAButtonHasAFillAndAnEdgeWhereOneIsWanted(t *testing.T) {
	for _, c := range []struct {
		comfort theme.Comfort
		width   float32
	}{{theme.Comfort{}, 0}, {theme.Comfort{LargeTargets: true}, 1}, {theme.Comfort{MoreContrast: true}, 1}} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1).With(c.comfort))
		controls := []fyne.Widget{NewButton("Not now", Secondary, nil), NewButton("Delete", Danger, nil), NewStarter("pencil", "Write", "a letter", nil)}
		for _, control := range controls {
			ground := part[*canvas.Rectangle](control, 0)
			if ground.FillColor != fynetheme.Color(theme.ColorTint) || ground.StrokeWidth != c.width || c.width > 0 && ground.StrokeColor != fynetheme.Color(theme.ColorEdge) {
				t.Errorf("%+v: %T has the fill %v and the border %v, %v wide", c.comfort, control, ground.FillColor, ground.StrokeColor, ground.StrokeWidth)
			}
		}
	}
}

// A switch shows by its color whether it is on, by its ground that the pointer can change it, and
// by paler colors that nothing can.
func TestASwitchShowsItsState(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	for _, c := range []struct {
		on, pointed bool
		disabled    string
		fill, knob  fyne.ThemeColorName
	}{
		{false, false, "", theme.ColorCard, theme.ColorMuted},
		{false, true, "", theme.ColorHover, theme.ColorMuted},
		{false, true, "Loading", theme.ColorCard, theme.ColorOutline},
		{true, true, "Loading", theme.ColorOutline, theme.ColorCard},
		{true, false, "", theme.ColorAccent, theme.ColorOnAccent},
		{true, true, "", theme.ColorAccent, theme.ColorOnAccent},
	} {
		s := NewSwitch("Calculator")
		track, knob := part[*canvas.Rectangle](s, 1), part[*canvas.Rectangle](s, 2)
		s.Set(c.on)
		s.SetDisabled(c.disabled)
		if c.pointed {
			s.MouseIn(&desktop.MouseEvent{})
		}
		if track.FillColor != colorOf(c.fill) || knob.FillColor != colorOf(c.knob) {
			t.Errorf("%+v: the track is %v, the knob %v", c, track.FillColor, knob.FillColor)
		}
	}
}

// part is the nth object that a widget is made of.
func part[T fyne.CanvasObject](w fyne.Widget, n int) T {
	o, _ := test.WidgetRenderer(w).Objects()[n].(T)
	return o
}

// What is chosen among several is filled, also while the pointer is at it; a tick alone is easily
// missed.
func TestAChosenOptionIsFilled(t *testing.T) {
	for _, look := range []theme.Preference{theme.Light, theme.Dark} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(look, 1))
		fill, border := fynetheme.Color(theme.ColorChosen), fynetheme.Color(theme.ColorAccent)
		is := func(what string, w fyne.Widget, chosen bool) {
			t.Helper()
			g := part[*canvas.Rectangle](w, 0)
			if (g.FillColor == fill && g.StrokeColor == border && g.StrokeWidth > 0) != chosen {
				t.Errorf("%s, chosen %v: the ground is %v, the border %v, %v wide", what, chosen, g.FillColor, g.StrokeColor, g.StrokeWidth)
			}
		}
		for _, kind := range []ButtonKind{Secondary, Quiet} {
			b := NewButton("Dark", kind, nil)
			is("a button", b, false)
			b.SetChosen(true)
			is("a button", b, true)
			b.MouseIn(&desktop.MouseEvent{})
			is("a button with the pointer", b, true)
		}
		i := NewIconButton("search", "Search", nil)
		is("an icon", i, false)
		i.SetChosen(true)
		is("an icon", i, true)
		s := NewTryOption("Nova", "Try", nil, nil)
		is("a voice", s, false)
		s.SetChosen(true)
		is("a voice", s, true)
	}
}

// An icon that is disabled looks as if nothing could be done with it, also with the pointer at it.
func TestADisabledIconButtonIsGray(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	for _, c := range []struct {
		filled, pointed bool
		disabled        string
		fill, icon      fyne.ThemeColorName
	}{
		{false, false, "", "", theme.ColorMuted},
		{false, true, "", theme.ColorHover, fynetheme.ColorNameForeground},
		{false, true, "Loading", "", theme.ColorDisabled},
		{true, true, "", theme.ColorAccent, theme.ColorOnAccent},
		{true, false, "Loading", theme.ColorHover, theme.ColorMuted},
		{true, true, "Loading", theme.ColorHover, theme.ColorMuted},
	} {
		b := NewIconButton("arrow-up", "Send", nil)
		b.SetFilled(c.filled)
		b.SetDisabled(c.disabled)
		if c.pointed {
			b.MouseIn(&desktop.MouseEvent{})
		}
		ground, icon := part[*canvas.Rectangle](b, 0).FillColor, part[*canvas.Image](b, 1).Resource.Name()
		if want := theme.Icon("arrow-up", c.icon).Name(); ground != colorOf(c.fill) || icon != want {
			t.Errorf("%+v: the ground is %v, the icon %s, want %s", c, ground, icon, want)
		}
	}
}

// An icon button with the keyboard has a ring that stands out from its own color.
func TestTheRingOfAnIconButtonCanBeSeen(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	for _, c := range []struct {
		filled, chosen bool
		ring           fyne.ThemeColorName
	}{
		{false, false, theme.ColorAccent},
		{true, false, fynetheme.ColorNameForeground},
		{false, true, fynetheme.ColorNameForeground},
	} {
		b := NewIconButton("arrow-up", "Send", nil)
		b.SetFilled(c.filled)
		b.SetChosen(c.chosen)
		b.FocusGained()
		if ground := part[*canvas.Rectangle](b, 0); ground.StrokeColor != colorOf(c.ring) || ground.StrokeWidth != 2 {
			t.Errorf("%+v: the ring is %v, %v wide", c, ground.StrokeColor, ground.StrokeWidth)
		}
	}
}
