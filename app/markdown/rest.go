package markdown

import "strings"

// mostBlocks is the number of blocks of a text after which its rest is shown as typed, as one open
// code block. Each block costs some 10 µs before its layout, and a text in which a model is stuck
// has hundreds of thousands of blocks, while a reply of 10,000 items would have some 100,000
// tokens. The rest can be copied, found and read aloud. It begins at the line of the first block
// beyond this number, and so is the same for a complete and a growing text.
const mostBlocks = 10_000

// restCut returns the offset in source, the tail, at which the rest begins.
func (d *Document) restCut(tail *parsedSection, source string) (at int, ok bool) {
	for i := max(mostBlocks-d.stable, 1); i < len(tail.blocks); i++ {
		before, start := tail.blocks[i-1], tail.blocks[i].Start-tail.start
		lineEnd := strings.LastIndexByte(source[min(before.Start-tail.start, start):start], '\n')
		if lineEnd < 0 {
			continue // both blocks are in one line, which may be very long
		}
		at = before.Start - tail.start + lineEnd + 1
		line, _, complete := strings.Cut(source[at:], "\n")
		if complete && before.End-tail.start <= at && !mayDefine(line) {
			return at, true
		}
	}
	return 0, false
}

// mayDefine reports whether a line may become a link definition together with the next line, so
// that it would not begin a block.
func mayDefine(line string) bool {
	line = strings.TrimLeft(line, " \t>-+*0123456789.)")
	if !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[^") {
		return false
	}
	end := strings.IndexByte(line, ']')
	return end < 0 || strings.HasPrefix(line[end:], "]:")
}

// setRest replaces the tail by a block with the rest of the text, and returns the index of the
// first changed block.
func (d *Document) setRest() int {
	p := sectionParser{shown: newDisplay(d.text[d.tailStart:]), base: d.tailStart}
	b := Block{Kind: CodeBlock, Text: strings.TrimSuffix(p.shown.text, "\n"), Open: true, Start: d.tailStart}
	b.End = b.Start + len(strings.TrimRight(d.text[b.Start:], " \t\n"))
	b.Lines = make([]int, 0, strings.Count(b.Text, "\n")+1)
	for at := 0; at < len(p.shown.text); {
		b.Lines = append(b.Lines, b.Start+p.shown.source(at))
		end := strings.IndexByte(p.shown.text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	changed := d.stable + firstChange(d.blocks[d.stable:], []Block{b})
	d.blocks = append(d.blocks[:d.stable], b)
	d.tail = parsedSection{start: d.tailStart, end: len(d.text), blocks: d.blocks[d.stable:], hidden: p.shown.hidden}
	d.more = false
	d.fence.find(d)
	return changed
}
