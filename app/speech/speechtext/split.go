package speechtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/sentences"
)

// boundary is the end of a sentence in a flow.
type boundary struct {
	end int
	// sure reports that no text added to the flow can move the boundary.
	sure bool
}

// boundaries splits a text into sentences by the Unicode rules (UAX 29), but not after an
// abbreviation, and splits sentences that are longer than a part may be. The text from stop on may
// still change.
func boundaries(text string, stop int) []boundary {
	var ends []int // the last element is the end of the current sentence so far
	start, from := 0, 0
	has := false // the current sentence has a letter or number
	for _, at := range breaks(text) {
		if at <= from {
			continue
		}
		if n := len(ends); n > 0 && has && !goesOn(text[start:from], text[from:at]) {
			start, has = from, false
			ends = append(ends, at)
		} else {
			ends = append(ends[:max(0, n-1)], at)
		}
		has = has || strings.ContainsFunc(text[from:at], spoken)
		from = at
	}
	var all []boundary
	start = 0
	for _, end := range ends {
		for utf8.RuneCountInString(strings.TrimSpace(text[start:end])) > MaxCharacters {
			start += prefixLength(text[start:end])
			all = append(all, boundary{start, start <= stop})
		}
		all = append(all, boundary{end, end <= stop && decided(text[end:stop])})
		start = end
	}
	return all
}

// window is the maximum number of bytes passed to the segmentation library at once, because its
// time grows with the square of the length of a run of brackets.
const window = 1024

// breaks returns the possible ends of sentences and the end of the text.
func breaks(text string) []int {
	var all []int
	for base := 0; base < len(text); {
		end := len(text)
		if end-base > window {
			end = inWord(text, base+window/2, base+window)
		}
		if mayEnd(text[base:end]) {
			for it := sentences.FromString(text[base:end]); it.Next(); {
				if at := base + it.End(); at < end {
					all = append(all, shift(text, at))
				}
			}
		}
		base = end
	}
	return append(all, len(text))
}

// mayEnd reports whether a sentence may end within a text: it must contain a full stop or similar
// character of some script, or a line end.
func mayEnd(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		switch r {
		case '\n', '\r', '\u2024', '\u0085', '\u2028', '\u2029':
			return true
		}
		return unicode.Is(unicode.STerm, r) || unicode.Is(newTerminators, r)
	})
}

// newTerminators end sentences since Unicode 16 and 17, which the standard library does not know.
var newTerminators = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x17d4, 0x17d5, 1}, {0x1b4e, 0x1b4f, 1}, {0x1b7f, 0x1b7f, 1}, {0x2cf9, 0x2cfb, 1}, {0xfe12, 0xfe12, 1}, {0xfe15, 0xfe16, 1},
	},
	R32: []unicode.Range32{{0x113d4, 0x113d5, 1}, {0x16d6e, 0x16d6f, 1}},
}

// inWord returns the last offset between from and to with letters on both sides, where no sentence
// can end; otherwise to.
func inWord(text string, from, to int) int {
	for !utf8.RuneStart(text[to]) {
		to--
	}
	for at := to; at > from; {
		next, _ := utf8.DecodeRuneInString(text[at:])
		before, size := utf8.DecodeLastRuneInString(text[:at])
		if unicode.IsLetter(next) && unicode.IsLetter(before) {
			return at
		}
		at -= size
	}
	return to
}

// shift corrects the end of a sentence next to brackets and quotation marks. The Unicode rules
// treat all of them as closing; but an opening one belongs to the next sentence, and a closing one
// to the preceding sentence, even after a space as in French.
func shift(text string, at int) int {
	r, size := utf8.DecodeLastRuneInString(text[:at])
	if at < len(text) && unicode.Is(unicode.Ps, r) {
		for unicode.Is(unicode.Ps, r) {
			at -= size
			r, size = utf8.DecodeLastRuneInString(text[:at])
		}
		return at
	}
	r, size = utf8.DecodeRuneInString(text[at:])
	if next, n := utf8.DecodeRuneInString(text[at+size:]); unicode.In(r, unicode.Pe, unicode.Pf) && unicode.IsSpace(next) {
		return at + size + n
	}
	return at
}

// decided reports whether the first word after a sentence is complete, so that later text cannot
// change where the sentence ends.
func decided(rest string) bool {
	rest = rest[:min(len(rest), window)]
	i := strings.IndexFunc(rest, unicode.IsLetter)
	if i < 0 {
		return false
	}
	r, size := utf8.DecodeRuneInString(rest[i:])
	if wide(r) {
		return len(rest) > i+size
	}
	return strings.IndexFunc(rest[i:], func(r rune) bool { return !spoken(r) && !unicode.IsMark(r) }) >= 0
}

// prefixLength returns the length in bytes of the first part of a long sentence: up to the end of a
// clause, otherwise of a word, otherwise of a grapheme.
func prefixLength(text string) int {
	limit, n := 0, 0
	for i := range text {
		if n == MaxCharacters {
			limit = i
			break
		}
		n++
	}
	head := text[:limit]
	if i := strings.LastIndexFunc(head[:strings.LastIndexFunc(head, unicode.IsSpace)+1], clause); i > limit/4 {
		_, size := utf8.DecodeRuneInString(head[i:])
		return i + size
	}
	if i := strings.LastIndexFunc(head, wideClause); i > limit/4 {
		_, size := utf8.DecodeRuneInString(head[i:])
		return i + size
	}
	if i := strings.LastIndexFunc(head, unicode.IsSpace); i > limit/4 {
		return i + 1
	}
	last := 0
	for it := graphemes.FromString(text); it.Next(); {
		if it.End() > limit {
			break
		}
		last = it.End()
	}
	if last == 0 {
		return limit // a single grapheme with thousands of marks
	}
	return last
}

func clause(r rune) bool     { return strings.ContainsRune(",;:–—،؛", r) }
func wideClause(r rune) bool { return strings.ContainsRune("，、；：", r) }
