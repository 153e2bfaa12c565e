package textencoding

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// sampleBytes is the number of bytes examined.
	sampleBytes = 24 << 10
	// sureBy is the minimum lead of the best encoding over the next, as a log likelihood.
	sureBy = 2.5
	// poorest is the minimum average log likelihood of a text's characters outside ASCII.
	poorest = -8.5
	// maxGuesses is the maximum number of encodings offered.
	maxGuesses = 6
)

// Guess is a possible encoding of a text.
type Guess struct {
	Encoding Encoding
	// Sample is a line of the text decoded with Encoding, with many characters outside ASCII.
	Sample string
}

// Detect returns the possible encodings of data, the likeliest first. If there is only one, it is
// certain enough to be used without asking. If there is none, the bytes are not text.
func Detect(data []byte) []Guess {
	if e := marked(data); e != "" {
		return []Guess{{Encoding: e}}
	}
	wide := bytes.IndexByte(data, 0) >= 0
	sample := sampleOf(data, wide)
	var found []weighedEncoding
	for _, c := range candidates {
		isWide := c.name == UTF16LE || c.name == UTF16BE
		if isWide && len(data)%2 != 0 || wide && !isWide {
			continue
		}
		text, err := c.of.NewDecoder().Bytes(sample)
		if err != nil {
			continue
		}
		if w, ok := weigh(text, len(sample) < len(data)); ok {
			found = append(found, weighedEncoding{
				c.name, string(text), w.likely, w.likely + c.prior, w.likely >= poorest*float64(w.high),
			})
		}
	}
	slices.SortStableFunc(found, func(a, b weighedEncoding) int { return cmp.Compare(b.weight, a.weight) })
	found = distinct(found)
	switch {
	case len(found) == 0, wide && (!found[0].fits || isBytes(found[0])):
		return nil
	case len(found) == 1, wide, found[0].fits && found[0].weight-found[1].weight >= sureBy:
		return []Guess{{Encoding: found[0].name}}
	}
	return guesses(found[:min(len(found), maxGuesses)])
}

type weighedEncoding struct {
	name   Encoding
	text   string
	likely float64 // log likelihood as in weight
	weight float64 // likely, adjusted by how common the encoding is
	fits   bool    // its characters belong to a language
}

// distinct drops encodings whose text equals that of an earlier one.
func distinct(found []weighedEncoding) []weighedEncoding {
	var out []weighedEncoding
	for _, f := range found {
		if !slices.ContainsFunc(out, func(o weighedEncoding) bool { return o.text == f.text }) {
			out = append(out, f)
		}
	}
	return out
}

// sampleOf returns the part of data to examine: it begins at the start of a line, shortly before
// the first byte outside ASCII.
func sampleOf(data []byte, wide bool) []byte {
	if len(data) <= sampleBytes {
		return data
	}
	if wide {
		return data[:sampleBytes]
	}
	first := max(0, bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }))
	start := bytes.LastIndexByte(data[:first], '\n') + 1
	if first-start > sampleBytes/2 {
		start = first
	}
	return data[start:min(len(data), start+sampleBytes)]
}

// weight is the log likelihood of a text in the best matching language, and the number of its
// characters outside ASCII.
type weight struct {
	likely float64
	high   int
}

// weigh computes the weight of a text. cut allows that its last character is truncated. ok is false
// if too much of it is not text.
func weigh(text []byte, cut bool) (w weight, ok bool) {
	seen := map[rune]int{}
	around, wrong := 0.0, 0
	last, before := rune(' '), rune(' ')
	var tones toneCount
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case r == utf8.RuneError:
			if !cut || i < len(text)-6 {
				wrong++
			}
		case unicode.IsControl(r) && r >= utf8.RuneSelf, unicode.Is(unicode.Co, r),
			!unicode.IsGraphic(r) && r > ' ' && !unicode.Is(unicode.Cf, r):
			wrong++
		case r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' && r != '\v' && r != 0x1a:
			wrong++
		case isEmoji(r): // emoji occur in every language
		case r >= utf8.RuneSelf:
			w.high++
			l := r
			if r != 'İ' {
				l = unicode.ToLower(r)
			}
			seen[l]++
		}
		around += context(before, last, r)
		tones.add(last, r)
		before, last = last, r
	}
	if wrong > 1+len(text)/100 {
		return w, false
	}
	best := -1e18
	for _, l := range languages() {
		sum := 0.0
		for r, n := range seen {
			sum += l.of(r) * float64(n)
		}
		best = max(best, sum)
	}
	w.likely = best + around + tones.weight() - 12*float64(wrong)
	return w, true
}

