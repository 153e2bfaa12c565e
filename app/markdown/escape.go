package markdown

import (
	"net/url"
	"strings"
)

// blanks are the characters that end a word.
const blanks = " \t\n\r"

// escape percent-encodes the invisible characters of an address.
func escape(address string) string {
	var b strings.Builder
	for _, r := range address {
		if suspicious(r) {
			b.WriteString(url.PathEscape(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// addressIn returns the offset of the address in a word of Markdown that may contain invisible
// characters, or the length of the word without an address. before is the text before the word.
func addressIn(word, before string) int {
	// Search a copy of the word without invisible characters.
	var clean strings.Builder
	var at []int
	for i, r := range word {
		if !suspicious(r) {
			for range len(string(r)) {
				at = append(at, i)
			}
			clean.WriteRune(r)
		}
	}
	text, first := clean.String(), len(word)
	from := func(i int) { first = min(first, i) }
	if strings.HasSuffix(strings.TrimRight(before, blanks), "]:") {
		from(0) // the address of a link definition
	}
	if i := strings.Index(text, "]:"); i >= 0 {
		from(at[i+1] + 1)
	}
	if i := strings.Index(text, "]("); i >= 0 {
		from(at[i+1] + 1)
	}
	if i := strings.Index(text, "mailto:"); i >= 0 {
		from(at[i])
	}
	if i := strings.Index(text, "<"); i >= 0 && strings.ContainsAny(text[i:], ":@") {
		from(at[i] + 1)
	}
	if i := strings.Index(text, "://"); i >= 0 {
		for i > 0 && isLetter(text[i-1]) {
			i--
		}
		from(at[i])
	}
	return first
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
