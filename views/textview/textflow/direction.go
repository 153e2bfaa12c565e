package textflow

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"

	"parlando/app/direction"
	"parlando/views/theme"
)

// Level is an embedding level of the Unicode Bidirectional Algorithm (UAX 9): even levels are
// left-to-right, odd levels right-to-left.
type Level = bidi.Level

// IsRightToLeft reports whether text of a level runs from right to left.
func IsRightToLeft(l Level) bool { return l%2 != 0 }

// Levels returns the level of each byte of text by rules P1 to L1, nil if all levels are 0.
// direction.RightToLeft determines the direction of each paragraph.
func Levels(text string) []Level {
	if !hasDirections(text) {
		return nil
	}
	out := make([]Level, 0, len(text))
	for rest := text; rest != ""; {
		n := strings.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		out = appendLevels(out, rest[:n], direction.RightToLeft(rest[:n]))
		rest = rest[n:]
	}
	return out
}

// CodeLevels returns the level of each byte of a line of code, nil if all levels are 0. Code is
// always left-to-right, even if it contains right-to-left words.
func CodeLevels(line string) []Level {
	if !hasDirections(line) {
		return nil
	}
	return appendLevels(nil, line, false)
}

// OneLine returns a line of text prepared for Fyne, which draws text in logical order: its parts
// are in visual order, each between marks as in Drawn.
func OneLine(text string, style fyne.TextStyle) string {
	byByte := Levels(text)
	if byByte == nil {
		return text
	}
	var parts []string
	var levels []Level
	fonts := theme.Fonts(style)
	for from := 0; from < len(text); {
		n := DrawnTogether(text[from:], byByte[from:], fonts)
		parts, levels = append(parts, text[from:from+n]), append(levels, byByte[from])
		from += n
	}
	var out strings.Builder
	for _, i := range VisualOrder(levels) {
		override, end := "\u202d", "\u200e\u202c"
		// Fyne would draw a right-to-left space together with the right-to-left word before it, and
		// so on the other side of that word.
		if IsRightToLeft(levels[i]) && strings.TrimSpace(parts[i]) != "" {
			override, end = "\u202e", "\u200f\u202c"
		}
		out.WriteString(override + parts[i] + end)
	}
	return out.String()
}

// DrawnTogether returns the length of the longest prefix of text that Fyne can draw in one step.
// The prefix has one of the given levels. If it is right-to-left, it also has one font, because
// Fyne places the parts of different fonts from left to right.
func DrawnTogether(text string, levels []Level, fonts shaping.Fontmap) int {
	n := 1
	for n < len(text) && levels[n] == levels[0] {
		n++
	}
	if !IsRightToLeft(levels[0]) {
		return n
	}
	var first *font.Face
	for i, r := range text[:n] {
		face := faceOf(r, fonts)
		if i == 0 {
			first = atStart(face, fonts)
		} else if face != nil && face != first {
			return i
		}
	}
	return n
}

// faceOf returns the font of a character. It returns nil for spaces and marks, which use the font
// of the letter before them.
func faceOf(r rune, fonts shaping.Fontmap) *font.Face {
	if r == ' ' || r >= 0x80 && unicode.In(r, unicode.Zs, unicode.Cf, unicode.M) {
		return nil
	}
	return fonts.ResolveFace(r)
}

// atStart returns the font of the first character of a text: face, or the main font if face is nil.
func atStart(face *font.Face, fonts shaping.Fontmap) *font.Face {
	if face == nil {
		return fonts.ResolveFace(' ')
	}
	return face
}

// appendLevels appends the level of each byte of a paragraph; right is the paragraph's direction.
func appendLevels(out []Level, text string, right bool) []Level {
	base, way := Level(0), bidi.LeftToRight
	if right {
		base, way = 1, bidi.RightToLeft
	}
	for text != "" {
		var p bidi.Paragraph
		runs := p.SegmentString(text, way)
		// The package exports the direction of runs but not their levels, which are necessary to
		// order numbers beside right-to-left words.
		levels := reflect.ValueOf(runs).FieldByName("levels")
		for i := 0; i <= levels.Len() && text != ""; i++ {
			l := base // for the paragraph separator, at which the algorithm ends
			if i < levels.Len() {
				l = Level(levels.Index(i).Int())
			}
			_, n := utf8.DecodeRuneInString(text)
			for range n {
				out = append(out, l)
			}
			text = text[n:]
		}
	}
	return out
}

// VisualOrder returns the indexes of levels in visual order, from left to right, by rule L2.
func VisualOrder(levels []Level) []int {
	order := make([]int, len(levels))
	highest := Level(0)
	for i, l := range levels {
		order[i] = i
		highest = max(highest, l)
	}
	for l := highest; l > 0; l-- {
		for from := 0; from < len(levels); from++ {
			to := from
			for to < len(levels) && levels[to] >= l {
				to++
			}
			for i, j := from, to-1; i < j; i, j = i+1, j-1 {
				order[i], order[j] = order[j], order[i]
			}
			from = max(from, to)
		}
	}
	return order
}

// hasDirections reports whether text contains a right-to-left letter or a directional control
// character.
func hasDirections(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < 0xd6 { // below the first byte of U+0590
			continue
		}
		for _, r := range text[i:] {
			if direction.IsRightToLeft(r) || r == '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
				return true
			}
		}
		return false
	}
	return false
}

// Drawn returns text prepared for Fyne so that it is drawn in the direction of style. It begins
// with an override, which is a character of the main font, because Fyne uses the baseline of the
// first character's font. It ends with a mark, because a final space would otherwise be
// left-to-right. Tabs become spaces, as in the layout: Fyne would draw a separate image as wide as
// the line for the text between two tabs.
func Drawn(text string, style Style) string {
	text = strings.ReplaceAll(text, "\t", " ")
	switch {
	case style.RightToLeft:
		return "\u202e" + text + "\u200f"
	case direction.HasRightToLeft(text):
		return "\u202d" + text + "\u200e"
	}
	return text
}