// The log likelihoods of a character in its context.
const (
	capitalWithin = -5.0 // a capital after a small letter
	capitalAtWord = -2.3 // a capital at the beginning of a word
	symbolWithin  = -5.0 // a symbol between two letters
	scriptsMixed  = -4.5 // letters of two scripts in one word
	toneOnVowel   = 4.0  // a tone of Vietnamese on one of its vowels
	toneElsewhere = -5.0
)

// context rates r by the two characters before it. ASCII characters alone rate 0.
func context(before, last, r rune) float64 {
	w := 0.0
	if r < utf8.RuneSelf && last < utf8.RuneSelf {
		return 0
	}
	letter, was := unicode.IsLetter(r), unicode.IsLetter(last) || unicode.Is(unicode.Mn, last)
	if letter && unicode.IsUpper(r) {
		switch {
		case unicode.IsLower(last):
			w += capitalWithin
		case r >= utf8.RuneSelf && !unicode.IsUpper(last):
			w += capitalAtWord
		case r >= utf8.RuneSelf:
			w -= 0.7
		}
	}
	if letter && was && script(r) != script(last) {
		w += scriptsMixed
	}
	if letter && last >= utf8.RuneSelf && !was && unicode.IsLetter(before) && !joins(last) && !ideograph(r) {
		w += symbolWithin
	}
	if last == 'ς' && letter {
		w += capitalWithin
	}
	return w
}

// isEmoji reports whether r is an emoji that only Unicode has, or joins or modifies emoji.
func isEmoji(r rune) bool {
	return r >= 0x1F300 && r < 0x1FB00 || r >= 0x2670 && r < 0x27C0 || r == 0x200D || r == 0xFE0F
}

// toneCount counts Vietnamese tones, which are separate characters in Windows-1258.
type toneCount struct {
	onVowels, elsewhere int
	kinds               map[rune]bool
}

func (t *toneCount) add(last, r rune) {
	switch {
	case !strings.ContainsRune("\u0300\u0301\u0303\u0309\u0323", r):
	case strings.ContainsRune("aeiouyâăêôơư", unicode.ToLower(last)):
		if t.kinds == nil {
			t.kinds = map[rune]bool{}
		}
		t.kinds[r] = true
		t.onVowels++
	default:
		t.elsewhere++
	}
}

// weight is the log likelihood of the tones: in other languages they would not all follow vowels.
func (t *toneCount) weight() float64 {
	if t.elsewhere > 0 || len(t.kinds) < 2 {
		return 0
	}
	return toneOnVowel * float64(t.onVowels)
}

// joins reports whether a sign is common between two letters.
func joins(r rune) bool {
	switch r {
	case '’', '‘', '\u00AD', '·', '–', '—', '\u00A0', '…', '/', '・', '、', '。':
		return true
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) || r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0
}

// ideograph reports whether words are written without spaces in the script of r.
func ideograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// script returns a number for each group of scripts whose letters occur together in one word.
func script(r rune) int {
	switch {
	case r < utf8.RuneSelf, unicode.Is(unicode.Latin, r):
		return 1
	case unicode.Is(unicode.Cyrillic, r):
		return 2
	case unicode.Is(unicode.Greek, r):
		return 3
	case unicode.Is(unicode.Hebrew, r):
		return 4
	case unicode.Is(unicode.Arabic, r):
		return 5
	case unicode.Is(unicode.Thai, r):
		return 6
	case ideograph(r), r == 'ー':
		return 7
	}
	return 0
}
