package ear

import (
	"strings"
	"time"
	"unicode"
)

// Word is one spoken word.
type Word struct {
	// Text is the word as it stands in the text, with its punctuation and what follows it up to the
	// next word, so that the texts of all words joined are the text that was spoken: "Hello, ",
	// "world.".
	Text string
	// Start and End are when it sounds, from the beginning of the utterance or recording.
	Start, End time.Duration
	// EndsSentence is set on the last word of a sentence.
	EndsSentence bool
}

// Bare is the word without the spaces and punctuation around it; "" for a word that is nothing
// else.
func (w Word) Bare() string {
	return strings.TrimFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// middle is the moment halfway through the word.
func (w Word) middle() time.Duration { return (w.Start + w.End) / 2 }
