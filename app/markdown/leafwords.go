package markdown

import (
	"bytes"
	"maps"
	"unicode/utf8"
)

// words adds the blocks of a leaf: several if it contains pictures or is very long. end is the
// sequel of the leaf. b is tight if it continues a divided paragraph.
func (p *sectionParser) words(l leaf, b Block, at *place, start int, end sequel) {
	if len(l.text) == 0 {
		if !b.Tight {
			p.add(b, at, start, start)
		}
		return
	}
	huge := b.Tight || len(l.text) > bounds.longestLeaf
	for more := b.Tight; len(l.text) > 0; more = true {
		part := l
		if huge {
			cut := leafCut(l.text)
			part, l = l.slice(0, cut), l.slice(cut, len(l.text))
			part.trim()
			l.trim()
			if len(part.text) == 0 {
				continue
			}
		} else {
			l.text = nil
		}
		// Remove the box after leafCut, so that leafCut divides the same text as longCut does.
		if box := taskBox(part.text); box != "" && at.marker != "" && b.Kind == Paragraph {
			at.marker = box
			part = part.slice(3, len(part.text))
			if part.trim(); len(part.text) == 0 {
				p.add(b, at, start, start)
				continue
			}
		}
		after := end
		if len(l.text) > 0 {
			after = followed
		}
		for i, w := range p.read(&part, huge, after) {
			b := b
			b.Tight = more || i > 0
			b.Runs = p.place(w.runs, &part)
			if w.picture {
				b.Kind, b.Level = Picture, 0
				b.Link = escape(w.target)
			}
			first, last := 0, len(part.text)
			if len(w.runs) > 0 {
				first, last = w.runs[0].Start, w.runs[len(w.runs)-1].End
			}
			p.add(b, at, part.from(first), part.fromEnd(last))
		}
	}
}

// leafCut returns the offset at which to divide a very long text: after a line end in the second
// half, otherwise after a space there, otherwise between two characters.
func leafCut(text []byte) int {
	if len(text) <= bounds.leaf {
		return len(text)
	}
	for _, c := range []byte{'\n', ' '} {
		if i := bytes.LastIndexByte(text[:bounds.leaf], c); i > bounds.leaf/2 {
			return i + 1
		}
	}
	cut := bounds.leaf
	for cut > 0 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return max(cut, 1)
}

// read parses the inline content of a leaf. With keep, finished parts of a very long leaf are
// cached while the end of the leaf grows.
func (p *sectionParser) read(l *leaf, keep bool, end sequel) []words {
	if !keep || end != followed || p.cache == nil {
		return wordsOf(l, p.ctx, end)
	}
	c, ok := p.cache[string(l.text)]
	if !ok {
		own := context{target: p.ctx.target}
		c.words = wordsOf(l, &own, followed)
		c.wants = own.wants
		p.cache[string(l.text)] = c
	}
	if p.ctx.wants == nil && c.wants != nil {
		p.ctx.wants = map[string]struct{}{}
	}
	maps.Copy(p.ctx.wants, c.wants)
	return c.words
}

// cachedLeaf is a parsed leaf and the link labels that were looked up for it.
type cachedLeaf struct {
	words []words
	wants map[string]struct{}
}

// place sets the source offsets of runs. It splits a run where the run lacks a part of the source,
// such as a quote marker or an invisible character, so that equal length means equal text.
func (p *sectionParser) place(runs []Run, l *leaf) []Run {
	if len(runs) == 0 {
		return nil
	}
	out := make([]Run, 0, len(runs))
	for _, r := range runs {
		from := 0
		if (len(p.shown.steps) > 0 || len(l.spans) > 1) && r.IsSource() {
			before := p.shown.source(l.from(r.Start))
			for i := 1; i < len(r.Text); i++ {
				at := r.Start + i
				last := before
				if before = p.shown.source(l.from(at)); utf8.RuneStart(r.Text[i]) && before != last+1 {
					part := r
					part.Text, part.Start, part.End = r.Text[from:i], r.Start+from, at
					out = append(out, p.placeRun(part, l))
					from = i
				}
			}
		}
		r.Text = r.Text[from:]
		r.Start += from
		out = append(out, p.placeRun(r, l))
	}
	return out
}

func (p *sectionParser) placeRun(r Run, l *leaf) Run {
	r.Start, r.End = p.base+p.shown.source(l.from(r.Start)), p.base+p.shown.sourceEnd(l.fromEnd(r.End))
	r.End = max(r.Start, r.End)
	return r
}
