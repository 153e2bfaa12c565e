package textflow

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"parlando/views/theme"
)

// letterClass classifies letters to decide whether the width of a text is the sum of its letters'
// widths. The zero value stands for letters whose width depends on their neighbors.
type letterClass uint8

const (
	sign letterClass = iota + 1
	blank
	latin
	greek
	cyrillic
	emoji

	scripts = 1<<latin | 1<<greek | 1<<cyrillic
)

// sumOthers is sum for text with letters that are not printable ASCII. It returns false if the sum
// may be wrong: for scripts that join letters, for a mix of scripts, between which punctuation may
// use the font of either, and for emoji with blanks, which use the font of their neighbors.
func (r *Ruler) sumOthers(l *letterWidths, text string, style Style) (width float32, ok bool) {
	n, class := letter(text)
	var seen uint8 // bit set of the classes so far
	for text != "" && class != 0 {
		seen |= 1 << class
		if seen&(1<<blank) != 0 && seen&(1<<emoji) != 0 || bits.OnesCount8(seen&scripts) > 1 {
			return 0, false
		}
		m, next := letter(text[n:])
		if m > 0 && next == 0 {
			return 0, false
		}
		if m == 0 || class == emoji || next == emoji { // emoji have no kerning
			width += r.alone(l, text[:n], style)
		} else {
			width += r.before(l, text[:n+m], n, style)
		}
		text, n, class = text[n:], m, next
	}
	return width, text == ""
}

// letter returns the length of the first letter of text, including its marks, and its class.
func letter(text string) (n int, class letterClass) {
	r, n := utf8.DecodeRuneInString(text)
	class = classOf(r)
	if r >= 0x2600 && r <= 0x27bf && strings.HasPrefix(text[n:], string(emojiStyle)) {
		class = emoji
	}
	for n < len(text) && text[n] >= utf8.RuneSelf {
		mark, m := utf8.DecodeRuneInString(text[n:])
		if class == emoji && mark != emojiStyle && !(mark >= 0x1f3fb && mark <= 0x1f3ff) || class != emoji && !(mark >= 0x300 && mark <= 0x36f) {
			break
		}
		n += m
	}
	return n, class
}

func classOf(r rune) letterClass {
	switch {
	case r == ' ', r == 0xa0:
		return blank
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == 0xaa, r == 0xba, r >= 0xc0 && r <= 0x17f && r != 0xd7 && r != 0xf7:
		return latin
	case r > ' ' && r <= '~':
		return sign
	case r >= 0x1f300 && r <= 0x1f3fa, r >= 0x1f400 && r <= 0x1f64f:
		return emoji
	case r == 0xad || !theme.IsCommonLetter(r):
		return 0
	case r >= 0x391 && r <= 0x3ce:
		return greek
	case r >= 0x400 && r <= 0x45f:
		return cyrillic
	}
	return sign
}
