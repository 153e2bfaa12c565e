package textflow

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/bidi"

	"parlando/app/direction"
)

// Level is an embedding level of the Unicode Bidirectional Algorithm (UAX 9): even levels are read
// from the left, odd ones from the right.
type Level = bidi.Level

// IsRightToLeft reports whether a level is read from the right.
func IsRightToLeft(l Level) bool { return l%2 != 0 }

// Levels returns the level of each byte of text by rules P1 to L1, nil if all of it is
// level 0. Each paragraph has the direction of paragraphDirection.
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

// CodeLevels returns the level of each byte of a line of code, which is read from the left even if
// it has words from the right; nil if all of it is level 0.
func CodeLevels(line string) []Level {
	if !hasDirections(line) {
		return nil
	}
	return appendLevels(nil, line, false)
}

// OneLine returns a line of text as Fyne has to draw it: Fyne draws its parts beside each other in
// the order of the text.
func OneLine(text string) string {
	byByte := Levels(text)
	if byByte == nil {
		return text
	}
	var parts []string
	var levels []Level
	for from := 0; from < len(text); {
		n := DrawnTogether(text[from:], byByte[from:])
		parts, levels = append(parts, text[from:from+n]), append(levels, byByte[from])
		from += n
	}
	var out strings.Builder
	for _, i := range VisualOrder(levels) {
		override := "\u202d"
		if IsRightToLeft(levels[i]) {
			override = "\u202e"
		}
		out.WriteString(override + parts[i] + "\u202c")
	}
	return out.String()
}

// DrawnTogether returns the length of the beginning of text, whose bytes have the given levels,
// that Fyne can draw as one: it is of one level, and, as Fyne places parts of different fonts from
// left to right, of one font if it is read from the right.
func DrawnTogether(text string, levels []Level) int {
	n := 1
	for n < len(text) && levels[n] == levels[0] {
		n++
	}
	if !IsRightToLeft(levels[0]) {
		return n
	}
	r, _ := utf8.DecodeRuneInString(text)
	first := fontOf(r).atStart()
	for i, r := range text[:n] {
		if font := fontOf(r); font != anyFont && font != first {
			return i
		}
	}
	return n
}

// fontGroup is a group of characters that are found in the same font.
type fontGroup rune

const (
	// anyFont has spaces and marks, which are drawn in the font of the letter before them, or else
	// in the main one.
	anyFont fontGroup = iota
	mainFont
	hebrewFont
	arabicFont
	// otherFonts and those above it are the fonts of one block of 128 characters each.
	otherFonts
)

// atStart returns the font of a character without one before it.
func (g fontGroup) atStart() fontGroup { return max(g, mainFont) }

func fontOf(r rune) fontGroup {
	switch {
	case r == ' ' || r >= 0x80 && unicode.In(r, unicode.Zs, unicode.Cf, unicode.M):
		return anyFont
	case r < 0x590 || r >= 0x2000 && r < 0x2190:
		return mainFont
	case r < 0x600 || r >= 0xfb1d && r < 0xfb50:
		return hebrewFont
	case r < 0x700 || r >= 0x750 && r < 0x780 || r >= 0x870 && r < 0x900 || r >= 0xfb50 && r < 0xff00:
		return arabicFont
	}
	return otherFonts + fontGroup(r>>7)
}

// appendLevels appends the level of each byte of a paragraph.
func appendLevels(out []Level, text string, right bool) []Level {
	base, way := Level(0), bidi.LeftToRight
	if right {
		base, way = 1, bidi.RightToLeft
	}
	for text != "" {
		var p bidi.Paragraph
		runs := p.SegmentString(text, way)
		// The runs are of one direction, not of one level, without which numbers beside
		// right-to-left words cannot be put in order.
		levels := reflect.ValueOf(runs).FieldByName("levels")
		for i := 0; i <= levels.Len() && text != ""; i++ {
			l := base // that of the separator of paragraphs at which the algorithm ends
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

// VisualOrder returns the indexes of levels from left to right, by rule L2.
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

// hasDirections reports whether text has anything that is not read from left to right: a letter or
// a control of directions.
func hasDirections(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < 0xd6 { // the first byte of U+0590 and above
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

// Drawn returns text as it has to be drawn in a style: in its direction, whatever its letters are.
// It begins with an override, which is of the main font, because Fyne takes the baseline of the
// font of the first character, and ends with a mark, because a space at the end would be read from
// left to right. Fyne draws what stands between two tabs on a picture of the whole line of its own,
// so that tabs are drawn as the spaces they are laid out as.
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
