// Package direction decides whether a text is read from right to left, for the window and for all
// files that Parlando writes.
package direction

import (
	"strings"
	"unicode"
)

// sample is the number of bytes at the beginning of a paragraph that decide its direction.
const sample = 512

// RightToLeft reports whether a paragraph, the text up to the first line break, is read from right
// to left. It is if its first letter is (Unicode's rule P2), or if most of its letters are, so that
// a short Latin name before Arabic or Hebrew text does not change the direction.
func RightToLeft(paragraph string) bool {
	paragraph = paragraph[:min(len(paragraph), sample)]
	if !HasRightToLeft(paragraph) {
		return false
	}
	// count is the number of right-to-left letters minus the number of others
	first, count := 0, 0
	for _, r := range paragraph {
		switch {
		case r == '\n':
			return first > 0 || count > 0
		case IsRightToLeft(r):
			count++
		case unicode.IsLetter(r):
			count--
		}
		if first == 0 {
			first = count
		}
	}
	return first > 0 || count > 0
}

// HasRightToLeft reports whether text has a character of a right-to-left script.
func HasRightToLeft(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0xd6 { // U+0590 and above begin with this byte or a larger one
			return strings.IndexFunc(text[i:], IsRightToLeft) >= 0
		}
	}
	return false
}

// IsRightToLeft reports whether r belongs to a right-to-left script.
func IsRightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r < 0xfeff ||
		r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
