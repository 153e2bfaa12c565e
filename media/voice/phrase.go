package voice

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
	"github.com/clipperhouse/uax29/v2/words"
)

// phrase is a sentence, or a part of a long one, that is synthesized at once.
type phrase struct {
	words []string // concatenated, they are the text, including punctuation and spaces
	// ends marks the last phrase of a sentence.
	ends bool
}

// maxEffort bounds the length of a phrase in letters, so that the first phrase is ready soon and
// none needs much memory.
const maxEffort = 400

func (p phrase) text() string { return strings.Join(p.words, "") }

// phrases splits a text. Unpronounceable text is appended to the previous phrase; a text without
// anything pronounceable has no phrases.
func phrases(text string) []phrase {
	var all []phrase
	for _, sentence := range sentencesOf(unwrap(clean(text))) {
		from := len(all)
		for _, w := range wordsOf(sentence) {
			effort := 0
			if n := len(all); n > from {
				effort = effortOf(all[n-1].text())
			}
			if effort == 0 || effort+effortOf(w) > maxEffort {
				all = append(all, phrase{})
			}
			last := &all[len(all)-1]
			last.words = append(last.words, w)
		}
		all[len(all)-1].ends = true
	}
	return all
}

// clean replaces control characters, which are commands to some voices, and invalid characters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u2028' || r == '\u2029' || r == '\r':
			return '\n'
		case r == '\n':
			return r
		case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Co, unicode.Cs):
			return ' '
		}
		return r
	}, text)
}

// unwrap removes line breaks due to wrapping: line breaks before a lower-case letter. All other
// line breaks end a sentence.
func unwrap(text string) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " ")); unicode.IsLower(r) && lines[i-1] != "" {
				b.WriteByte(' ')
			} else {
				b.WriteByte('\n')
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// sentencesOf splits a text by the rules of Unicode (UAX 29), but not after an abbreviation. Each
// sentence contains something pronounceable.
func sentencesOf(text string) []string {
	var all []string
	open := false // whether the next sentence continues the last one
	for it := sentences.FromString(text); it.Next(); {
		s := it.Value()
		speakable := strings.ContainsFunc(s, spoken)
		if n := len(all); n > 0 && (open || !speakable) {
			all[n-1] += s
		} else {
			all = append(all, s)
		}
		// Anything before the first word, such as a quotation mark on a separate line, belongs
		// to the first sentence.
		open = len(all) == 1 && !strings.ContainsFunc(all[0], spoken) || abbreviated(s)
	}
	if len(all) == 1 && !strings.ContainsFunc(all[0], spoken) {
		return nil
	}
	return all
}

// abbreviations lists words whose full stop does not end a sentence.
var abbreviations = []string{"mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "vs.", "no.", "fig.", "e.g.", "i.e.", "cf.", "approx."}

// abbreviated reports whether a sentence ends with an abbreviation or an initial.
func abbreviated(sentence string) bool {
	if strings.Contains(sentence, "\n") {
		return false
	}
	fields := strings.Fields(sentence)
	if len(fields) == 0 {
		return false
	}
	last := fields[len(fields)-1]
	if r, n := utf8.DecodeRuneInString(last); last[n:] == "." && unicode.IsUpper(r) && r != 'I' {
		return true
	}
	return slices.Contains(abbreviations, strings.ToLower(last))
}

// wordsOf splits a sentence into words with their surrounding punctuation and spaces. In scripts
// without spaces between words, such as Chinese, it follows the rules of Unicode.
func wordsOf(sentence string) []string {
	var all []string
	word := ""
	for it := words.FromString(sentence); it.Next(); {
		for i, part := range halves(it.Value()) {
			if i > 0 || ends(word, part) {
				all = append(all, word)
				word = ""
			}
			word += part
		}
	}
	if len(all) > 0 && !strings.ContainsFunc(word, spoken) {
		all[len(all)-1] += word
		return all
	}
	return append(all, word)
}

// ends reports whether a word ends before the next part of its sentence.
func ends(word, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case !strings.ContainsFunc(word, spoken) || unicode.IsSpace(first):
		return false
	case unicode.IsSpace(last):
		return true
	}
	return (unspaced(last) || unspaced(first)) && strings.ContainsFunc(next, spoken)
}

// halves splits a word that is too long to be synthesized at once.
func halves(word string) []string {
	if effortOf(word) <= maxEffort {
		return []string{word}
	}
	var all []string
	from, effort := 0, 0
	for i, r := range word {
		if e := effortOfRune(r); effort+e > maxEffort && !unicode.IsMark(r) && r != '\u200d' {
			all = append(all, word[from:i])
			from, effort = i, 0
		}
		effort += effortOfRune(r)
	}
	return append(all, word[from:])
}

// unspaced reports whether a character needs no space before the next word, such as Chinese
// characters and emoji.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) || r >= 0x1f000 && unicode.In(r, unicode.S)
}

// spoken reports whether a character is pronounceable.
func spoken(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.S) }

// effortOf estimates the amount of speech in a text, in letters.
func effortOf(text string) int {
	sum := 0
	for _, r := range text {
		sum += effortOfRune(r)
	}
	return sum
}

// effortOfRune returns the weight of a character. Characters read as one or more words, such as
// digits and emoji, count as several letters.
func effortOfRune(r rune) int {
	switch {
	case unicode.In(r, unicode.N):
		return 5
	case unspaced(r) || unicode.In(r, unicode.S):
		return 8
	}
	return 1
}
