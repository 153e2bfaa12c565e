package speak

import (
	"strings"
	"unicode"

	"parlando/app/speechexports"
	"parlando/views/words"
)

// textLength is the length of a text.
type textLength struct {
	speechexports.Estimate
	// words is the number of words, letters that of all characters.
	words, letters int
}

// mostLettersPerWord is the number of characters per word above which a script does not separate
// its words.
const mostLettersPerWord = 20

// countWords returns the number of parts of a text between white space that contain a letter or a
// digit.
func countWords(text string) (n int) {
	for part := range strings.FieldsSeq(text) {
		if strings.IndexFunc(part, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			n++
		}
	}
	return n
}

// String returns the number of words, or that of the characters where nothing separates words.
func (l textLength) String() string {
	switch {
	case l.letters == 0:
		return ""
	case l.letters > l.words*mostLettersPerWord:
		return words.CharacterCount(l.letters)
	}
	return words.WordCount(l.words)
}

// details returns the length of the speech and the number of requests it takes, with that of the
// text.
func (l textLength) details() string {
	said := l.String() + " · " + words.ApproximateDuration(l.Length)
	if l.Parts > 1 {
		said += " · " + words.RequestCount(l.Parts)
	}
	return said
}
