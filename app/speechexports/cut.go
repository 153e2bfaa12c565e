package speechexports

import (
	"strings"

	"parlando/app/speech/speechtext"
)

// speechPart is the text of one request, stored as a line of parts.jsonl.
type speechPart struct {
	Text string `json:"text"`
	// Chapter is the heading at the beginning of the part, "" if there is none.
	Chapter string `json:"chapter,omitempty"`
}

// cut splits a text into few parts that sound natural: each is as long as a request may be
// (GATEWAY.md 2.7). It ends with a paragraph if one ends in its second half, otherwise with a
// sentence. A heading starts a new part, so that each chapter begins in a part of its own.
func cut(text string, plain bool, words speechtext.Words) []speechPart {
	sentences, headings := speechtext.Sentences, speechtext.Headings
	if plain {
		sentences = speechtext.PlainSentences
		headings = func(text string, _ speechtext.Words) []speechtext.Heading { return speechtext.PlainHeadings(text) }
	}
	c := cutter{headings: headings(text, words)}
	for _, s := range sentences(text, words) {
		c.add(s)
	}
	c.end(len(c.pending))
	return c.parts
}

type cutter struct {
	headings []speechtext.Heading // headings not reached yet
	within   int                  // source offset of the end of the heading whose sentences follow
	bare     bool                 // pending contains only headings
	chapter  string
	pending  []speechtext.Sentence
	length   int // of pending, in characters
	parts    []speechPart
}

func (c *cutter) add(s speechtext.Sentence) {
	begins := false
	for len(c.headings) > 0 && c.headings[0].Start <= s.Start {
		h := c.headings[0]
		c.headings = c.headings[1:]
		if h.End <= s.Start {
			continue
		}
		begins, c.within = true, h.End
		if c.bare && len(c.pending) > 0 { // a heading directly below another
			c.chapter += ": " + h.Title
			continue
		}
		c.end(len(c.pending))
		c.chapter, c.bare = h.Title, true
	}
	if !begins && s.Start >= c.within {
		c.bare = false
	}
	const between = 1
	n := speechtext.CountCharacters(s.Text)
	if len(c.pending) > 0 && c.length+between+n > speechtext.MaxCharacters {
		c.end(c.bestEnd(s.Break))
	}
	// If a rest is still pending, the next sentence may be too long to join it.
	if len(c.pending) > 0 && c.length+between+n > speechtext.MaxCharacters {
		c.end(len(c.pending))
	}
	if len(c.pending) > 0 {
		c.length += between
	}
	c.pending = append(c.pending, s)
	c.length += n
}

// bestEnd returns the number of pending sentences that make the best part. whole reports that the
// last one ends a paragraph.
func (c *cutter) bestEnd(whole bool) int {
	if whole {
		return len(c.pending)
	}
	length := c.length
	for i := len(c.pending) - 1; i > 0; i-- {
		if length -= speechtext.CountCharacters(c.pending[i].Text) + 1; length < speechtext.MaxCharacters/2 {
			break
		}
		if c.pending[i].Break {
			return i
		}
	}
	return len(c.pending)
}

// end makes a part of the first count pending sentences.
func (c *cutter) end(count int) {
	if count == 0 {
		return
	}
	var b strings.Builder
	for i, s := range c.pending[:count] {
		switch {
		case i == 0:
		case s.Break:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(s.Text)
	}
	c.parts = append(c.parts, speechPart{Text: b.String(), Chapter: c.chapter})
	c.chapter = ""
	c.pending = append([]speechtext.Sentence(nil), c.pending[count:]...)
	c.length = max(0, len(c.pending)-1)
	for _, s := range c.pending {
		c.length += speechtext.CountCharacters(s.Text)
	}
}
