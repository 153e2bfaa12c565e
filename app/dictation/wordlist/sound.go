package wordlist

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// foldCase is a text in small letters, with its accents, composed.
func foldCase(s string) string { return strings.ToLower(norm.NFC.String(s)) }

// letters without a decomposition of their own.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i", "'", "", "’", "")

// fold is a word in small letters without accents: "José" and "jose" are one.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(s)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(letters.Replace(b.String()))
}

// pairs are spellings of one sound in the languages of the Latin script.
var pairs = strings.NewReplacer(
	"sch", "x", "tch", "x", "sh", "x", "ch", "x", "cz", "x", "ph", "f", "gh", "g", "th", "t", "ck", "k", "qu", "kf", "x", "ks",
	"ce", "se", "ci", "si", "cy", "sy", "dj", "j", "dg", "j", "wr", "r", "kn", "n",
)

// alike are letters that are taken for each other.
var alike = map[rune]rune{
	'c': 'k', 'q': 'k', 'g': 'k', 'z': 's', 'd': 't', 'b': 'p', 'v': 'f', 'w': 'f', 'y': 'a', 'e': 'a', 'i': 'a', 'o': 'a', 'u': 'a', 'j': 'x',
}

// sound is a rough key of how a folded word sounds: consonants that are taken for each other are
// one, vowels count at the beginning alone. Letters of other scripts stand for themselves.
func sound(folded string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range pairs.Replace(folded) {
		if to, ok := alike[r]; ok {
			r = to
		}
		if r == last {
			continue
		}
		last = r
		if (r == 'a' || r == 'h') && b.Len() > 0 {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// distance is how many letters must be changed, left out, put in or exchanged with their neighbor
// to make b of a (optimal string alignment); most+1 when it is more than most.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], most+1)
}
