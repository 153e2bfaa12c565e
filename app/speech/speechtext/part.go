package speechtext

import "unicode/utf8"

const (
	// MostCharacters is the longest text of one request for speech (GATEWAY.md 2.7), in characters.
	MostCharacters = 4096
	// firstTarget and target bound the second part and those after it, in characters: sound starts
	// at once, and few requests follow.
	firstTarget = 100
	target      = 400
)

// Part is the text of one request for speech.
type Part struct {
	// Text is at most MostCharacters long and never empty.
	Text string
	// Sentences are in order; Starts has the byte in Text where each begins.
	Sentences []Sentence
	Starts    []int
}

// Next takes the next part from the front of sentences, of which there is at least one; made is the
// number of parts before it. The first is one sentence; the later ones grow to 400 characters and
// are only longer if one sentence is.
func Next(sentences []Sentence, made int) (part Part, rest []Sentence) {
	limit := 0
	if made > 0 {
		limit = min(firstTarget<<min(made-1, 8), target)
	}
	n := fitting(sentences, limit)
	return Join(sentences[:n]), sentences[n:]
}

// Join makes one part of sentences that are known to fit into one.
func Join(sentences []Sentence) Part {
	p := Part{Sentences: sentences[:len(sentences):len(sentences)]}
	for i, s := range sentences {
		p.Text += separator(s, i == 0)
		p.Starts = append(p.Starts, len(p.Text))
		p.Text += s.Text
	}
	return p
}

// Fitting gives how many sentences at the front a part may have: as many as are not over 400
// characters together, or one.
func Fitting(sentences []Sentence) int { return fitting(sentences, target) }

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

// separator is the text between a sentence and the one before it.
func separator(s Sentence, first bool) string {
	switch {
	case first:
		return ""
	case s.Break:
		return "\n"
	}
	return " "
}
