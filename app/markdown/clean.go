package markdown

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean removes invisible characters that change how a text reads or hide text in it: directional
// overrides, tag characters, zero-width characters, control codes, stray variation selectors.
// Joiners needed by a script or an emoji stay. In an address the characters are percent-encoded,
// because the address without them would lead elsewhere. hidden is the number of removed or encoded
// characters. Line ends become "\n" and invalid UTF-8 becomes U+FFFD; neither is counted.
func Clean(text string) (clean string, hidden int) {
	d := newDisplay(text)
	return d.text, d.hidden
}

// RevealInvisible replaces the characters that Clean removes by their code, such as [U+202E].
// hidden is their number.
func RevealInvisible(text string) (shown string, hidden int) {
	if isPlain(text) {
		return text, 0
	}
	var b strings.Builder
	previous := rune(-1)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		keep := size
		if suspicious(r) {
			keep = needed(previous, r, text[i+size:])
		}
		if keep > 0 {
			size = keep
			b.WriteString(strings.ToValidUTF8(text[i:i+size], "\ufffd"))
		} else {
			hidden++
			fmt.Fprintf(&b, "[U+%04X]", r)
		}
		previous = r
		i += size
	}
	return b.String(), hidden
}

// display is a cleaned text with a mapping to the bytes of its source.
type display struct {
	text   string
	skip   int // length of a prefix of text that is not in the source
	hidden int
	steps  []displayStep
}

// displayStep maps display offsets from at on: the source offset is larger by by.
type displayStep struct{ at, by int }

// source returns the source offset of a display offset.
func (d *display) source(at int) int {
	at = max(at-d.skip, 0)
	if len(d.steps) == 0 {
		return at
	}
	i := sort.Search(len(d.steps), func(i int) bool { return d.steps[i].at > at })
	if i == 0 {
		return at
	}
	return at + d.steps[i-1].by
}

// sourceEnd returns the source offset of the end of the text before a display offset.
func (d *display) sourceEnd(at int) int {
	if at <= d.skip {
		return 0
	}
	return d.source(at-1) + 1
}

// isPlain reports whether a text is displayed unchanged.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= utf8.RuneSelf {
			return isPlainUnicode(text[i:])
		} else if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

func isPlainUnicode(text string) bool {
	for i, r := range text {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return false
			}
		case r == '\r', r == '\u2028', r == '\u2029', suspicious(r):
			return false
		}
	}
	return true
}

func newDisplay(text string) display {
	if isPlain(text) {
		return display{text: text}
	}
	var d display
	var b strings.Builder
	b.Grow(len(text))
	by := 0
	shift := func(more int) {
		by += more
		if n := len(d.steps); n > 0 && d.steps[n-1].at == b.Len() {
			d.steps[n-1].by = by
			return
		}
		d.steps = append(d.steps, displayStep{b.Len(), by})
	}
	previous := rune(-1)
	wordEnd, address := 0, 0 // end of the word at i, and start of the address in the word
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			// Each byte of the replacement character maps to the invalid byte.
			for _, c := range []byte(string(utf8.RuneError)) {
				b.WriteByte(c)
				shift(-1)
			}
			shift(1)
		case r == '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				shift(1)
			} else {
				b.WriteByte('\n')
			}
		case r == '\u2028' || r == '\u2029':
			b.WriteByte('\n')
			shift(size - 1)
		case suspicious(r):
			keep := needed(previous, r, text[i+size:])
			if keep > 0 {
				b.WriteString(text[i : i+keep])
				size = keep
				break
			}
			d.hidden++
			if i >= wordEnd {
				start := strings.LastIndexAny(text[:i], blanks) + 1
				wordEnd = len(text)
				if n := strings.IndexAny(text[i:], blanks); n >= 0 {
					wordEnd = i + n
				}
				address = start + addressIn(text[start:wordEnd], text[:start])
			}
			if i >= address {
				for _, c := range []byte(escape(text[i : i+size])) {
					b.WriteByte(c)
					shift(-1)
				}
			}
			shift(size)
		default:
			b.WriteString(text[i : i+size])
		}
		previous = r
		i += size
	}
	d.text = b.String()
	return d
}

// suspicious reports whether a character is invisible, so that it stays only if needed.
func suspicious(r rune) bool {
	switch {
	case r == '\n', r == '\t', r == '\r':
		return false
	case r < ' ', r >= 0x7f && r <= 0x9f:
		return true
	case r < 0xad:
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x17b4, r == 0x17b5, r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r == 0x3164, r == 0xfeff, r == 0xffa0, r >= 0xfff0 && r <= 0xfffb,
		r >= 0xfe00 && r <= 0xfe0f, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	blackFlag = '\U0001f3f4'
)

// joining are the scripts whose letters change shape at a joiner.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Tibetan, unicode.Myanmar,
}

// needed returns the number of bytes that must stay, of an invisible character r and the characters
// in rest that belong to it, or 0 if r has no effect between its neighbors.
func needed(previous, r rune, rest string) int {
	next, _ := utf8.DecodeRuneInString(rest)
	size := utf8.RuneLen(r)
	switch {
	case r == joiner || r == nonJoiner:
		// Two joiners in a row have no effect; runs of them are a known way to hide data.
		if previous == joiner || previous == nonJoiner || next == joiner || next == nonJoiner {
			return 0
		}
		if previous > 0 && unicode.In(previous, joining...) || unicode.In(next, joining...) {
			return size
		}
		if r == joiner && pictorial(previous) && pictorial(next) {
			return size
		}
	case r == 0xfe0e || r == 0xfe0f:
		if pictorial(previous) && previous != 0xfe0f || next == 0x20e3 {
			return size
		}
	case r >= 0xfe00 && r <= 0xfe0d, r >= 0xe0100 && r <= 0xe01ef:
		if previous > 0 && unicode.In(previous, unicode.Han, unicode.Myanmar, unicode.Sm) {
			return size
		}
	case r >= 0xe0020 && r <= 0xe007e && previous == blackFlag:
		// The flag of a region is a black flag, a few tag characters and a closing tag character.
		for i, tag := range rest {
			if tag == 0xe007f {
				return size + i + utf8.RuneLen(tag)
			}
			if tag < 0xe0020 || tag > 0xe007e || i > 6*size {
				return 0
			}
		}
	case r >= 0x180b && r <= 0x180f:
		if previous > 0 && unicode.Is(unicode.Mongolian, previous) {
			return size
		}
	}
	return 0
}

// pictorial reports whether a character is or ends an emoji.
func pictorial(r rune) bool {
	switch {
	case r == 0xfe0f, r == 0x20e3, r >= 0x1f3fb && r <= 0x1f3ff:
		return true
	case r >= 0x1f000 && r <= 0x1faff, r >= 0x2190 && r <= 0x2bff, r >= 0x2600 && r <= 0x27bf,
		r == 0x3030, r == 0x303d, r == 0x3297, r == 0x3299, r == 0xa9, r == 0xae,
		r == 0x203c, r == 0x2049, r == 0x2122, r == 0x2139:
		return true
	}
	return false
}
