package speechtext

import "unicode/utf8"

// Sentence is a text that is spoken at once, with its place in the source. Sentences are in source
// order.
type Sentence struct {
	// Text is the spoken text, at most MaxCharacters long and valid UTF-8.
	Text string
	// Runs map Text to the source, in order and without gaps in Text.
	Runs []Run
	// Start and End are byte offsets in the source: from the first spoken character to the end of
	// the last.
	Start, End int
	// Break is set on the first sentence of a paragraph, heading or list item, before which a
	// reader pauses.
	Break bool
}

// Run maps a stretch of a sentence to the source. If both have the same length, the text equals the
// source, but with spaces for line ends; otherwise the stretch is indivisible, such as the
// announcement of a table.
type Run struct {
	// At is the byte offset in Text where the run begins; it ends where the next one begins.
	At int
	// Start and End are byte offsets in the source; they are equal for added text, such as a full
	// stop after a heading.
	Start, End int
}

// CountCharacters counts the characters of a text like a gateway (GATEWAY.md 2.7): code points, not
// bytes.
func CountCharacters(text string) int { return utf8.RuneCountInString(text) }

// Source returns the source offset of a byte offset in Text, which is clamped.
func (s *Sentence) Source(at int) int {
	for i := len(s.Runs) - 1; i >= 0; i-- {
		r := s.Runs[i]
		if at < r.At {
			continue
		}
		end := len(s.Text)
		if i+1 < len(s.Runs) {
			end = s.Runs[i+1].At
		}
		if end-r.At != r.End-r.Start {
			return r.Start
		}
		return min(r.Start+at-r.At, r.End)
	}
	return s.Start
}
