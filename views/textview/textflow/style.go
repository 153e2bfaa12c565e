package textflow

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Style is the style of a stretch of text. It is comparable and small, so that widths can be kept
// by it.
type Style struct {
	// Size is in Fyne's units.
	Size                     float32
	Bold, Italic, Mono       bool
	Strike, Underline, Faint bool
}

// Fyne is the same style in Fyne's words. Lines under and through a text are not in it: for each
// combination Fyne would load every font anew, so whoever draws a text draws its lines.
func (s Style) Fyne() fyne.TextStyle {
	return fyne.TextStyle{Bold: s.Bold, Italic: s.Italic, Monospace: s.Mono}
}

// For is the style in which text is drawn: ideographs are neither slanted nor of one width with
// Latin letters in any font, and asking for it would make Fyne read the largest of the system's
// fonts once more. Signs are in the font of one width alone, see theme.Sign.
func (s Style) For(text string) Style {
	switch kindOf(text) {
	case ideographs:
		s.Italic, s.Mono = false, false
	case signs:
		s.Bold, s.Italic, s.Mono = false, false, true
	}
	return s
}

// kind is the set of fonts in which a letter is looked for.
type kind uint8

const (
	letters kind = iota
	ideographs
	signs
)

// emojiStyle after a sign asks for its colored picture.
const emojiStyle = '\ufe0f'

// kindOf is the kind of the first letter of text.
func kindOf(text string) kind {
	if text == "" || text[0] < utf8.RuneSelf {
		return letters
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case ideograph(r):
		return ideographs
	case theme.Sign(r):
		if follower, _ := utf8.DecodeRuneInString(text[n:]); follower != emojiStyle {
			return signs
		}
	}
	return letters
}

// shape is the part of a Style that decides widths.
func (s Style) shape() Style {
	s.Strike, s.Underline, s.Faint = false, false, false
	return s
}
