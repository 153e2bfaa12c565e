package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// FontFor names the font of a text in a style other than the plain one, if the text needs no other font. Fyne loads, for
// each style, the fonts of emoji, of symbols and of the system's language beside it, 8 MB a style; a font that is
// named it loads alone. nil leaves the choice, and the search for missing letters, to Fyne.
func FontFor(text string, style fyne.TextStyle) fyne.Resource {
	if !style.Bold && !style.Italic && !style.Monospace || !commonLetters(text) {
		return nil
	}
	switch {
	case style.Monospace:
		return fynetheme.TextMonospaceFont()
	case style.Bold && style.Italic:
		return fynetheme.TextBoldItalicFont()
	case style.Bold:
		return fynetheme.TextBoldFont()
	}
	return fynetheme.TextItalicFont()
}

// commonLetters reports whether a text has only letters that every text font has: Latin, Greek, Cyrillic, and the usual
// punctuation.
func commonLetters(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < 0x80 {
			continue
		}
		for _, r := range text[i:] {
			if r >= 0x80 && !common(r) {
				return false
			}
		}
		return true
	}
	return true
}

func common(r rune) bool {
	switch {
	case r >= 0xa0 && r <= 0x17f, // Latin
		r >= 0x391 && r <= 0x3ce && r != 0x3a2, // Greek
		r >= 0x400 && r <= 0x45f,               // Cyrillic
		r >= 0x2010 && r <= 0x2022, r == '…', r == '€':
		return true
	}
	return false
}
