package answers

import "strings"

// token is a token of a document.
type token struct {
	kind tokenKind
	span
}

type tokenKind uint8

const (
	mark     tokenKind = iota // one of { } [ ] : ,
	inQuotes                  // a string, including its quotes
	bare                      // a number, true, or words without quotes
	comment
	nested // an object or array; only as the value of a member
)

// token returns the token at pos and advances. ok is false if the end of the token has not arrived.
func (s *scanner) token() (t token, ok bool) {
	for s.pos < len(s.text) && isBlank(s.text[s.pos]) {
		s.pos++
		s.reader.steps++
	}
	if s.pos == len(s.text) {
		return token{}, false
	}
	end := 0
	switch c := s.text[s.pos]; {
	case strings.IndexByte("{}[]:,", c) >= 0:
		t.kind, end = mark, s.pos+1
	case c == '/' && s.pos+1 == len(s.text) && !s.whole:
		return token{}, false
	case strings.HasPrefix(s.text[s.pos:], "//"):
		t.kind, end = comment, s.find("\n")
	case strings.HasPrefix(s.text[s.pos:], "/*"):
		t.kind, end = comment, s.find("*/")
	case quoteAt(s.text, s.pos) > 0:
		t.kind, end = inQuotes, s.stringEnd()
	default:
		t.kind, end = bare, s.bareEnd()
	}
	if end < 0 {
		return token{}, false
	}
	t.span = span{s.pos, end}
	s.pos, s.ahead = end, 0
	return t, true
}

// find returns the end of the next occurrence of mark, -1 if it has not arrived.
func (s *scanner) find(mark string) int {
	from := max(s.pos+2, s.ahead)
	i := strings.Index(s.text[from:], mark)
	switch {
	case i >= 0:
		s.reader.steps += i
		return from + i + len(mark)
	case s.whole:
		return len(s.text)
	}
	s.reader.steps += len(s.text) - from
	s.ahead = max(from, len(s.text)-len(mark)+1)
	return -1
}

// stringEnd returns the end of the string at pos, -1 if it has not arrived.
func (s *scanner) stringEnd() int {
	size := quoteAt(s.text, s.pos)
	quote := s.text[s.pos : s.pos+size]
	i := max(s.pos+size, s.ahead)
	for ; i < len(s.text); i++ {
		s.reader.steps++
		if s.text[i] == '\\' {
			if i+1 == len(s.text) {
				break
			}
			i++
			continue
		}
		n := quoteAt(s.text, i)
		if n == 0 || !sameQuote(quote, s.text[i:i+n]) {
			continue
		}
		if ends, known := s.endsString(i + n); !known {
			break
		} else if ends {
			return i + n
		}
	}
	s.ahead = i
	return -1
}

// bareEnd returns the end of the unquoted text at pos, -1 if it has not arrived.
func (s *scanner) bareEnd() int {
	i := max(s.pos, s.ahead)
	key := len(s.stack) > 0 && s.stack[len(s.stack)-1].object && s.stack[len(s.stack)-1].next == aKey
	for ; i < len(s.text); i++ {
		s.reader.steps++
		switch c := s.text[i]; c {
		case ',', '{', '}', '[', ']', '\n':
			return i
		case ':':
			if key {
				return i
			}
		}
	}
	if s.whole {
		return i
	}
	s.ahead = i
	return -1
}
