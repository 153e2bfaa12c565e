package markdown

import (
	"maps"
	"slices"
	"strings"
)

// Document is a growing text as blocks. Finished text is not parsed again, with one exception: a
// later link definition changes the blocks that use it.
//
// The zero value is an empty document. It is not safe for concurrent use.
type Document struct {
	// text is the parsed text; sequel is the kind of content after it.
	text   string
	sequel sequel
	blocks []Block
	// pieces are finished sections; stable is the number of their blocks and defs their link
	// definitions.
	pieces []parsedSection
	stable int
	defs   map[string]string
	hidden int
	// tail is the section of the source from tailStart on. It is parsed again when the text grows.
	tail      parsedSection
	tailStart int
	entry     entry
	tailDefs  map[string]string
	cache     map[string]cachedLeaf
	fence     openFence
	// rest reports that the tail is the rest of a text with too many blocks, see mostBlocks.
	rest bool
	// more reports that a part of text is not parsed yet: Advance continues at tailStart.
	more bool
}

// Blocks returns the blocks of the text. The slice is valid until the next Set; Block values may be
// retained.
func (d *Document) Blocks() []Block { return d.blocks }

// Stable returns the number of finished leading blocks. When the text grows they only change if a
// link in them gets its definition; Set then returns the index of the first such block.
func (d *Document) Stable() int { return d.stable }

// InvisibleCharacters returns the number of invisible characters that were removed from the text or
// encoded; see Clean.
func (d *Document) InvisibleCharacters() int { return d.hidden + d.tail.hidden }

// Set replaces the text. If the new text continues the old one, only the end is parsed. Set returns
// the index of the first changed block, or the number of blocks if none changed.
func (d *Document) Set(text string) int { return d.set(text, ended) }

// SetOpen is Set for a text that is still being written. It hides trailing markup whose meaning is
// still undecided, so that the markup does not appear and vanish again.
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
	if text == d.text && end == d.sequel && !d.more {
		return len(d.blocks)
	}
	d.sequel = end
	if d.fence.grow(d, text) {
		d.text = text
		return len(d.blocks) - 1
	}
	d.text, d.more = text, true
	changed := len(d.blocks)
	for d.more {
		changed = min(changed, d.Advance())
	}
	return changed
}

// Load replaces the text without parsing it. Call Advance to parse the next piece while Unparsed
// returns true.
func (d *Document) Load(text string, truncated bool) {
	*d = Document{text: text, sequel: ended, more: text != ""}
	if truncated {
		d.sequel = cutOff
	}
}

// Unparsed reports whether a part of the text is not parsed yet.
func (d *Document) Unparsed() bool { return d.more }

// Advance parses the next piece of the text, and returns the index of the first changed block, like
// Set. Later calls do not write to the Stable blocks, which can be read meanwhile. The cost does
// not grow with the text, unless the text cannot be divided.
func (d *Document) Advance() int {
	for size := bounds.advance; ; size *= 2 {
		before := d.tailStart
		if changed, ok := d.grow(size); ok || !d.more || d.tailStart > before {
			return changed
		}
	}
}

// grow parses the tail of the text up to size bytes; ok is false if those have no boundary.
func (d *Document) grow(size int) (changed int, ok bool) {
	if d.rest {
		return d.setRest(), true
	}
	if d.cache == nil {
		d.cache = map[string]cachedLeaf{}
	}
	source, end := d.text[d.tailStart:], d.sequel
	if size < len(source) {
		source, end = source[:advanceEnd(source, size)], unread
	}
	tail, seams := d.parseTail(source, end)
	if cut, ok := d.restCut(&tail, source); ok {
		d.rest = true // the rest is not parsed, so it defines no links
		source, end, seams = source[:cut], followed, []boundary{{at: cut}}
		tail, _ = d.parseTail(source, end)
	}
	if end == unread && len(seams) == 0 {
		return 0, false
	}

	tailDefs := map[string]string{}
	for _, f := range tail.found {
		if _, ok := d.defs[f.label]; ok {
			continue
		}
		if _, ok := tailDefs[f.label]; !ok {
			tailDefs[f.label] = f.target
		}
	}
	changed = len(d.blocks)
	if !maps.Equal(tailDefs, d.tailDefs) {
		clear(d.cache)
		news := difference(d.tailDefs, tailDefs)
		d.tailDefs = tailDefs
		changed = d.resolve(news)
		if tail.wantsAny(news) { // cached parts of the tail were parsed without the new definitions
			again := seams
			if tail, seams = d.parseTail(source, end); d.rest {
				seams = again
			}
		}
	}
	old := d.blocks[d.stable:]
	changed = min(changed, d.stable+firstChange(old, tail.blocks))
	d.blocks = append(d.blocks[:d.stable], tail.blocks...)
	d.tail = tail
	d.advance(seams)
	if d.rest {
		return min(changed, d.setRest()), true
	}
	d.more = end == unread || tail.end < len(d.text)
	d.fence.find(d)
	return changed, true
}

// parseTail parses the tail, up to the boundary in a block that must be divided, if there is one.
func (d *Document) parseTail(source string, end sequel) (parsedSection, []boundary) {
	target := func(label string) (string, bool) { t, ok := d.defs[label]; return t, ok }
	tail, seams := parse(source, d.tailStart, d.entry, target, d.cache, end)
	if tail.divided {
		tail, _ = parse(source[:seams[0].at], d.tailStart, d.entry, target, d.cache, followed)
		for i := range tail.blocks {
			tail.blocks[i].Open = false // the next section continues the block
		}
	}
	return tail, seams
}

// target looks up a link label for a finished section.
func (d *Document) target(label string) (string, bool) {
	if t, ok := d.defs[label]; ok {
		return t, true
	}
	t, ok := d.tailDefs[label]
	return t, ok
}

// resolve parses the finished sections that use one of the labels again, and returns the index of
// the first changed block.
func (d *Document) resolve(labels map[string]struct{}) int {
	changed := len(d.blocks)
	if !slices.ContainsFunc(d.pieces, func(p parsedSection) bool { return p.wantsAny(labels) }) {
		return changed
	}
	at := 0 // index in d.blocks
	var blocks []Block
	for i := range d.pieces {
		p := &d.pieces[i]
		was := d.blocks[at : at+p.count]
		at += p.count
		if !p.wantsAny(labels) {
			blocks = append(blocks, was...)
			continue
		}
		again, _ := parse(d.text[p.start:p.end], p.start, p.entry, d.target, nil, followed)
		for j := range again.blocks {
			again.blocks[j].Open = false // a block is open only at the end of the whole text
		}
		if first := firstChange(was, again.blocks); first < max(len(was), len(again.blocks)) {
			changed = min(changed, len(blocks)+first)
		}
		p.count, p.wants = len(again.blocks), again.wants
		blocks = append(blocks, again.blocks...)
	}
	if changed < len(d.blocks) {
		d.stable = len(blocks)
		d.blocks = append(blocks, d.blocks[at:]...)
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
	done.blocks, done.count = nil, n
	// Parse the finished part of the tail again on its own if it may define a link or hide a
	// character. Otherwise its blocks are found by their offsets, and wants may include labels of
	// the rest.
	if cut < d.tail.end && (len(done.found) > 0 || done.hidden > 0) {
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
