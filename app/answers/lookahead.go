package answers

import (
	"strings"
	"unicode/utf8"
)

// The limits of lookahead in bytes. Small chunks would otherwise make reading slow.
const (
	maxBlanksAhead = 256
	maxKeyAhead    = 200
	maxFenceBytes  = 100
)

// opensObject reports whether a brace in prose opens an object: a key and a colon follow. known is
// false until enough text has arrived.
func (s *scanner) opensObject(at int) (opens, known bool) {
	i := s.skipBlanks(at + 1)
	rest := s.text[i:]
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
		return true, true
	} else if rest == "/" {
		return false, s.whole
	}
	quote, limit := quoteAt(s.text, i), i+maxKeyAhead
	for i += quote; i < min(len(s.text), limit); i++ {
		s.reader.steps++
		c := s.text[i]
		switch q := quoteAt(s.text, i); {
		case quote == 0 && c == ':':
			return true, true
		case quote == 0 && !isKeyByte(c):
			return false, true
		case quote > 0 && q > 0:
			j := s.skipBlanks(i + q)
			if j == len(s.text) {
				return false, s.whole
			} else if s.text[j] == ':' {
				return true, true
			}
		case quote > 0 && c == '\\':
			i++
		}
	}
	return false, s.whole || i >= limit
}

// opensList reports whether a bracket in prose opens a list of rows.
func (s *scanner) opensList(at int) (opens, known bool) {
	i := s.skipBlanks(at + 1)
	if i == len(s.text) {
		return false, s.whole
	}
	switch s.text[i] {
	case '{':
		return s.opensObject(i)
	case '[':
		if i = s.skipBlanks(i + 1); i == len(s.text) {
			return false, s.whole
		}
		return quoteAt(s.text, i) > 0 || '0' <= s.text[i] && s.text[i] <= '9', true
	}
	// A list of strings counts only if no other text precedes it.
	return quoteAt(s.text, i) > 0 && at-s.proseFrom <= maxFenceBytes &&
		strings.Trim(withoutFences(s.text[s.proseFrom:at], s.afterJSON, true), " \t\r\n\ufeff") == "", true
}

// skipBlanks returns the offset of the first non-blank byte from i on.
func (s *scanner) skipBlanks(i int) int {
	for limit := min(len(s.text), i+maxBlanksAhead); i < limit && isBlank(s.text[i]); i++ {
		s.reader.steps++
	}
	return min(i, len(s.text))
}

// endsString reports whether a quote ends its string, by what follows at i: models do not always
// escape quotes inside a string.
func (s *scanner) endsString(i int) (ends, known bool) {
	j := s.skipBlanks(i)
	if j == len(s.text) {
		return true, s.whole
	}
	switch s.text[j] {
	case ',', ':', '}', ']':
		return true, true
	case '/':
		if j+1 == len(s.text) {
			return true, s.whole
		}
		return s.text[j+1] == '/' || s.text[j+1] == '*', true
	}
	return j-i == maxBlanksAhead || quoteAt(s.text, j) > 0 && strings.Contains(s.text[i:j], "\n"), true
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func isKeyByte(c byte) bool {
	return c >= utf8.RuneSelf || c == '_' || c == '-' || c == ' ' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// quoteAt returns the length of the quote at i, 0 if there is none.
func quoteAt(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	switch text[i] {
	case '"', '\'':
		return 1
	case 0xc2, 0xe2:
		for _, quote := range [...]string{"“", "”", "„", "«", "»"} {
			if strings.HasPrefix(text[i:], quote) {
				return len(quote)
			}
		}
	}
	return 0
}

// sameQuote reports whether the quote ends closes a string opened by began.
func sameQuote(began, ends string) bool { return began == ends || len(began) > 1 && len(ends) > 1 }

// halfRune returns the number of bytes of an incomplete character at the end of a text.
func halfRune(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRuneInString(text[len(text)-n:]) {
				return n
			}
			break
		}
	}
	return 0
}
