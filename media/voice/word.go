package voice

import "time"

// Word is a spoken word.
type Word struct {
	// Text is the word with its punctuation and everything up to the next word, such as "Hello, "
	// and "world.", so that the concatenation of all words is the spoken text.
	Text string
	// Start and End are the times of the word from the start of the speech.
	Start, End time.Duration
	// EndsSentence marks the last word of a sentence.
	EndsSentence bool
}
