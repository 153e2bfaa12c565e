package conversation

import (
	"hash/fnv"
	"sort"
	"strconv"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/conversation/rows"
	"parley/views/theme"
)

// card is one message laid out at one width: its rows, and where each of them is.
type card struct {
	column *column
	item   *item
	width  float32
	height float32
	// stale says that the message changed since it was laid out.
	stale bool

	message chat.Message
	quiet   bool
	rows    []*rows.Row
	tops    []float32

	parts []*part
	// keys are the pieces of code whose colours it shows or waits for.
	keys map[string]bool
}

// folds is what the person unfolded in a message, and what only the time of looking tells.
type folds struct {
	thinking, pasted map[int]bool
	details, about   bool
	// began and ended are when thinking was first and last seen while it went on.
	began, ended time.Time
}

// part is the laid-out state of one part of a message.
type part struct {
	document markdown.Document
	settings []*rows.Setting
}

func newCard(c *column, it *item) *card { return &card{column: c, item: it, stale: true} }

// set lays the message out, taking over whatever did not change.
func (c *card) set(m chat.Message, quiet bool, width float32, first bool) {
	if width != c.width {
		c.parts = nil
	}
	c.message, c.quiet, c.width, c.stale = m, quiet, width, false
	c.rows = c.rows[:0:0]
	if m.Role == chat.User {
		c.user()
	} else {
		c.reply()
	}
	c.stack(first)
}

// setUnread lays out what stands in place of a message that could not be read.
func (c *card) setUnread(h chat.Head, width float32, first bool) {
	c.message, c.quiet, c.width, c.stale = chat.Message{ID: h.ID, Role: h.Role}, false, width, false
	c.rows = c.rows[:0:0]
	l := look{theme.ColorCaution, theme.ColorCautionGround, "triangle-alert"}
	again := stripButton{lang.L("Try again"), rows.Primary, c.column.askAgain}
	c.strip(c.setter(), l, lang.L("This message could not be read."), lang.L("It is still stored."), []stripButton{again}, nil)
	c.stack(first)
}

// stack puts the rows below each other.
func (c *card) stack(first bool) {
	c.tops = c.tops[:0]
	y := float32(messageGap)
	if first {
		y = topRoom
	}
	for i, r := range c.rows {
		if i > 0 {
			y += r.Above
		}
		c.tops = append(c.tops, y)
		y += r.Height
	}
	c.height = y
}

// setter sets the words of this message.
func (c *card) setter() *rows.Setter {
	s := &rows.Setter{
		Ruler: c.column.ruler, Width: c.width,
		OnLink: c.column.OnOpenLink, OnCopy: c.column.OnCopy, OnPicture: c.column.OnFetchRemoteImage,
		Colours: c.colours,
	}
	if id := c.message.ID; c.column.times && c.message.Role == chat.Assistant {
		s.OnTime = func(at time.Duration) { c.column.OnTime(id, at) }
	}
	return s
}

// colours gives the colours of a piece of code, and asks for them if they are not known.
func (c *card) colours(lang, code string) [][]markdown.Span {
	if lang == "" || code == "" {
		return nil
	}
	key := codeKey(lang, code)
	if c.keys == nil {
		c.keys = map[string]bool{}
	}
	lines, known := c.column.colours[key]
	if known {
		c.keys[key] = true
		return lines
	}
	if !c.keys[key] {
		c.keys[key] = true
		c.column.OnHighlight(key, lang, code)
	}
	return c.column.colours[key] // it may have been answered at once
}

// codeKey names a piece of code.
func codeKey(lang, code string) string {
	h := fnv.New64a()
	h.Write([]byte(lang))
	h.Write([]byte{0})
	h.Write([]byte(code))
	return strconv.FormatUint(h.Sum64(), 36)
}

// recolour lets the code whose colours came be laid out again, and nothing else; it reports whether any of it is in the window.
func (c *card) recolour(key string) (seen bool) {
	if !c.keys[key] {
		return false
	}
	for _, p := range c.parts {
		for i, b := range p.document.Blocks() {
			if b.Kind != markdown.Code || i >= len(p.settings) || p.settings[i] == nil || codeKey(b.Lang, b.Text) != key {
				continue
			}
			for _, r := range p.settings[i].Rows {
				seen = seen || c.column.shows(r)
			}
			p.settings[i] = nil
			c.stale = true
		}
	}
	return seen
}

// text lays out the markdown of part i.
func (c *card) text(i int, source string, base int, faint bool) {
	for len(c.parts) <= i {
		c.parts = append(c.parts, &part{})
	}
	p := c.parts[i]
	ended := c.message.State.Ended() || i < len(c.message.Parts)-1
	read := p.document.SetOpen
	if ended {
		read = p.document.Set
	}
	changed := min(read(source), len(p.settings))
	blocks := p.document.Blocks()
	old := p.settings
	if len(blocks) < len(old) {
		p.settings = old[:len(blocks):len(blocks)]
	}
	s := c.setter()
	s.Base = base
	if faint {
		s.Faint, s.Left = true, 16
	}
	for n := 0; n < len(blocks); n++ {
		open := !ended && n == len(blocks)-1
		if n < changed && p.settings[n] != nil && p.settings[n].Open == open {
			continue
		}
		var before *markdown.Block
		if n > 0 {
			before = &blocks[n-1]
		}
		var was *rows.Setting
		if n < len(p.settings) {
			was = p.settings[n]
		}
		set := s.Set(blocks[n], before, was, open)
		if n < len(p.settings) {
			p.settings[n] = set
		} else {
			p.settings = append(p.settings, set)
		}
	}
	first := true
	for _, set := range p.settings {
		for j, r := range set.Rows {
			if first {
				first = false
				if j == 0 && r.Above == 0 {
					r.Above = 4
				}
			}
			c.rows = append(c.rows, r)
		}
	}
}

// rowAt is the first row that ends below y, measured from the top of the card.
func (c *card) rowAt(y float32) int {
	return sort.Search(len(c.rows), func(i int) bool { return c.tops[i]+c.rows[i].Height > y })
}

// offsetTop is how far below the top of the card the byte offset of its text stands.
func (c *card) offsetTop(offset int) float32 {
	for i, r := range c.rows {
		for _, t := range r.Texts {
			if t.End > offset && !t.Chrome {
				return c.tops[i] + t.LineTop
			}
		}
	}
	return 0
}
