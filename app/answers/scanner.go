package answers

import "strings"

// scanner parses one text of an answer in a single pass that can pause at any byte. The result
// depends only on the text, not on where it paused.
type scanner struct {
	reader *Reader
	number int // index of the text
	text   string
	ended  bool // the text is complete and parsed
	whole  bool // no more text follows

	// pos is the offset of the next token; the bytes before ahead were already examined.
	pos, ahead int
	// proseFrom is the start of the prose that is not in a note yet.
	proseFrom int
	afterJSON bool
	thinking  bool
	// stack are the open objects and arrays, empty in prose.
	stack []frame
	// depth counts the open brackets of the opaque value being skipped, which begins at nestedAt.
	depth, nestedAt int
	doc             document
	// used reports that a document of this text has produced rows. firstNote is the number of notes
	// of earlier texts.
	used      bool
	firstNote int
}

// read continues parsing. text must begin with the previous text.
func (s *scanner) read(text string, whole bool) {
	if !whole {
		text = text[:len(text)-halfRune(text)]
	}
	s.text, s.whole = text, whole
	for s.pos < len(s.text) {
		var ok bool
		switch {
		case s.depth > 0:
			ok = s.skip()
		case len(s.stack) > 0:
			ok = s.json()
		default:
			ok = s.seek()
		}
		if !ok {
			break
		}
	}
	if whole {
		s.end()
	}
}

// prose returns a note with the prose up to an offset.
func (s *scanner) prose(to int, beforeJSON bool) note {
	if len(s.stack) > 0 {
		to = s.proseFrom
	}
	return note{
		scanner: s, from: s.proseFrom, to: to, rows: len(s.reader.rows),
		afterJSON: s.afterJSON, beforeJSON: beforeJSON,
	}
}

// The tags that models put around reasoning within the text.
const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// seek searches prose for the start of a document.
func (s *scanner) seek() (ok bool) {
	if s.thinking {
		return s.think()
	}
	for i := max(s.pos, s.ahead); i < len(s.text); i++ {
		s.reader.steps++
		opens, known := false, true
		switch s.text[i] {
		case '<':
			if strings.HasPrefix(s.text[i:], thinkOpen) {
				s.pos, s.ahead, s.thinking = i, 0, true
				return s.think()
			}
			known = s.whole || !strings.HasPrefix(thinkOpen, s.text[i:])
		case '{':
			opens, known = s.opensObject(i)
		case '[':
			opens, known = s.opensList(i)
		}
		switch {
		case !known:
			s.pos, s.ahead = i, i
			return false
		case opens:
			s.begin(i)
			return true
		}
	}
	s.pos, s.ahead = len(s.text), 0
	return true
}

// think skips reasoning up to its closing tag.
func (s *scanner) think() (ok bool) {
	from := max(s.pos+len(thinkOpen), s.ahead)
	i := strings.Index(s.text[from:], thinkClose)
	s.reader.steps += len(s.text) - from
	switch {
	case i >= 0:
		s.pos = from + i + len(thinkClose)
	case s.whole:
		s.pos += len(thinkOpen) // a tag that is never closed is plain text
	default:
		s.ahead = max(from, len(s.text)-len(thinkClose))
		return false
	}
	s.ahead, s.thinking = 0, false
	return true
}
