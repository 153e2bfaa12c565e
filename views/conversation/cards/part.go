package cards

import (
	"math"
	"strings"

	"parlando/app/markdown"
	"parlando/views/conversation/rows"
)

const (
	// longText is the size in bytes from which a text is parsed in the background and laid out in
	// pieces.
	longText = 256 << 10
	// roomPerLayout is the number of bytes of a long text that one Set lays out. Later events of
	// the window lay out the rest, so that the window stays responsive.
	roomPerLayout = 60 << 10
)

// cardPart is the layout state of one part of a message.
type cardPart struct {
	// document must not be used here while the background parses it. blocks are the parsed blocks,
	// changed is the index of the first block that changed since the last read; hidden counts the
	// invisible characters.
	document *markdown.Document
	text     string
	loading  bool
	blocks   []markdown.Block
	changed  int
	hidden   int
	settings []*rows.BlockLayout
}

// read parses the text and returns the first block that has changed. set parses the whole text at
// once. background allows parsing the rest of a long text in the background.
func (p *cardPart) read(text string, truncated, background bool, set func(*markdown.Document, string) int) int {
	switch {
	case p.loading && strings.HasPrefix(text, p.text): // text added meanwhile is parsed later
	case background && len(text) > longText && added(p.text, text) > longText:
		*p = cardPart{document: &markdown.Document{}, text: text, loading: true}
		p.document.Load(text, truncated)
		if !strings.HasPrefix(text, "```") { // code is parsed in one piece
			p.take(p.document.Advance())
		}
	default:
		if p.loading || p.document == nil {
			*p = cardPart{document: &markdown.Document{}}
		}
		p.text = text
		p.take(set(p.document, text))
	}
	changed := p.changed
	p.changed = len(p.blocks)
	return changed
}

// added returns how many bytes text adds to before; all of text if text does not begin with before.
func added(before, text string) int {
	if !strings.HasPrefix(text, before) {
		return len(text)
	}
	return len(text) - len(before)
}

// take updates the blocks from the document; changed is the first block that has changed.
func (p *cardPart) take(changed int) {
	p.changed = min(p.changed, changed)
	p.blocks, p.hidden, p.loading = p.document.Blocks(), p.document.InvisibleCharacters(), p.document.Unparsed()
	if p.loading {
		p.blocks = p.blocks[:p.document.Stable():p.document.Stable()]
	}
}

// discardLayout discards the layout of all parts, but not the parsed blocks.
func (c *Card) discardLayout() {
	for _, p := range c.parts {
		p.settings = nil
	}
	c.answer = nil
}

// layoutRoom returns the number of bytes of text that one Set may lay out.
func (c *Card) layoutRoom() int {
	if !c.isLong() {
		return math.MaxInt
	}
	return roomPerLayout
}

// isLong reports whether the message is long enough to be parsed in the background.
func (c *Card) isLong() bool {
	size := 0
	for _, p := range c.message.Parts {
		size += len(p.Text)
	}
	return c.Thread != nil && size > longText
}

// resume schedules the layout of the remaining text, after the next piece was parsed in the
// background.
func (c *Card) resume() {
	if !c.Unfinished || c.resuming {
		return
	}
	c.resuming = true
	part, document := c.unparsed()
	later, m := c.formatsLater(), c.message
	c.Thread.Go(func() func() {
		var formatted *formattedJSON
		if later {
			formatted = formatJSON(m)
		}
		changed := 0
		if document != nil {
			changed = document.Advance()
		}
		return func() {
			c.resuming = false
			if later {
				c.formatted = formatted
			}
			if part != nil && part.document == document {
				part.take(changed)
			}
			c.Resumer.ResumeCard(c)
		}
	})
}

// unparsed returns the first part that still has text to parse, nil if there is none.
func (c *Card) unparsed() (*cardPart, *markdown.Document) {
	all := c.parts
	if c.answer != nil {
		all = append(all[:len(all):len(all)], c.answer.texts[:]...)
	}
	for _, p := range all {
		if p != nil && p.loading {
			return p, p.document
		}
	}
	return nil, nil
}

// Reaches reports whether the layout includes the given byte offset of the message's text.
func (c *Card) Reaches(offset int) bool {
	if !c.Unfinished {
		return true
	}
	for i := len(c.Rows) - 1; i >= 0; i-- {
		r := c.Rows[i]
		if !r.IsLaidOut() {
			return r.To > offset
		}
		for _, t := range r.Texts {
			if t.End > 0 {
				return r.Texts[len(r.Texts)-1].End > offset
			}
		}
	}
	return false
}
