package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

func TestAnIconIsDrawnOnlyWhenItChanges(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	p := newPicture("copy", 16)
	p.paint("copy", fynetheme.ColorNameForeground)
	if p.Image.Image != nil {
		t.Error("an icon without a size is drawn")
	}
	p.Resize(fyne.NewSquareSize(16))
	for _, c := range []struct {
		what, name string
		color      fyne.ThemeColorName
		preference theme.Preference
		again      bool
	}{
		{"the same", "copy", fynetheme.ColorNameForeground, theme.Light, false},
		{"another name", "check", fynetheme.ColorNameForeground, theme.Light, true},
		{"another color", "check", theme.ColorMuted, theme.Light, true},
		{"another theme", "check", theme.ColorMuted, theme.Dark, true},
		{"nothing new", "check", theme.ColorMuted, theme.Dark, false},
	} {
		app.Settings().SetTheme(theme.New(c.preference, 1))
		before := p.Image.Image
		if before == nil {
			t.Fatal("an icon with a size is not drawn")
		}
		p.paint(c.name, c.color)
		if again := p.Image.Image != before; again != c.again {
			t.Errorf("%s: drawn again %t, want %t", c.what, again, c.again)
		}
	}
}
