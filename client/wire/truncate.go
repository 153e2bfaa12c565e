package wire

import (
	"unicode"
	"unicode/utf8"
)

const (
	joiner = '\u200d' // joins emoji into one
	// maxJoined bounds the code points that Truncate treats as one character.
	maxJoined = 64
)

// Truncate returns the longest beginning of a text that has at most n bytes and ends between two
// visible characters: not before a combining mark, nor within an emoji of several code points.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n = max(n, 0); n > 0 && !utf8.RuneStart(text[n]); {
		n--
	}
	whole := n
	for range maxJoined {
		next, _ := utf8.DecodeRuneInString(text[n:])
		last, size := utf8.DecodeLastRuneInString(text[:n])
		if n == 0 || !extends(next) && last != joiner {
			return text[:n]
		}
		n -= size
	}
	return text[:whole]
}

// extends reports whether a code point belongs to the character before it.
func extends(r rune) bool {
	return r == joiner || unicode.Is(unicode.M, r) || r >= 0x1F3FB && r <= 0x1F3FF // skin tones
}
