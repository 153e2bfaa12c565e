package voice

import "time"

// Word is one spoken word.
type Word struct {
	// Text is the word as it stands in the text, with its punctuation and what follows it up to the
	// next word, so that the texts of all words joined are the text that was spoken: "Hello, ",
	// "world.".
	Text string
	// Start and End are its times from the beginning of the speech.
	Start, End time.Duration
	// EndsSentence is set on the last word of a sentence.
	EndsSentence bool
}
