package speechtext

import "unicode/utf8"

const (
	// MaxCharacters is the maximum length of the text of one request for speech (GATEWAY.md 2.7),
	// in characters.
	MaxCharacters = 4096
	// firstTarget limits the second part and target the later ones, in characters: short first
	// parts let the sound start early, longer later parts need fewer requests.
	firstTarget = 100
	target      = 400
)

// Part is the text of one request for speech.
type Part struct {
	// Text is at most MaxCharacters long and never empty.
	Text string
	// Sentences are in order; Starts has the byte offset of each in Text.
	Sentences []Sentence
	Starts    []int
}

// NextPart takes the next part from the front of sentences, which must not be empty; made is the
// number of parts before it. The first part is one sentence; later ones have up to 400 characters,
// or one longer sentence.
func NextPart(sentences []Sentence, made int) (part Part, rest []Sentence) {
	limit := 0
	if made > 0 {
		limit = min(firstTarget<<min(made-1, 8), target)
	}
	n := fitting(sentences, limit)
	return JoinSentences(sentences[:n]), sentences[n:]
}

// JoinSentences returns one part of sentences that are known to fit.
func JoinSentences(sentences []Sentence) Part {
	p := Part{Sentences: sentences[:len(sentences):len(sentences)]}
	for i, s := range sentences {
		p.Text += separator(s, i == 0)
		p.Starts = append(p.Starts, len(p.Text))
		p.Text += s.Text
	}
	return p
}

// CountFitting returns the number of sentences at the front that fit into a part of 400 characters,
// at least one.
func CountFitting(sentences []Sentence) int { return fitting(sentences, target) }

func fitting(sentences []Sentence, limit int) int {
	characters := 0
	for i, s := range sentences {
		characters += len(separator(s, i == 0)) + utf8.RuneCountInString(s.Text)
		if i > 0 && characters > limit {
			return i
		}
	}
	return len(sentences)
}

// separator returns the text between a sentence and the one before it.
func separator(s Sentence, first bool) string {
	switch {
	case first:
		return ""
	case s.Break:
		return "\n"
	}
	return " "
}
