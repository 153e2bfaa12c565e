// Package identifier makes identifiers for services from names in the user's words.
package identifier

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxBytes is the maximum length of an identifier: services refuse longer names.
const MaxBytes = 64

// latin transliterates letters without a decomposition to ASCII.
var latin = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h",
}

// From returns a name in lower case with underscores: ASCII letters and digits, at most MaxBytes,
// beginning with a letter, for which prefix and an underscore are added to a digit. It returns ""
// for a name that cannot be written in ASCII.
func From(name, prefix string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		spelled, ok := latin[r]
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
			continue
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			spelled = string(r)
		case !ok && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return ""
		case !ok:
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		if b.Len() == 0 && spelled[0] <= '9' {
			b.WriteString(prefix + "_")
		}
		b.WriteString(spelled)
	}
	id := b.String()
	return strings.Trim(id[:min(len(id), MaxBytes)], "_")
}

// Unique returns id, or id with the first number from 2 for which taken returns false.
func Unique(id string, taken func(string) bool) string {
	next := id
	for n := 2; taken(next); n++ {
		suffix := "_" + strconv.Itoa(n)
		next = id[:min(len(id), MaxBytes-len(suffix))] + suffix
	}
	return next
}

// Fold returns the same string for names that differ only in case, accents, spaces and punctuation.
func Fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		if spelled, ok := latin[r]; ok {
			b.WriteString(spelled)
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
