package textflow

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// segmentKind is the effect of a segment on its line.
type segmentKind uint8

const (
	word segmentKind = iota
	space
	newline
)

// next returns the first segment of text: a word, a sequence of spaces, a line break, or one
// character of a script that breaks anywhere. brk means that a line may end after it.
func next(text string) (length int, kind segmentKind, brk bool) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == '\n':
		return n, newline, true
	case breakingSpace(r):
		for n < len(text) {
			r, m := utf8.DecodeRuneInString(text[n:])
			if !breakingSpace(r) {
				break
			}
			n += m
		}
		return n, space, true
	case ideograph(r):
		if opening(r) {
			return n, word, false
		}
		if n < len(text) {
			follower, _ := utf8.DecodeRuneInString(text[n:])
			return n, word, !closing(follower)
		}
		return n, word, true
	}
	sign := kindOf(text) == signs
	for n < len(text) {
		r, m := utf8.DecodeRuneInString(text[n:])
		if r == '\n' || breakingSpace(r) || ideograph(r) {
			return n, word, ideograph(r) && !closing(r)
		}
		if sign != (r >= utf8.RuneSelf && kindOf(text[n:]) == signs) {
			return n, word, false // drawn in another font, but of the same word
		}
		n += m
		if r == '-' && n < len(text) {
			if follower, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsLetter(follower) && n > 2 {
				return n, word, true
			}
		}
	}
	return n, word, false
}

func breakingSpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\u200b' || r == '\u3000' || (r >= '\u2000' && r <= '\u2006')
}

// ideograph reports whether r belongs to a script in which a line may break between any two
// characters.
func ideograph(r rune) bool {
	return r >= 0x2e80 && (r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xff00 && r <= 0xffef || r >= 0x20000 && r <= 0x3ffff)
}

// UniformPrefix returns the length of the longest prefix of text that is drawn in one style, see
// Style.ForText; 0 for no text.
func UniformPrefix(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	first := kindOf(text)
	for n < len(text) && kindOf(text[n:]) == first {
		_, m := utf8.DecodeRuneInString(text[n:])
		n += m
	}
	return n
}

// closing reports whether a line must not begin with r, opening whether it must not end with it.
func closing(r rune) bool {
	switch r {
	case '、', '。', '，', '．', '：', '；', '？', '！', '）', '］', '｝', '」', '』', '】', '〉', '》', '〕', '’', '”',
		'ー', '々', '…', '‥', ',', '.', ':', ';', '!', '?', ')', ']', '}':
		return true
	}
	return false
}

func opening(r rune) bool {
	switch r {
	case '（', '［', '｛', '「', '『', '【', '〈', '《', '〔', '‘', '“':
		return true
	}
	return false
}

// edges returns the byte offsets at which text may be split between two whole characters, including
// 0 and len(text).
func edges(text string) []int {
	out := []int{0}
	at := 0
	tokens := graphemes.FromString(text)
	for tokens.Next() {
		at += len(tokens.Value())
		out = append(out, at)
	}
	return out
}

// maxPart is the number of bytes that are measured or drawn at once: what claims to be one word may
// be a file in Base64, and breaking it must not measure all the rest of it for each line.
const maxPart = 256

// Part returns the first part of a long text, which is small enough to be measured and drawn at
// once: up to the end of a character, unless a single one is longer.
func Part(text string) string {
	if part := Prefix(text, maxPart); part != "" || text == "" {
		return part
	}
	n := maxPart
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Prefix returns the beginning of text up to most bytes, without partial characters.
func Prefix(text string, most int) string {
	if len(text) <= most {
		return text
	}
	bounds := edges(text[:min(len(text), most+utf8.UTFMax)])
	end, _ := slices.BinarySearch(bounds, most+1)
	return text[:bounds[end-1]]
}
