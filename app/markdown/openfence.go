package markdown

import (
	"strings"
)

// openFence appends to a long code block, which is parsed again only once its fence is closed.
type openFence struct {
	open bool
	char byte
	// size is the length of the opening fence, 0 for the rest of a text, which nothing closes.
	size int
	// body is the source offset of the code, line the offset of the code's last line.
	body, line int
}

// find records whether the text ends in an open top-level code block.
func (f *openFence) find(d *Document) {
	*f = openFence{}
	if len(d.blocks) == 0 {
		return
	}
	b := &d.blocks[len(d.blocks)-1]
	if d.rest {
		*f = openFence{open: isPlain(d.text[b.Start:]), body: b.Start}
		f.line = max(f.body, strings.LastIndexByte(d.text, '\n')+1)
		return
	}
	if b.Kind != CodeBlock || !b.Open || b.Depth > 0 || b.Quote > 0 || d.tail.hidden > 0 {
		return
	}
	start := b.Start
	if start > 0 && d.text[start-1] != '\n' {
		return
	}
	char := d.text[start]
	size := 0
	for start+size < len(d.text) && d.text[start+size] == char {
		size++
	}
	end := strings.IndexByte(d.text[start:], '\n')
	if end < 0 || size < 3 || !isPlain(d.text[start:]) {
		return
	}
	*f = openFence{open: true, char: char, size: size, body: start + end + 1}
	f.line = max(f.body, strings.LastIndexByte(d.text, '\n')+1)
}

// closes reports whether the lines added to text may close the block.
func (f *openFence) closes(text string) bool {
	if f.size == 0 {
		return false
	}
	for at := f.line; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := strings.TrimLeft(text[at:at+end], " \t")
		if strings.HasPrefix(line, strings.Repeat(string(f.char), f.size)) {
			return true
		}
		at += end + 1
	}
	return false
}

// grow appends the new text to the open block. It returns false if the text must be parsed.
func (f *openFence) grow(d *Document, text string) bool {
	if !f.open || !isPlain(text[f.line:]) {
		return false
	}
	if f.closes(text) {
		f.open = false
		return false
	}
	b := &d.blocks[len(d.blocks)-1]
	for at := f.line; at < len(text); {
		if n := len(b.Lines); n == 0 || b.Lines[n-1] < at {
			b.Lines = append(b.Lines, at)
		}
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	f.line = max(f.body, strings.LastIndexByte(text, '\n')+1)
	b.Text = strings.TrimSuffix(text[f.body:], "\n")
	b.End = b.Start + len(strings.TrimRight(text[b.Start:], " \t\n"))
	d.tail.end = len(text)
	return true
}
