package textflow

import (
	"slices"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// segmentKind is the role of a segment in a line.
type segmentKind uint8

const (
	word segmentKind = iota
	space
	newline
)

// segment returns the end of the segment of the text that begins at from, at most until: a word, a
// sequence of spaces, a line break, or a part of a word in one font. brk means that a line may end
// after the segment.
func (l *lineEnds) segment(from, until int) (end int, kind segmentKind, brk bool) {
	first, n := utf8.DecodeRuneInString(l.text[from:])
	if first == '\n' {
		return from + n, newline, true
	}
	end = from + n
	if breakingSpace(first) {
		for end < until {
			r, n := utf8.DecodeRuneInString(l.text[end:])
			if !breakingSpace(r) {
				break
			}
			end += n
		}
		return end, space, l.after(end-1) == end
	}
	font, lineEnd := kindOf(l.text[from:]), l.after(from)
	for until = min(until, lineEnd); end < until; end += n {
		var r rune
		r, n = utf8.DecodeRuneInString(l.text[end:])
		if r == '\n' || breakingSpace(r) || (font != letters || r >= utf8.RuneSelf) && kindOf(l.text[end:]) != font {
			return end, word, false
		}
	}
	return end, word, end == lineEnd
}

func breakingSpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\u200b' || r == '\u3000' || (r >= '\u2000' && r <= '\u2006')
}

// ideograph reports whether r belongs to a script in which a line may break between any two
// characters.
func ideograph(r rune) bool {
	return r >= 0x2e80 && (r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xff00 && r <= 0xffef || r >= 0x20000 && r <= 0x3ffff)
}

// UniformPrefix returns the length of the longest prefix of text that has one style, see
// Style.ForText; 0 for no text.
func UniformPrefix(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	first := kindOf(text)
	for n < len(text) && kindOf(text[n:]) == first {
		_, m := utf8.DecodeRuneInString(text[n:])
		n += m
	}
	return n
}

// edges returns the byte offsets of all boundaries between characters of text, including 0 and
// len(text).
func edges(text string) []int {
	out := []int{0}
	at := 0
	tokens := graphemes.FromString(text)
	for tokens.Next() {
		at += len(tokens.Value())
		out = append(out, at)
	}
	return out
}

// maxPart is the maximum number of bytes measured or drawn in one step. A very long word, such as a
// file in Base64, would otherwise be measured to its end for each line.
const maxPart = 256

// Part returns a prefix of text that is short enough to be measured and drawn in one step. It ends
// between characters, unless the first character is too long.
func Part(text string) string {
	if part := Prefix(text, maxPart); part != "" || text == "" {
		return part
	}
	n := maxPart
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Prefix returns the beginning of text, at most most bytes, without partial characters.
func Prefix(text string, most int) string {
	if len(text) <= most {
		return text
	}
	bounds := edges(text[:min(len(text), most+utf8.UTFMax)])
	end, _ := slices.BinarySearch(bounds, most+1)
	return text[:bounds[end-1]]
}
