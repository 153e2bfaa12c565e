package cards

import (
	"hash/fnv"
	"sort"
	"strconv"
	"time"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/sources"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/words"
)

// The space above a message.
const (
	MessageGap = 18
	topRoom    = 22 // above the first message
)

// Card is one message laid out at one width: its rows and their positions.
type Card struct {
	*Context
	Width, Height float32
	// Stale means that the message has changed since its layout. Unfinished means that the rest of
	// the message is laid out in later events of the window.
	Stale, Unfinished bool

	Rows []*rows.Row
	Tops []float32
	// Footer is the index of the row with the buttons of a reply, -1 for none.
	Footer int
	// Asks means that the reply shows a question or a problem, with buttons to solve it.
	Asks bool

	folds   *Folds
	message chat.Message
	quiet   bool
	parts   []*cardPart
	answer  *answer
	// sources are those of the message, nil if it has none.
	sources *sources.Sources
	// formatted is the reply as formatted JSON. While the reply grows, formatted may lag behind.
	formatted *formattedJSON
	// keys has the keys of the code blocks whose colors the card shows or has requested.
	keys map[string]bool
	// room is the number of bytes of text that may still be laid out in this event.
	room int
	// resuming means that a later event of the window is going to lay out the rest.
	resuming bool
}

// Folds stores which parts of a message are unfolded, which is not saved with the message. It
// outlives the card.
type Folds struct {
	parts map[int]bool
	// details, about and sources are set while the rows under the message are unfolded.
	details, about, sources bool
}

// RequestDetails returns a pointer to the flag that shows the details of a reply's request.
func (f *Folds) RequestDetails(m *chat.Message) *bool {
	if failure(m.Request) != nil {
		return &f.details
	}
	return &f.about
}

// New returns a card without a layout.
func New(context *Context, folds *Folds) *Card {
	return &Card{Context: context, folds: folds, Stale: true}
}

// Set lays out the message and reuses the layout of everything that has not changed. quiet means
// that no data has arrived for a while; first that it is the first message of the column.
func (c *Card) Set(m chat.Message, quiet bool, width float32, first bool) {
	if width != c.Width {
		c.discardLayout()
	}
	c.begin(m, quiet, width)
	c.takeSources()
	if m.Role == chat.User {
		c.user()
	} else {
		c.reply()
	}
	if m.IsCut() {
		c.note(c.setter(), words.BeginningShown())
	}
	c.stack(first)
	c.resume()
}

// SetPlaceholder lays out a placeholder for a message that could not be read.
func (c *Card) SetPlaceholder(h chat.Head, width float32, first bool) {
	c.begin(chat.Message{ID: h.ID, Role: h.Role}, false, width)
	l := look{theme.ColorCaution, theme.ColorCautionGround, "triangle-alert"}
	again := stripButton{i18n.Text("Try again"), rows.Primary, c.RetryMessages}
	c.strip(c.setter(), l, i18n.Text("This message couldn't be read."), i18n.Text("Nothing was changed or deleted."), []stripButton{again}, nil)
	c.stack(first)
}

func (c *Card) begin(m chat.Message, quiet bool, width float32) {
	c.message, c.quiet, c.Width, c.Stale, c.Rows = m, quiet, width, false, nil
	c.room, c.Unfinished, c.Footer, c.Asks = c.layoutRoom(), false, -1, false
}

// DiscardLayout discards the layout of the message.
func (c *Card) DiscardLayout() {
	c.discardLayout()
	c.Stale = true
}

// SpokenText returns the text of a row as it is spoken to users who do not see it.
func (c *Card) SpokenText(row int) string { return c.Rows[row].SpokenText() }

// ID returns the id of the message.
func (c *Card) ID() chat.ID { return c.message.ID }

// stack positions the rows below each other.
func (c *Card) stack(first bool) {
	c.Tops = c.Tops[:0]
	c.Height = MessageGap
	if first {
		c.Height = topRoom
	}
	for i, r := range c.Rows {
		if i > 0 {
			c.Height += r.SpaceAbove
		}
		c.Tops = append(c.Tops, c.Height)
		c.Height += r.Height
	}
}

// setter returns a typesetter for the text of this message.
func (c *Card) setter() *rows.Typesetter {
	s := &rows.Typesetter{
		Ruler: c.Ruler, Width: c.Width, OnLink: c.Addresses.OpenLink, OnCopy: c.OnCopy, OnPicture: c.Addresses.OpenPicture, Colors: c.colors, Sources: c.sources,
	}
	if id := c.message.ID; c.Times && c.OnTime != nil && c.message.Role == chat.Assistant {
		s.OnTime = func(at time.Duration) { c.OnTime(id, at) }
	}
	return s
}

