package client

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
	// maxLead is how much space before a tag is held back, in bytes. A model that has lost its way writes nothing else.
	maxLead = 1 << 10
)

// thinkTags takes the thinking that some models write into their text between <think> tags out of it.
// Only a tag at the very start counts: later it is something the text speaks about. The zero value is ready.
type thinkTags struct {
	state thinkState
	held  string
}

type thinkState byte

const (
	thinkStart  thinkState = iota // nothing but space has come
	thinkInside                   // between the tags
	thinkAfter                    // behind the closing tag, only space so far
	thinkOff                      // plain text to the end
)

// split divides a piece into text and thinking; what may be half a tag is held back.
func (t *thinkTags) split(piece string) (text, thought string) {
	if t.state == thinkOff || piece == "" {
		return piece, ""
	}
	s := t.held + piece
	t.held = ""
	if t.state == thinkStart {
		trimmed := strings.TrimLeft(s, " \t\r\n")
		switch {
		case strings.HasPrefix(trimmed, thinkOpen):
			t.state = thinkInside
			s = strings.TrimLeft(trimmed[len(thinkOpen):], "\r\n")
		case strings.HasPrefix(thinkOpen, trimmed) && len(s) <= maxLead:
			t.held = s
			return "", ""
		default:
			t.state = thinkOff
			return s, ""
		}
	}
	if t.state == thinkInside {
		before, after, found := strings.Cut(s, thinkClose)
		if !found {
			keep := partialSuffix(s, thinkClose)
			t.held = s[len(s)-keep:]
			return "", s[:len(s)-keep]
		}
		t.state = thinkAfter
		thought, s = before, after
	}
	s = strings.TrimLeft(s, " \t\r\n")
	if s != "" {
		t.state = thinkOff
	}
	return s, thought
}

// flush gives what was held back when nothing more comes.
func (t *thinkTags) flush() (text, thought string) {
	held := t.held
	t.held = ""
	if t.state == thinkInside {
		return "", held
	}
	return held, ""
}

// partialSuffix is the length of the longest end of s that tag could begin with.
func partialSuffix(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if strings.HasPrefix(tag, s[len(s)-n:]) {
			return n
		}
	}
	return 0
}
