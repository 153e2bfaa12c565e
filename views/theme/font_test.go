package theme

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/sfnt"

	"parlando/app/formula"
)

var styled = map[string]fyne.TextStyle{
	"bold": {Bold: true}, "slanted": {Italic: true}, "bold and slanted": {Bold: true, Italic: true}, "of one width": {Monospace: true},
}

// A font that is named is used alone: it must have every letter it is named for.
func TestAFontThatIsNamedHasTheLetters(t *testing.T) {
	for name, style := range styled {
		t.Run(name, func(t *testing.T) {
			var buf sfnt.Buffer
			var missing []rune
			fonts := map[fyne.Resource]*sfnt.Font{}
			test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
			for r := rune(' '); r < 0x30000; r++ {
				source := FontFor(string(r), style)
				if source == nil || r >= 0x7f && r < 0xa0 {
					continue
				}
				if fonts[source] == nil {
					f, err := sfnt.Parse(source.Content())
					if err != nil {
						t.Fatal(err)
					}
					fonts[source] = f
				}
				if g, err := fonts[source].GlyphIndex(&buf, r); err != nil || g == 0 {
					missing = append(missing, r)
				}
			}
			if len(fonts) != 1 || len(missing) > 0 {
				t.Errorf("%d fonts; without a letter for %U", len(fonts), missing)
			}
		})
	}
}

// A formula is written only in letters that the fonts have: Fyne looks in that of words, or of one
// width for signs, and in that of a few arrows.
func TestTheCharactersOfFormulasAreInTheFonts(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
	var fonts [3]*sfnt.Font
	for i, source := range []fyne.Resource{fynetheme.DefaultTextFont(), fynetheme.DefaultSymbolFont(), fynetheme.DefaultTextMonospaceFont()} {
		f, err := sfnt.Parse(source.Content())
		if err != nil {
			t.Fatal(err)
		}
		fonts[i] = f
	}
	var buf sfnt.Buffer
	has := func(f *sfnt.Font, r rune) bool { g, err := f.GlyphIndex(&buf, r); return err == nil && g != 0 }
	characters := formula.Characters()
	if len(characters) < 200 {
		t.Fatalf("%d characters", len(characters))
	}
	for _, r := range characters {
		if IsSymbol(r) && !has(fonts[2], r) || !IsSymbol(r) && !has(fonts[0], r) && !has(fonts[1], r) {
			t.Errorf("no letter for %c %U", r, r)
		}
	}
}

func TestWhatNeedsOtherFontsIsLeftToFyne(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
	for name, style := range styled {
		for _, text := range []string{"東京", "שלום", "ok 👍"} {
			if FontFor(text, style) != nil {
				t.Errorf("a font is named for %s %q", name, text)
			}
		}
		if FontFor("größer – данные", style) == nil {
			t.Errorf("no font is named for Latin and Cyrillic letters, %s", name)
		}
	}
	if FontFor("plain", fyne.TextStyle{}) != nil {
		t.Error("a font is named for plain words, which are in every font that is loaded")
	}
}