// colors returns the cached colors of a code block. If there are none, it requests them.
func (c *Card) colors(lang, code string) [][]markdown.Span {
	if lang == "" || code == "" || len(code) > markdown.MaxHighlighted {
		return nil
	}
	key := codeKey(lang, code)
	if c.keys == nil {
		c.keys = map[string]bool{}
	}
	asked := c.keys[key]
	c.keys[key] = true
	if _, known := c.Colors[key]; !known && !asked {
		c.Source.Highlight(key, lang, code)
	}
	return c.Colors[key] // Highlight may have set the colors already
}

// codeKey returns the cache key of a code block.
func codeKey(lang, code string) string {
	h := fnv.New64a()
	h.Write([]byte(lang))
	h.Write([]byte{0})
	h.Write([]byte(code))
	return strconv.FormatUint(h.Sum64(), 36)
}

// Recolor discards the layout of the code block with this key, and reports whether any of the block
// is visible.
func (c *Card) Recolor(key string) (seen bool) {
	if !c.keys[key] {
		return false
	}
	for _, p := range c.parts {
		for i, b := range p.blocks {
			if b.Kind != markdown.CodeBlock || len(b.Text) > markdown.MaxHighlighted || i >= len(p.settings) || p.settings[i] == nil || codeKey(b.Lang, b.Text) != key {
				continue
			}
			for _, r := range p.settings[i].Rows {
				seen = seen || c.IsVisible(r)
			}
			p.settings[i] = nil
			c.Stale = true
		}
	}
	return seen
}

// text lays out part i, whose text source begins at byte base; faint uses the style of reasoning.
func (c *Card) text(i int, source string, base int, faint bool) {
	for len(c.parts) <= i {
		c.parts = append(c.parts, &cardPart{})
	}
	c.markdown(c.parts[i], source, base, i == len(c.message.Parts)-1, faint)
}

// markdown lays out source, with p as its layout state; last means that source ends the message.
func (c *Card) markdown(p *cardPart, source string, base int, last, faint bool) {
	set, ended, truncated := (*markdown.Document).Set, true, false
	switch {
	case last && !c.message.State.Ended():
		set, ended = (*markdown.Document).SetOpen, false
	case last && c.message.Unfinished():
		set, truncated = (*markdown.Document).SetCutOff, true
	}
	changed := p.read(source, truncated, c.Thread != nil, set)
	blocks := p.blocks
	c.Unfinished = c.Unfinished || p.loading
	for len(p.settings) < len(blocks) {
		p.settings = append(p.settings, nil)
	}
	p.settings = p.settings[:len(blocks)]
	s := c.setter()
	s.SourceOffset = base
	if faint {
		s.Muted, s.Indent = true, 16
	}
	from := len(c.Rows)
	for n, was := range p.settings {
		if open := !ended && n == len(blocks)-1; n >= changed || was == nil || was.Open != open {
			if c.room <= 0 {
				clear(p.settings[n:])
				c.Unfinished = true
				break
			}
			c.room -= blocks[n].End - blocks[n].Start
			var before *markdown.Block
			if n > 0 {
				before = &blocks[n-1]
			}
			p.settings[n] = s.LayOutBlock(blocks[n], before, was, open)
		}
		c.Rows = append(c.Rows, p.settings[n].Rows...)
	}
	if from < len(c.Rows) && c.Rows[from].SpaceAbove == 0 {
		c.Rows[from].SpaceAbove = 4
	}
}

// fold returns a function that unfolds part i or, if the part is unfolded, folds it.
func (c *Card) fold(i int) func() {
	return func() {
		if c.folds.parts == nil {
			c.folds.parts = map[int]bool{}
		}
		c.folds.parts[i] = !c.folds.parts[i]
		c.RelayoutCard(c)
	}
}

// RowAt returns the index of the first row that ends below y, measured from the top of the card.
func (c *Card) RowAt(y float32) int {
	return sort.Search(len(c.Rows), func(i int) bool { return c.Tops[i]+c.Rows[i].Height > y })
}

// OffsetTop returns the distance from the top of the card to the given byte offset of its text.
func (c *Card) OffsetTop(offset int) float32 {
	for i, r := range c.Rows {
		if !r.IsLaidOut() && r.To <= offset {
			continue
		}
		r.LayOut()
		for _, t := range r.Texts {
			if t.End > offset && !t.Chrome {
				return c.Tops[i] + t.LineTop
			}
		}
	}
	return 0
}

// VerticalSpan returns the top and the bottom of a byte range of the text, measured in the card.
func (c *Card) VerticalSpan(start, end int) (top, bottom float32) {
	found := false
	for i, r := range c.Rows {
		if !r.IsLaidOut() && (r.To <= start || r.From >= end) {
			continue
		}
		r.LayOut()
		for _, t := range r.Texts {
			if t.Chrome || t.End <= start || t.Start >= end {
				continue
			}
			from := c.Tops[i] + t.LineTop
			if !found {
				top, found = from, true
			}
			top, bottom = min(top, from), max(bottom, from+t.LineHeight)
		}
	}
	if !found { // no laid out text overlaps the range
		top = c.OffsetTop(start)
		bottom = top
	}
	return top, bottom
}
