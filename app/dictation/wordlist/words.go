package wordlist

import (
	"unicode"
	"unicode/utf8"
)

// span is where a word stands in a text, in bytes.
type span struct{ start, end int }

// wordsOf finds the words: letters, digits and what belongs to them, with an apostrophe between two
// letters. Of scripts without spaces each character is a word of its own, so that a name written in
// them is found wherever it stands.
func wordsOf(text string) []span {
	var out []span
	start := -1
	end := func(at int) {
		if start >= 0 {
			out = append(out, span{start, at})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unspaced(r):
			end(i)
			out = append(out, span{i, i + utf8.RuneLen(r)})
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && start >= 0:
			if start < 0 {
				start = i
			}
		case apostrophe(r) && start >= 0 && letterAt(text, i+utf8.RuneLen(r)):
		default:
			end(i)
		}
	}
	end(len(text))
	return out
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func letterAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.IsLetter(r) && !unspaced(r)
}

// unspaced reports whether a character belongs to a script that puts no spaces between words.
func unspaced(r rune) bool {
	return r > 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// narrow reports whether what stands between two words lets them be one name: nothing, one space or
// one hyphen.
func narrow(gap string) bool {
	switch gap {
	case "", " ", "-", "\u00a0", "\u2011":
		return true
	}
	return false
}

// stem divides a word from the ending of a genitive: "Ana's".
func stem(word string) (string, string) {
	for _, ending := range []string{"'s", "’s", "'S", "’S"} {
		if n := len(word) - len(ending); n > 0 && word[n:] == ending {
			return word[:n], ending
		}
	}
	return word, ""
}

// begins reports whether what stands at a place begins a sentence, so that its capital letter says
// nothing.
func begins(text string, at int) bool {
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
		switch {
		case r == '\n' || unicode.Is(unicode.STerm, r) || r == '…' || r == ':':
			return true
		case unicode.IsSpace(r) || unicode.In(r, unicode.Pi, unicode.Ps, unicode.Pf, unicode.Pd) || r == '"' || r == '\'' || r == '¿' || r == '¡':
		default:
			return false
		}
	}
	return true
}
