package answers

import (
	"strings"
	"unicode/utf8"
)

// loose finds the end of JSON as models write it: with comments, extra commas, other quotes around
// keys and strings, line breaks and quotation marks inside strings.
type loose struct{ text string }

// skip returns the offset after blanks, commas and comments.
func (l loose) skip(at int) int {
	for at < len(l.text) {
		switch c := l.text[at]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',':
			at++
		case strings.HasPrefix(l.text[at:], "//"):
			at += lineLength(l.text[at:])
		case strings.HasPrefix(l.text[at:], "/*"):
			end := strings.Index(l.text[at:], "*/")
			if end < 0 {
				return len(l.text)
			}
			at += end + 2
		case strings.HasPrefix(l.text[at:], "\u00a0"):
			at += len("\u00a0")
		default:
			return at
		}
	}
	return at
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i + 1
	}
	return len(s)
}

// closers maps opening to closing quotation marks.
var closers = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '„': '“', '”': '”'}

// string returns the offset after a string. A quotation mark ends it only before , : } ] or the end
// of the text, because models leave others unescaped.
func (l loose) string(at int) (end int, ok bool) {
	open, n := utf8.DecodeRuneInString(l.text[at:])
	closer := closers[open]
	for at += n; at < len(l.text); at += n {
		r, size := utf8.DecodeRuneInString(l.text[at:])
		n = size
		switch {
		case r == '\\':
			n = 2
		case r == closer || r == '"' && open != '\'':
			switch l.next(at + n) {
			case ',', ':', '}', ']', 0:
				return at + n, true
			}
		}
	}
	return len(l.text), false
}

// next returns the first non-blank character, 0 at the end.
func (l loose) next(at int) byte {
	for ; at < len(l.text); at++ {
		switch l.text[at] {
		case ' ', '\n', '\r', '\t':
		default:
			return l.text[at]
		}
	}
	return 0
}

// nested returns the offset after an object or array.
func (l loose) nested(at int) (end int, ok bool) {
	depth := 0
	for at < len(l.text) {
		if at = l.skip(at); at >= len(l.text) {
			break
		}
		r, n := utf8.DecodeRuneInString(l.text[at:])
		switch {
		case r == '{' || r == '[':
			depth++
			at += n
		case r == '}' || r == ']':
			at += n
			if depth--; depth == 0 {
				return at, true
			}
		case closers[r] != 0:
			if at, ok = l.string(at); !ok {
				return len(l.text), false
			}
		default:
			at += n
		}
	}
	return len(l.text), false
}
