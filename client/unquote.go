package client

import (
	"strings"
	"unicode/utf8"
)

// unquote reads the JSON string at the start of raw and returns what follows it. Unlike encoding/json it
// keeps halves of characters: a lone surrogate escape becomes its three bytes (no valid UTF-8), and broken
// UTF-8 stays as it is, so that mend can put halves from two chunks together. ok is false for bad JSON.
func unquote(raw []byte) (s string, rest []byte, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", nil, false
	}
	// The ordinary string has no escape at all.
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

// unescape writes the character of the escape at the start of raw and returns its length, 0 if it is none.
func unescape(b *strings.Builder, raw []byte) int {
	if len(raw) < 2 {
		return 0
	}
	switch raw[1] {
	case '"', '\\', '/':
		b.WriteByte(raw[1])
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'u':
		r, ok := hex4(raw[2:])
		if !ok {
			return 0
		}
		if !isSurrogate(r) {
			b.WriteRune(r)
			return 6
		}
		if r < 0xDC00 && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
			if low, ok := hex4(raw[8:]); ok && low >= 0xDC00 && low < 0xE000 {
				b.WriteRune(joinSurrogates(r, low))
				return 12
			}
		}
		b.Write([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
		return 6
	default:
		return 0
	}
	return 2
}

func isSurrogate(r rune) bool { return r >= 0xD800 && r < 0xE000 }

func joinSurrogates(high, low rune) rune { return (high-0xD800)<<10 | (low - 0xDC00) + 0x10000 }

// hex4 reads four hex digits.
func hex4(raw []byte) (r rune, ok bool) {
	if len(raw) < 4 {
		return 0, false
	}
	for _, c := range raw[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// mend joins the half of a character that an earlier chunk left with what s brings, keeps a half at the
// end of s for the next chunk, and puts U+FFFD for what can never become a character.
func mend(half, s string) (whole, left string) {
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
					return b.String(), s // its other half may be on the way
				}
				if low, ok := surrogateBytes(s[3:]); ok && low >= 0xDC00 {
					b.WriteRune(joinSurrogates(high, low))
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

// surrogateBytes reads the three bytes unquote writes for a lone surrogate.
func surrogateBytes(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2] < 0x80 || s[2] > 0xBF {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
