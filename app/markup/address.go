package markup

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AddressLength returns the length in bytes of the address at the start of a text, 0 if the text
// begins with none of the prefixes. Trailing punctuation is not part of the address; nor is a
// closing bracket that is not opened in the address.
func AddressLength(text []byte, prefixes ...string) int {
	head := 0
	for _, prefix := range prefixes {
		if len(text) > len(prefix) && bytes.EqualFold(text[:len(prefix)], []byte(prefix)) {
			head = len(prefix)
		}
	}
	end := head
	for head > 0 && end < len(text) {
		r, size := utf8.DecodeRune(text[end:])
		if r <= ' ' || unicode.IsSpace(r) || strings.ContainsRune("<>\"`|\\^{}*", r) || IsUnspaced(r) && !unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			break
		}
		end += size
	}
	for end > head && (strings.IndexByte("?!.,:;_~'", text[end-1]) >= 0 || closesNothing(text[head:end])) {
		end--
	}
	if end == head {
		return 0
	}
	return end
}

// closesNothing reports whether a text ends with a closing bracket that is not opened in it.
func closesNothing(text []byte) bool {
	switch text[len(text)-1] {
	case ')':
		return bytes.Count(text, []byte{')'}) > bytes.Count(text, []byte{'('})
	case ']':
		return bytes.Count(text, []byte{']'}) > bytes.Count(text, []byte{'['})
	}
	return false
}

// IsUnspaced reports whether a character belongs to a script written without spaces, or to its
// punctuation.
func IsUnspaced(r rune) bool {
	return r >= 0x2e80 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe4f ||
		r >= 0xff00 && r <= 0xffef || r >= 0x20000 && r <= 0x3ffff
}
