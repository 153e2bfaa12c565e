package textflow

import "fyne.io/fyne/v2"

// Style is how a stretch of text is drawn. It is comparable and small, so that widths can be kept by it.
type Style struct {
	// Size is in Fyne's units.
	Size                     float32
	Bold, Italic, Mono       bool
	Strike, Underline, Faint bool
}

// Fyne is the same style in Fyne's words.
func (s Style) Fyne() fyne.TextStyle {
	return fyne.TextStyle{
		Bold: s.Bold, Italic: s.Italic, Monospace: s.Mono,
		Strikethrough: s.Strike, Underline: s.Underline,
	}
}

// shape is the part of a Style that decides widths.
func (s Style) shape() Style {
	s.Strike, s.Underline, s.Faint = false, false, false
	return s
}
