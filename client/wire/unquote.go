package wire

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote parses the JSON string at the start of raw and returns the bytes after it. Unlike
// encoding/json it preserves incomplete characters: a lone surrogate escape becomes its three bytes
// (invalid UTF-8), and broken UTF-8 is unchanged, so that JoinUTF8 can join halves from two chunks.
// ok is false for invalid JSON.
func Unquote(raw []byte) (s string, rest []byte, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", nil, false
	}
	// Fast path: most strings have no escapes.
	i := 1
	for i < len(raw) && raw[i] != '"' && raw[i] != '\\' && raw[i] >= 0x20 {
		i++
	}
	if i >= len(raw) || raw[i] < 0x20 {
		return "", nil, false
	}
	if raw[i] == '"' {
		return string(raw[1:i]), raw[i+1:], true
	}
	var b strings.Builder
	b.Grow(min(len(raw), 2*i+64))
	b.Write(raw[1:i])
	for i < len(raw) {
		switch c := raw[i]; {
		case c == '"':
			return b.String(), raw[i+1:], true
		case c < 0x20:
			return "", nil, false
		case c != '\\':
			from := i
			for i < len(raw) && raw[i] != '"' && raw[i] != '\\' && raw[i] >= 0x20 {
				i++
			}
			b.Write(raw[from:i])
		default:
			n := unescape(&b, raw[i:])
			if n == 0 {
				return "", nil, false
			}
			i += n
		}
	}
	return "", nil, false
}

// unescape decodes the escape sequence at the start of raw into b and returns the length of the
// sequence, 0 if it is invalid.
func unescape(b *strings.Builder, raw []byte) int {
	if len(raw) < 2 {
		return 0
	}
	const escapes, characters = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(escapes, raw[1]); i >= 0 {
		b.WriteByte(characters[i])
		return 2
	}
	if raw[1] != 'u' {
		return 0
	}
	r, ok := hex4(raw[2:])
	if !ok {
		return 0
	}
	if !utf16.IsSurrogate(r) {
		b.WriteRune(r)
		return 6
	}
	if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		if low, ok := hex4(raw[8:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			b.WriteRune(utf16.DecodeRune(r, low))
			return 12
		}
	}
	b.Write([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	return 6
}

// hex4 parses four hexadecimal digits.
func hex4(raw []byte) (r rune, ok bool) {
	if len(raw) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[:4]), 16, 16)
	return rune(n), err == nil
}

// JoinUTF8 joins s with half, the incomplete character at the end of the previous chunk. If s ends
// with an incomplete character, JoinUTF8 returns that as left, to be passed as half with the next
// chunk. Invalid bytes are replaced by U+FFFD.
func JoinUTF8(half, s string) (whole, left string) {
	if half == "" && utf8.ValidString(s) {
		return s, ""
	}
	s = half + s
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r != utf8.RuneError || n > 1 {
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		if high, ok := surrogateBytes(s); ok {
			if high < 0xDC00 {
				if len(s) < 6 && strings.HasPrefix("\xED", s[3:min(len(s), 4)]) {
					return b.String(), s // the low surrogate may follow in the next chunk
				}
				if low, ok := surrogateBytes(s[3:]); ok && low >= 0xDC00 {
					b.WriteRune(utf16.DecodeRune(high, low))
					s = s[6:]
					continue
				}
			}
			b.WriteRune(utf8.RuneError)
			s = s[3:]
			continue
		}
		if !utf8.FullRuneInString(s) {
			return b.String(), s
		}
		b.WriteRune(utf8.RuneError)
		s = s[1:]
	}
	return b.String(), ""
}

// surrogateBytes decodes a lone surrogate from the three bytes that Unquote writes for it.
func surrogateBytes(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2] < 0x80 || s[2] > 0xBF {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
