package textencoding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sampleRunes is the maximum length of a sample, in characters.
const sampleRunes = 60

// guesses adds a sample to each encoding: always the same line, chosen by bestLine.
func guesses(found []weighedEncoding) []Guess {
	var out []Guess
	line := bestLine(found[0].text)
	for _, f := range found {
		lines := strings.Split(strings.ReplaceAll(f.text, "\r", "\n"), "\n")
		sample := ""
		if line < len(lines) {
			sample = excerpt(lines[line])
		}
		out = append(out, Guess{f.name, sample})
	}
	return out
}

// bestLine returns the number of the line whose excerpt has the most non-ASCII characters.
func bestLine(text string) int {
	best, most := 0, -1
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n") {
		n := 0
		for _, r := range excerpt(line) {
			if r >= utf8.RuneSelf {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// excerpt returns a part of a line that begins shortly before its first character outside ASCII.
func excerpt(line string) string {
	runes := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, line)))
	start := 0
	for i, r := range runes {
		if r >= utf8.RuneSelf {
			start = max(0, i-20)
			break
		}
	}
	out := string(runes[start:min(len(runes), start+sampleRunes)])
	if start > 0 {
		out = "…" + out
	}
	return strings.TrimSpace(out)
}
