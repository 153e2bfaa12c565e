package sqlite

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a searchable unit of a text: a run of letters and digits, or one character of a script
// without spaces.
type Word struct {
	// Start and End are its byte offsets in the text.
	Start, End int
	// Folded is the form used for comparison: lower case, without diacritics.
	Folded string
	// Single reports that the word is one Chinese, Japanese or Korean character.
	Single bool
	// Joined reports that no gap separates the word from the previous one.
	Joined bool
}

// Words splits a text as the index does: at all characters other than letters and digits.
func Words(text string) []Word {
	var out []Word
	var folded strings.Builder
	start, lastEnd := -1, -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, Word{Start: start, End: end, Folded: folded.String(), Joined: start == lastEnd})
			folded.Reset()
			start, lastEnd = -1, end
		}
	}
	for i, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if c := byte(r) | 0x20; c >= 'a' && c <= 'z' || r >= '0' && r <= '9' {
				if start < 0 {
					start = i
				}
				if r >= 'A' && r <= 'Z' {
					r |= 0x20
				}
				folded.WriteByte(byte(r))
			} else {
				flush(i)
			}
		case unspaced(r):
			flush(i)
			end := i + utf8.RuneLen(r)
			out = append(out, Word{Start: i, End: end, Folded: text[i:end], Single: true, Joined: i == lastEnd})
			lastEnd = end
		case unicode.In(r, unicode.L, unicode.N, unicode.Co):
			if start < 0 {
				start = i
			}
			folded.WriteRune(FoldLetter(r))
		case unicode.Is(unicode.Mn, r) && start >= 0: // an accent of the letter before it
		default:
			flush(i)
		}
	}
	flush(len(text))
	return out
}

// IndexText returns the text to index. Runs of characters of scripts without spaces become
// overlapping pairs, "日本語" as "日本 本語 語", so that each part of a run can be found as a phrase; the
// last character stands alone, so that a single character can be found as a prefix. The tokenizer
// does the rest.
func IndexText(text string) string {
	if !hasUnspaced(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) * 3)
	rest := 0
	words := Words(text)
	for i := 0; i < len(words); i++ {
		if !words[i].Single {
			continue
		}
		b.WriteString(text[rest:words[i].Start])
		end := runEnd(words, i)
		writePairs(&b, words[i:end], true)
		rest, i = words[end-1].End, end-1
	}
	b.WriteString(text[rest:])
	return b.String()
}

// runEnd returns the end of the run of single characters that begins at i.
func runEnd(words []Word, i int) int {
	end := i + 1
	for end < len(words) && words[end].Single && words[end].Joined {
		end++
	}
	return end
}

// writePairs writes a run of single characters as pairs, and the last character alone if the run
// ends there.
func writePairs(b *strings.Builder, run []Word, ends bool) {
	for i := range run {
		switch {
		case i+1 < len(run):
			b.WriteString(" " + run[i].Folded + run[i+1].Folded)
		case ends || len(run) == 1:
			b.WriteString(" " + run[i].Folded)
		}
	}
	b.WriteByte(' ')
}

func hasUnspaced(text string) bool {
	for _, r := range text {
		if r >= 0x1100 && unspaced(r) {
			return true
		}
	}
	return false
}

// unspaced reports whether a character's script is written without spaces, or is searched as if it
// were.
func unspaced(r rune) bool {
	return r >= 0x1100 && (r == 'ー' || r == 'ｰ' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

// FoldLetter returns a letter without case and diacritics, like unicode61 with remove_diacritics 2.
func FoldLetter(r rune) rune {
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	if d := norm.NFD.Properties(buf[:n]).Decomposition(); len(d) > 0 {
		base, size := utf8.DecodeRune(d)
		if mark, _ := utf8.DecodeRune(d[size:]); unicode.Is(unicode.Mn, mark) {
			r = base
		}
	}
	return unicode.ToLower(r)
}
