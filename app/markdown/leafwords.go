package markdown

import (
	"bytes"
	"unicode/utf8"
)

const (
	// longestLeaf is the longest paragraph, in bytes, that is read in one piece; a longer one is
	// read in pieces of about leafSize, each a block of its own.
	longestLeaf = 6 << 10
	leafSize    = 4 << 10
)

// words adds the blocks a leaf becomes: more than one if pictures stand in it or if it is huge.
// end names the kind of text after the leaf.
func (p *sectionParser) words(l leaf, b Block, at *place, start int, end sequel) {
	if len(l.text) == 0 {
		p.add(b, at, start, start)
		return
	}
	huge := len(l.text) > longestLeaf
	for more := false; len(l.text) > 0; more = true {
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

// leafCut gives where to cut a huge text: at a line end if there is one in the second half of a
// piece, else at a space, else between two characters.
func leafCut(text []byte) int {
	if len(text) <= leafSize {
		return len(text)
	}
	for _, c := range []byte{'\n', ' '} {
		if i := bytes.LastIndexByte(text[:leafSize], c); i > leafSize/2 {
			return i + 1
		}
	}
	cut := leafSize
	for cut > 0 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return max(cut, 1)
}

// read gives the words of a leaf. Those of pieces of a huge one are kept while its end grows.
func (p *sectionParser) read(l *leaf, keep bool, end sequel) []words {
	if !keep || end != followed || p.cache == nil {
		return wordsOf(l, p.ctx, end)
	}
	if w, ok := p.cache[string(l.text)]; ok {
		return w
	}
	w := wordsOf(l, p.ctx, followed)
	p.cache[string(l.text)] = w
	return w
}

// place gives runs their offsets in the source. A run is cut where something of the source is not
// in it, such as the mark of a quote or an invisible character, so that a run as long as its source
// is its source.
func (p *sectionParser) place(runs []Run, l *leaf) []Run {
	if len(runs) == 0 {
		return nil
	}
	out := make([]Run, 0, len(runs))
	for _, r := range runs {
		from := 0
		if (len(p.shown.steps) > 0 || len(l.spans) > 1) && r.isSource() {
			for i := 1; i < len(r.Text); i++ {
				at := r.Start + i
				if utf8.RuneStart(r.Text[i]) && p.shown.source(l.from(at)) != p.shown.source(l.from(at-1))+1 {
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
