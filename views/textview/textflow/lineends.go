package textflow

import (
	"unicode/utf8"

	"github.com/go-text/typesetting/segmenter"
)

const (
	// searchAhead is the number of bytes in which line ends are searched in one step.
	searchAhead = 256
	// unsure is the number of bytes at the end of a searched part in which found line ends may
	// still depend on the text after that part.
	unsure = 64
)

// lineEnds finds the offsets at which a line of a text may end: by Unicode's rules (UAX 14), and
// between the syllables of scripts without spaces between words.
type lineEnds struct {
	text string
	// ends[next:] are the found line ends still to return. The next search starts at from.
	ends []int
	next int
	from int

	segmenter segmenter.Segmenter
	runes     []rune
}

// reset starts with another text at the offset from.
func (l *lineEnds) reset(text string, from int) {
	l.text, l.ends, l.next, l.from = text, l.ends[:0], 0, from
}

// after returns the first offset after at where a line may end. at must not decrease from call to
// call.
func (l *lineEnds) after(at int) int {
	for {
		for ; l.next < len(l.ends); l.next++ {
			if end := l.ends[l.next]; end > at {
				return end
			}
		}
		if l.from >= len(l.text) {
			return len(l.text)
		}
		l.search()
	}
}

// search finds the line ends in the next part of the text.
func (l *lineEnds) search() {
	l.ends, l.next = l.ends[:0], 0
	if l.searchPlain(); len(l.ends) > 0 {
		return
	}
	part := l.text[l.from:]
	sure := len(part)
	if len(part) > searchAhead {
		n := searchAhead
		for n > 0 && !utf8.RuneStart(part[n]) {
			n--
		}
		part, sure = part[:n], n-unsure
	}
	l.runes = l.runes[:0]
	for _, r := range part {
		l.runes = append(l.runes, r)
	}
	l.segmenter.Init(l.runes)
	at, index := 0, 0 // offset in part, and index in runes
	for line := l.segmenter.LineIterator(); line.Next(); {
		for end := index + len(line.Line().Text); index < end; index++ {
			if index > line.Line().Offset && beginsSyllable(l.runes, index) && at <= sure {
				l.ends = append(l.ends, l.from+at)
			}
			_, n := utf8.DecodeRuneInString(part[at:])
			at += n
		}
		if at <= sure {
			l.ends = append(l.ends, l.from+at)
		}
	}
	if n := len(l.ends); n > 0 {
		l.from = l.ends[n-1]
		return
	}
	for sure > 1 && !utf8.RuneStart(part[sure]) {
		sure--
	}
	l.from += sure // skip a part of a long word
}

// searchPlain finds the line ends between plain words. It gives the same result as the segmenter,
// which takes ten times as long.
func (l *lineEnds) searchPlain() {
	for at := l.from; at < len(l.text) && len(l.ends) < cap(l.ends)+16; {
		n := plainWord(l.text[at:])
		if n == 0 {
			return
		}
		for at += n; at < len(l.text) && l.text[at] == ' '; at++ {
		}
		if at < len(l.text) && l.text[at] == '\n' {
			at++
		} else if at < len(l.text) && (l.text[at-1] != ' ' || plainWord(l.text[at:]) == 0) {
			return
		}
		l.ends, l.from = append(l.ends, at), at
	}
}

// plainWord returns the length of the word at the start of text, 0 if a line may end within the
// word or if that is uncertain. The word consists of letters, digits, quotes, parentheses and
// punctuation.
func plainWord(text string) int {
	letter, closed := false, false
	for i, r := range text {
		switch {
		case isPlainLetter(r):
			if closed {
				return 0
			}
			letter = true
		case r == '\'', r == '"':
		case r == '(' && !letter && !closed && (i == 0 || text[i-1] != '.'):
		case r == ',', r == '.', r == ';', r == ':', r == ')':
			if !letter {
				return 0
			}
		case r == '!', r == '?':
			if !letter {
				return 0
			}
			closed = true
		case r == ' ', r == '\n':
			if !letter {
				return 0
			}
			return i
		default:
			return 0
		}
	}
	if !letter {
		return 0
	}
	return len(text)
}

// isPlainLetter reports whether r is a digit or a letter of Latin, Greek or Cyrillic.
func isPlainLetter(r rune) bool {
	if r < 0xc0 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r <= 0x24f && r != 0xd7 && r != 0xf7 || r >= 0x391 && r <= 0x3c9 && r != 0x3a2 || r >= 0x410 && r <= 0x44f
}

// beginsSyllable reports whether a syllable of Thai, Lao, Khmer or Burmese certainly begins at
// text[i], i > 0. Finding words would require a dictionary.
func beginsSyllable(text []rune, i int) bool {
	switch r := text[i]; {
	case r < 0xe00 || r > 0x17ff:
		return false
	case r <= 0xe7f:
		return beginsTai(text[i-1]-0xe00, r-0xe00)
	case r <= 0xeff:
		return beginsTai(text[i-1]-0xe80, r-0xe80)
	case r <= 0x109f:
		return beginsBurmese(text[i-1:])
	}
	return beginsKhmer(text[i-1:])
}

// longestSyllable is an upper bound for the number of characters of a syllable.
const longestSyllable = 40

// Syllable returns the length of the Thai, Lao, Khmer or Burmese syllable at the start of text, 0
// for other text. If the end of the syllable is uncertain, the length includes the next syllable.
func Syllable(text string) int {
	var runes []rune
	var places []int
	for i, r := range text {
		runes, places = append(runes, r), append(places, i)
		if !isUnspaced(r) || len(runes) > longestSyllable {
			break
		}
	}
	for i, r := range runes {
		if !isUnspaced(r) || i > 0 && beginsSyllable(runes, i) || i == longestSyllable {
			return places[i]
		}
	}
	return len(text)
}

// isUnspaced reports whether r belongs to one of the scripts of beginsSyllable.
func isUnspaced(r rune) bool {
	return r >= 0xe00 && r <= 0xeff || r >= 0x1000 && r <= 0x109f || r >= 0x1780 && r <= 0x17ff
}

// beginsTai is beginsSyllable for Thai and Lao, whose Unicode blocks have the same order. Syllables
// begin at vowels written before their consonant, and at consonants after a short vowel.
func beginsTai(before, r rune) bool {
	return before > 0 && before <= 0x4e && r >= 0x40 && r <= 0x44 || before == 0x30 && r <= 0x2e
}

// beginsBurmese is beginsSyllable for text[1]. A consonant begins a syllable unless it ends a
// syllable or is stacked with another consonant.
func beginsBurmese(text []rune) bool {
	const stacker, end, dotBelow = 0x1039, 0x103a, 0x1037
	before, r, after := text[0], text[1], thirdOf(text)
	if after == dotBelow { // the dot may precede the mark end
		after = thirdOf(text[1:])
	}
	return r >= 0x1000 && r <= 0x1021 && before >= 0x1000 && before <= 0x109f && before != stacker && after != end && after != stacker
}

// beginsKhmer is beginsSyllable for text[1]. A consonant begins a syllable if it is followed by a
// vowel or a stacked consonant.
func beginsKhmer(text []rune) bool {
	const stacker = 0x17d2
	before, r, after := text[0], text[1], thirdOf(text)
	return r >= 0x1780 && r <= 0x17b3 && before >= 0x1780 && before <= 0x17dd && before != stacker && after >= 0x17b6 && after <= stacker
}

// thirdOf returns text[2], 0 if there is none.
func thirdOf(text []rune) rune {
	if len(text) < 3 {
		return 0
	}
	return text[2]
}
