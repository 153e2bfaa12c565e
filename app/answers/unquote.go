package answers

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote returns the content of a quoted string. Invalid escapes are kept.
func unquote(text string) string {
	text = text[quoteAt(text, 0):]
	for n := 1; n <= 3 && n <= len(text); n++ {
		if quoteAt(text, len(text)-n) == n {
			text = text[:len(text)-n]
			break
		}
	}
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		var r rune
		r, text = escape(text[i:])
		b.WriteRune(r)
	}
}

// escapes are the single-letter escapes of JSON and of other languages.
var escapes = map[byte]rune{
	'"': '"', '\'': '\'', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape parses the escape at the beginning of a text.
func escape(text string) (r rune, rest string) {
	if r, ok := escapes[text[1]]; ok {
		return r, text[2:]
	}
	r, ok := hex(text)
	if !ok {
		return '\\', text[1:]
	}
	rest = text[6:]
	if utf16.IsSurrogate(r) {
		low, ok := hex(rest)
		pair := utf16.DecodeRune(r, low)
		if ok && pair != utf8.RuneError {
			return pair, rest[6:]
		}
		return utf8.RuneError, rest
	}
	return r, rest
}

// hex parses an escape of four digits.
func hex(text string) (r rune, ok bool) {
	if len(text) < 6 || text[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(n), err == nil
}
