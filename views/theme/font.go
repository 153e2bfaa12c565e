package theme

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// FontFor returns the font of a non-regular style if it covers the text, else nil. For each style,
// Fyne loads the emoji, symbol and system fonts as well, 8 MB per style; an explicitly named font
// is loaded alone. With nil, Fyne selects the font and searches others for missing glyphs.
func FontFor(text string, style fyne.TextStyle) fyne.Resource {
	if !style.Bold && !style.Italic && !style.Monospace || !HasCommonLetters(text, style.Monospace) {
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

// HasCommonLetters reports whether a text consists only of characters that every text font has:
// Latin, Greek, Cyrillic and common punctuation, and with mono also the symbols of the monospaced
// font.
func HasCommonLetters(text string, mono bool) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < 0x80 {
			continue
		}
		for _, r := range text[i:] {
			if r >= 0x80 && !IsCommonLetter(r) && !(mono && IsSymbol(r)) {
				return false
			}
		}
		return true
	}
	return true
}

// IsCommonLetter reports whether every text font has a character above ASCII.
func IsCommonLetter(r rune) bool {
	switch {
	case r >= 0xa0 && r <= 0x17f, // Latin
		r >= 0x391 && r <= 0x3ce && r != 0x3a2, // Greek
		r >= 0x400 && r <= 0x45f,               // Cyrillic
		r >= 0x2010 && r <= 0x2022, r == '…', r == '€':
		return true
	}
	return false
}

// IsTall reports whether a text has letters that may be higher than a line: those of other scripts,
// but no ideographs and no emoji.
func IsTall(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < utf8.RuneSelf {
			continue
		}
		for _, r := range text[i:] {
			switch {
			case r < utf8.RuneSelf, IsCommonLetter(r), IsSymbol(r):
			case r >= 0x2e80 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
				r >= 0xfe00 && r <= 0xfe0f, r >= 0xff00 && r <= 0xffef, r >= 0x1f000 && r <= 0x3ffff:
			default:
				return true
			}
		}
		return false
	}
	return false
}

// IsSymbol reports whether r is a mathematical sign, arrow or shape that only the monospaced one of
// the bundled fonts has. Draw such text in that style: the system's fallback is missing, or a
// colored emoji.
func IsSymbol(r rune) bool {
	if r < 0x2190 || r > 0x27f7 {
		return false
	}
	for _, span := range signs {
		if r <= span[1] {
			return r >= span[0]
		}
	}
	return false
}

var signs = [...][2]rune{
	{0x2190, 0x2213},
	{0x2215, 0x2215},
	{0x2217, 0x2220},
	{0x2223, 0x2223},
	{0x2227, 0x222d},
	{0x2234, 0x223d},
	{0x2241, 0x2269},
	{0x226d, 0x228b},
	{0x228d, 0x22a5},
	{0x22b2, 0x22b5},
	{0x22b8, 0x22b8},
	{0x22c2, 0x22c6},
	{0x22cd, 0x22d1},
	{0x22da, 0x22e9},
	{0x22ef, 0x22ef},
	{0x2308, 0x230b},
	{0x25a0, 0x25a9},
	{0x25ac, 0x25b5},
	{0x25b7, 0x25bf},
	{0x25c1, 0x25fa},
	{0x2605, 0x2606},
	{0x2713, 0x2713},
	{0x2717, 0x2718},
	{0x27e6, 0x27eb},
	{0x27f5, 0x27f7},
}
