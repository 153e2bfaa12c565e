package answers

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// loose reads JSON as models write it: with comments, commas too many, keys and strings in other quotes, line breaks and quotation marks
// inside of strings.
type loose struct {
	text string
	// whole: nothing comes after text. Otherwise a value that reaches its end may go on.
	whole bool
}

// skip returns the place after blanks, commas and comments.
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
		case c == '/' && at+1 == len(l.text) && !l.whole:
			return len(l.text)
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

// closers are the quotation marks that end a string, by the one that begins it.
var closers = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '„': '“', '”': '”'}

// value returns the place after the value that begins at a place; ok is false where the value is not complete.
func (l loose) value(at int) (end int, ok bool) {
	if at >= len(l.text) {
		return at, false
	}
	if r, _ := utf8.DecodeRuneInString(l.text[at:]); closers[r] != 0 {
		return l.string(at)
	}
	switch l.text[at] {
	case '{', '[':
		return l.nested(at)
	}
	n := strings.IndexAny(l.text[at:], ",}]\n")
	if n < 0 {
		return len(l.text), false
	}
	return at + n, true
}

// string returns the place after a string. A mark inside of it that is not escaped does not end it: after the end stands one of , : } ].
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
			switch next := l.next(at + n); next {
			case ',', ':', '}', ']':
				return at + n, true
			case 0:
				return at + n, l.whole
			}
		}
	}
	return len(l.text), false
}

// next returns the first character that is no blank, 0 at the end.
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

// nested returns the place after an object or a list.
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

// member is a property of an object, or an element of a list, which has no key.
type member struct {
	key   string
	value string // as it stands there
	at    int    // where value begins
}

// reading is how far an object or a list was read.
type reading int

const (
	partly    reading = iota // the text ends inside of it
	wholly                   // to its end
	malformed                // until something that cannot be in it
)

// members returns those of an object or a list that begins at a place, as far as they are complete.
func (l loose) members(at int) (all []member, end int, read reading) {
	list := l.text[at] == '['
	for at++; ; {
		if at = l.skip(at); at >= len(l.text) {
			return all, at, partly
		}
		if l.text[at] == '}' || l.text[at] == ']' {
			return all, at + 1, wholly
		}
		var m member
		if !list {
			colon, read := l.key(at, &m)
			if read != wholly {
				return all, at, read
			}
			at = l.skip(colon)
		}
		m.at = at
		next, ok := l.value(at)
		if !ok {
			m.value = "" // it may go on
			return append(all, m), at, partly
		}
		m.value = strings.TrimSpace(l.text[at:next])
		all = append(all, m)
		if next == at {
			next++ // what is neither a value nor an end
		}
		at = next
	}
}

// key reads a key and returns the place after its colon.
func (l loose) key(at int, m *member) (after int, read reading) {
	end, ok := at, false
	if r, _ := utf8.DecodeRuneInString(l.text[at:]); closers[r] != 0 {
		if end, ok = l.string(at); !ok {
			return 0, partly
		}
		m.key = plainText(l.text[at:end])
	} else {
		n := strings.IndexAny(l.text[at:], ":,}]{[")
		if n < 0 {
			return 0, partly
		}
		if l.text[at+n] != ':' {
			return 0, malformed
		}
		end = at + n
		m.key = strings.TrimSpace(l.text[at:end])
	}
	if end = l.skip(end); end >= len(l.text) {
		return 0, partly
	}
	if l.text[end] != ':' {
		return 0, malformed
	}
	return end + 1, wholly
}

// plainText returns a value as text: a string without its quotation marks, null as "", anything else as it is written.
func plainText(value string) string {
	value = strings.TrimSpace(value)
	if value == "null" || value == "" {
		return ""
	}
	if value[0] == '{' || value[0] == '[' {
		var b bytes.Buffer
		if json.Compact(&b, []byte(value)) == nil {
			return b.String()
		}
		return value
	}
	first, n := utf8.DecodeRuneInString(value)
	if closers[first] == 0 {
		return value
	}
	var s string
	if json.Unmarshal([]byte(value), &s) == nil {
		return s
	}
	inner := value[n:]
	if last, m := utf8.DecodeLastRuneInString(inner); last == closers[first] || last == '"' {
		inner = inner[:len(inner)-m]
	}
	return unescaped(inner)
}

// unescaped reads the escapes of a text that is no valid string of JSON.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 >= len(s) {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		n := 2
		if s[i+1] == 'u' {
			n = min(6, len(s)-i)
			if n == 6 && strings.HasPrefix(s[i+6:], `\u`) && len(s) >= i+12 {
				n = 12 // two halves of one character
			}
		}
		var one string
		if json.Unmarshal([]byte(`"`+s[i:i+n]+`"`), &one) == nil {
			b.WriteString(one)
		} else {
			b.WriteString(s[i : i+n]) // it is none
		}
		s = s[i+n:]
	}
	return b.String()
}
