package textflow

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Style is the style of a piece of text. It is comparable and small, so that it can be a cache key.
type Style struct {
	// Size is in Fyne's units.
	Size                     float32
	Bold, Italic, Mono       bool
	Strike, Underline, Faint bool
	// RightToLeft means that the text is drawn from right to left, regardless of its letters.
	RightToLeft bool
}

// FyneStyle returns the corresponding Fyne style without underline and strikethrough. Callers draw
// these lines, because Fyne would load every font again for each combination.
func (s Style) FyneStyle() fyne.TextStyle {
	return fyne.TextStyle{Bold: s.Bold, Italic: s.Italic, Monospace: s.Mono}
}

// ForText returns the style in which text is drawn. Ideographs lose italic and monospace, which no
// font has for them and for which Fyne would load the largest system font again. Symbols become
// monospaced, because only the monospaced font has them, see theme.IsSymbol.
func (s Style) ForText(text string) Style {
	switch kindOf(text) {
	case ideographs:
		s.Italic, s.Mono = false, false
	case signs:
		s.Bold, s.Italic, s.Mono = false, false, true
	}
	return s
}

// kind selects the set of fonts for a letter.
type kind uint8

const (
	letters kind = iota
	ideographs
	signs
)

// emojiStyle after a symbol requests the symbol's color emoji.
const emojiStyle = '\ufe0f'

// kindOf returns the kind of the first letter of text.
func kindOf(text string) kind {
	if text == "" || text[0] < utf8.RuneSelf {
		return letters
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case ideograph(r):
		return ideographs
	case theme.IsSymbol(r):
		if follower, _ := utf8.DecodeRuneInString(text[n:]); follower != emojiStyle {
			return signs
		}
	}
	return letters
}

// shape returns the style without the attributes that do not affect widths.
func (s Style) shape() Style {
	s.Strike, s.Underline, s.Faint = false, false, false
	return s
}
