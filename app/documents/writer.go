package documents

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer builds Markdown from the pieces of a document: text, the ends of blocks, lists and tables.
type writer struct {
	out strings.Builder

	// words is the text of the current block, with lineEnd for hard line breaks.
	words strings.Builder
	// heading is the heading level of the block, 1 to 6, or 0.
	heading int
	// list is the position of the block in lists.
	list place
	// note is the number of the note that the block starts, 0 if it starts none.
	note int
	// links resolves the links of an e-book's chapter to notes; nil for other documents.
	links *chapterLinks
	// scripts are the open superscripts and subscripts, the outermost first.
	scripts []*scriptText
	// lastRune is the last character of the text.
	lastRune rune
	// verse keeps line breaks; listing makes the block a code block.
	verse, listing bool
	table          *table
	// longTables allows tables with long cells, see Options.Source.
	longTables bool
	// cuts lists the parts that were left out.
	cuts []Omission

	// most is the maximum number of bytes of text, 0 meaning MaxText. size is the current number.
	most int
	size int
	// last is the last written block; some reports that a block was written.
	last block
	some bool
	// headed reports that a heading was written.
	headed bool
	// items are the last items of the lists that the next block may continue, by depth.
	items [deepest + 1]openItem
}

// block is one heading, paragraph, list item or code block.
type block struct {
	heading       int
	list          place
	listing, rule bool
	note          int // number of the note that it starts
	text          string
}

const (
	lineEnd = "\x1e"
	// noteStart and noteEnd enclose the number of a note.
	noteStart, noteEnd = "\x1d", "\x1c"
	// deepest is the maximum nesting depth of lists; deeper ones are written at that depth.
	deepest = 8
)

var errTooLong = errors.New("the text is too long")

// String returns the Markdown of all finished blocks.
func (w *writer) String() string {
	if !w.some {
		return ""
	}
	return w.out.String() + "\n"
}

// say adds text to the block. The error is an *Error if the document exceeds the limit.
func (w *writer) say(text string) error {
	if err := w.count(text); err != nil {
		return err
	}
	if !w.verse {
		text = strings.ReplaceAll(text, "\n", " ")
	}
	w.put(text)
	return nil
}

// count counts text against the limit.
func (w *writer) count(text string) error {
	if w.size += len(text); w.size > cmp.Or(w.most, MaxText) {
		return &Error{Reason: TooLarge, Err: errTooLong}
	}
	return nil
}

// put adds text that was already counted.
func (w *writer) put(text string) {
	if text == "" {
		return
	}
	if n := len(w.scripts); n > 0 {
		w.scripts[n-1].text.WriteString(text)
		return
	}
	w.lastRune, _ = utf8.DecodeLastRuneInString(text)
	w.words.WriteString(text)
}

// newLine adds a line break within the block.
func (w *writer) newLine() {
	if len(w.scripts) > 0 {
		w.put(" ")
		return
	}
	w.put(lineEnd)
}

// passOver writes that an additional part is damaged, so that the rest of the document is still
// read. It returns an error about exceeded limits; read checks the disk and the context itself.
func (w *writer) passOver(err error, what string) error {
	if t := (*Error)(nil); err == nil || errors.As(err, &t) && t.Reason != Damaged {
		return err
	}
	w.end()
	w.write(block{text: "(" + what + " is damaged and could not be read whole.)"})
	return nil
}

// end ends the block. An empty block is dropped.
func (w *writer) end() {
	w.endScripts(0)
	w.lastRune = 0
	b := block{heading: w.heading, list: w.list, listing: w.listing, text: w.words.String()}
	w.words.Reset()
	if b.text = fold(b.text, w.verse); b.text == "" {
		return
	}
	if w.note > 0 {
		b = block{note: w.note, text: b.text}
		w.note = 0
	}
	w.list.first = false
	if w.table != nil && !w.table.loose && len(w.table.rows) > 0 {
		w.addToTable(b)
		return
	}
	w.write(b)
}

// rule adds a separator.
func (w *writer) rule() {
	w.end()
	if w.table == nil && w.some && !w.last.rule {
		w.write(block{rule: true})
	}
}

