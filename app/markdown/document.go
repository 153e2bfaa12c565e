package markdown

import (
	"maps"
	"strings"
)

// Document is a growing text as blocks. Finished text is not parsed again, with one exception: a
// later link definition changes the blocks that use it.
//
// The zero value is an empty document. It is not safe for concurrent use.
type Document struct {
	// text was parsed as a unit with this sequel.
	text   string
	sequel sequel
	blocks []Block
	// pieces are finished sections; stable is the number of their blocks and defs their link
	// definitions.
	pieces []parsedSection
	stable int
	defs   map[string]string
	hidden int
	// tail is parsed again when the text grows: the source from tailStart on.
	tail      parsedSection
	tailStart int
	entry     entry
	tailDefs  map[string]string
	cache     map[string][]words
	fence     openFence
}

// Blocks returns the blocks of the text. The slice is valid until the next Set; Block values may be
// retained.
func (d *Document) Blocks() []Block { return d.blocks }

// Stable returns the number of finished leading blocks. When the text grows they do not change,
// unless a link in them gets its definition later; Set then returns their index.
func (d *Document) Stable() int { return d.stable }

// InvisibleCharacters returns the number of invisible characters in the text that are not in the
// blocks; see Clean.
func (d *Document) InvisibleCharacters() int { return d.hidden + d.tail.hidden }

// Set replaces the text. If the new text continues the old one, only the end is parsed. It returns
// the index of the first changed block, or the number of blocks if none changed.
func (d *Document) Set(text string) int { return d.set(text, ended) }

// SetOpen is Set for a text that is still being written: trailing markup whose meaning is still
// undecided is hidden, so that it does not appear and vanish again. Only Set and SetCutOff show all
// of a text.
func (d *Document) SetOpen(text string) int { return d.set(text, growing) }

// SetCutOff is Set for a truncated text: open markup ends at the end of the text.
func (d *Document) SetCutOff(text string) int { return d.set(text, cutOff) }

func (d *Document) set(text string, end sequel) int {
	if !strings.HasPrefix(text, d.text) {
		old := d.blocks
		*d = Document{}
		d.set(text, end)
		return firstChange(old, d.blocks)
	}
	if end == growing {
		text = text[:max(d.decided(text), len(d.text))]
	}
	if text == d.text && end == d.sequel {
		return len(d.blocks)
	}
	d.sequel = end
	if d.fence.grow(d, text) {
		d.text = text
		return len(d.blocks) - 1
	}
	return d.grow(text)
}

// grow parses the tail of a text that continues the previous one.
func (d *Document) grow(text string) int {
	d.text = text
	if d.cache == nil {
		d.cache = map[string][]words{}
	}
	target := func(label string) (string, bool) { t, ok := d.defs[label]; return t, ok }
	tail, seams := parse(text[d.tailStart:], d.tailStart, d.entry, target, d.cache, d.sequel)

	tailDefs := map[string]string{}
	for _, f := range tail.found {
		if _, ok := d.defs[f.label]; ok {
			continue
		}
		if _, ok := tailDefs[f.label]; !ok {
			tailDefs[f.label] = f.target
		}
	}
	changed := len(d.blocks)
	if !maps.Equal(tailDefs, d.tailDefs) {
		clear(d.cache)
		news := difference(d.tailDefs, tailDefs)
		d.tailDefs = tailDefs
		changed = d.resolve(news)
	}
	old := d.blocks[d.stable:]
	changed = min(changed, d.stable+firstChange(old, tail.blocks))
	d.blocks = append(d.blocks[:d.stable], tail.blocks...)
	d.tail = tail
	d.advance(seams)
	d.fence.find(d)
	return changed
}

// target looks up a link label for a finished section.
func (d *Document) target(label string) (string, bool) {
	if t, ok := d.defs[label]; ok {
		return t, true
	}
	t, ok := d.tailDefs[label]
	return t, ok
}

// resolve parses the finished sections that use one of the labels again, and returns the first
// block that changed.
func (d *Document) resolve(labels map[string]struct{}) int {
	changed := len(d.blocks)
	at := 0
	for i := range d.pieces {
		p := &d.pieces[i]
		if !p.wantsAny(labels) {
			at += len(p.blocks)
			continue
		}
		again, _ := parse(d.text[p.start:p.end], p.start, p.entry, d.target, nil, followed)
		for j := range again.blocks {
			again.blocks[j].Open = false // something follows it, though not in the piece
		}
		if first := firstChange(p.blocks, again.blocks); first < max(len(p.blocks), len(again.blocks)) {
			changed = min(changed, at+first)
			rest := append(again.blocks[:len(again.blocks):len(again.blocks)], d.blocks[at+len(p.blocks):]...)
			d.blocks = append(d.blocks[:at], rest...)
			d.stable += len(again.blocks) - len(p.blocks)
		}
		p.blocks, p.wants = again.blocks, again.wants
		at += len(p.blocks)
	}
	return changed
}

func (p *parsedSection) wantsAny(labels map[string]struct{}) bool {
	for label := range p.wants {
		if _, ok := labels[label]; ok {
			return true
		}
	}
	return false
}

// advance marks everything before the last boundary of the tail as finished.
func (d *Document) advance(seams []boundary) {
	if len(seams) == 0 {
		return
	}
	last := seams[len(seams)-1]
	cut := d.tail.start + last.at
	n := 0
	for n < len(d.tail.blocks) && d.tail.blocks[n].Start < cut {
		n++
	}
	done := d.tail
	done.end = cut
	done.blocks = done.blocks[:n:n]
	// What of the tail is finished is parsed once more by itself if anything in it depends on its
	// definitions; else its parts are simply told apart by their place.
	if len(done.found) > 0 || len(done.wants) > 0 || done.hidden > 0 {
		again, _ := parse(d.text[done.start:cut], done.start, done.entry, d.target, nil, followed)
		done.wants, done.found, done.hidden = again.wants, again.found, again.hidden
	}
	if d.defs == nil {
		d.defs = map[string]string{}
	}
	for _, f := range done.found {
		if _, ok := d.defs[f.label]; !ok {
			d.defs[f.label] = f.target
			delete(d.tailDefs, f.label)
		}
	}
	d.pieces = append(d.pieces, done)
	d.stable += n
	d.hidden += done.hidden
	d.tail.hidden -= done.hidden
	d.tail.start, d.tail.entry = cut, last.entry
	d.tail.blocks = d.tail.blocks[n:]
	d.tailStart, d.entry = cut, last.entry
	clear(d.cache)
}

// difference returns the labels whose targets differ in a and b.
func difference(a, b map[string]string) map[string]struct{} {
	out := map[string]struct{}{}
	for label, target := range a {
		if other, ok := b[label]; !ok || other != target {
			out[label] = struct{}{}
		}
	}
	for label := range b {
		if _, ok := a[label]; !ok {
			out[label] = struct{}{}
		}
	}
	return out
}
