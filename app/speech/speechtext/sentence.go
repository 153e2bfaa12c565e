package speechtext

import "unicode/utf8"

// Sentence is read in one go. It stands for one stretch of the source, and sentences ascend in it.
type Sentence struct {
	// Text is spoken, at most MostCharacters long. Bytes that are not UTF-8 are never in it.
	Text string
	// Runs say which bytes of the source Text stands for, in order, without gaps in Text.
	Runs []Run
	// Start and End are byte offsets in the source: from the first character that is spoken to the
	// end of the last.
	Start, End int
	// Break is set on the first sentence of a paragraph, heading or item, before which a reader
	// pauses.
	Break bool
}

// Run is a stretch of a sentence. One whose text is as long as its source is its source, letter for
// letter (line ends are spaces); any other is one whole, such as the announcement of a table.
type Run struct {
	// At is the byte in Text where it begins; it ends where the next one begins.
	At int
	// Start and End are byte offsets in the source; they are equal for what was added, such as a
	// full stop after a heading.
	Start, End int
}

// Characters counts the characters of a text as a gateway does (GATEWAY.md 2.7): code points, not
// bytes.
func Characters(text string) int { return utf8.RuneCountInString(text) }

// Source gives the byte offset in the source of the byte at in Text; at may be anything.
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