// part returns a writer for a part of the document, with the same limits.
func (w *writer) part() writer {
	return writer{most: w.most, size: w.size, longTables: w.longTables}
}

// append adds the output of another writer.
func (w *writer) append(o *writer) {
	if w.some && o.some {
		w.out.WriteString("\n\n")
	}
	w.out.WriteString(o.out.String())
	w.cuts = append(w.cuts, o.cuts...)
	w.last, w.some, w.headed = o.last, w.some || o.some, w.headed || o.headed
	w.items = o.items
}

// fold replaces each run of white space by one space, and drops leading and trailing empty lines.
// Zero-width characters such as soft hyphens are removed, because they would break words when read
// aloud.
func fold(text string, verse bool) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\u00AD', r == '\u200B', r == '\uFEFF', r == unicode.ReplacementChar:
			return -1
		case verse && r == '\n':
			return rune(lineEnd[0])
		case unicode.IsControl(r) && !unicode.IsSpace(r) && r != rune(lineEnd[0]) &&
			r != rune(noteStart[0]) && r != rune(noteEnd[0]):
			return -1
		}
		return r
	}, text)
	lines := strings.Split(text, lineEnd)
	for i, line := range lines {
		if verse {
			lines[i] = strings.TrimRightFunc(strings.ReplaceAll(line, "\t", "    "), unicode.IsSpace)
		} else {
			lines[i] = strings.Join(strings.Fields(line), " ")
		}
	}
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return strings.TrimRightFunc(strings.Join(lines, "\n"), unicode.IsSpace)
}

// write writes one block after an empty line, unless both are list items.
func (w *writer) write(b block) {
	if b.heading > 0 || b.rule {
		b.list = place{}
	}
	// A new item may be one level deeper than the block before it; the rest of an item may not,
	// since it needs the item that it continues.
	deep := 0
	if w.some {
		deep = w.last.list.depth
	}
	if b.list.first {
		deep++
	}
	b.list.depth = min(b.list.depth, deep, deepest)
	if b.list.depth == 0 {
		b.list = place{}
	}
	if w.some {
		w.out.WriteByte('\n')
		sameList := w.last.list.depth != b.list.depth || w.last.list.ordered == b.list.ordered
		if !b.list.first || w.last.list.depth == 0 || !sameList || strings.Contains(b.text, "\n\n") {
			w.out.WriteByte('\n')
		}
	}
	if w.last.list.depth == 0 {
		clear(w.items[:])
	}
	clear(w.items[b.list.depth+1:])
	mark := ""
	if b.list.first {
		w.out.WriteString(w.indent(b.list.depth - 1))
		mark = w.marker(b.list)
	} else {
		w.out.WriteString(w.indent(b.list.depth))
	}
	indent := w.indent(b.list.depth)
	switch {
	case b.rule:
		w.out.WriteString("---")
	case b.heading > 0:
		w.headed = true
		w.out.WriteString(strings.Repeat("#", min(b.heading, 6)) + " " + heading(b.text))
	case b.listing:
		w.listingOf(b, mark, indent)
	default:
		if b.note > 0 {
			w.out.WriteString("[^" + strconv.Itoa(b.note) + "]: ")
		}
		w.out.WriteString(mark + strings.ReplaceAll(paragraph(b.text), "\n", "\n"+indent))
	}
	w.last, w.some = b, true
	w.last.text = ""
}

// listingOf writes a code block with a fence that its text does not contain.
func (w *writer) listingOf(b block, mark, indent string) {
	fence := "```"
	for strings.Contains(b.text, fence) {
		fence += "`"
	}
	if mark != "" {
		// The code begins where the text of the item would, or on a new line below a wide marker.
		width := w.items[b.list.depth].width
		if len(mark) > width {
			mark = strings.TrimSpace(mark) + "\n" + indent
		}
		mark += strings.Repeat(" ", max(0, width-len(mark)))
	}
	w.out.WriteString(mark + strings.ReplaceAll(fence+"\n"+b.text+"\n"+fence, "\n", "\n"+indent))
}
