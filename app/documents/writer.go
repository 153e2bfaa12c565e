package documents

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer makes Markdown of what a document gives piece by piece: words, the ends of blocks, lists
// and tables.
type writer struct {
	out strings.Builder

	// words are those of the block that is being written, with lineEnd where its author ended a
	// line.
	words strings.Builder
	// heading is the level the block has, 1 to 6, or 0.
	heading int
	// list is the place of the block in lists.
	list place
	// scripts are the superscripts and subscripts that are open, the outer one first.
	scripts []*scriptText
	// lastRune is the last character of the words.
	lastRune rune
	// verse keeps the lines as they are; listing makes of the block a listing.
	verse, listing bool
	table          *table
	// longTables lets a table have long cells, see Options.Source.
	longTables bool
	// cuts lists the parts that were left out.
	cuts []Cut

	// most is the number of bytes of words that may be taken; 0 is MaxText. size is the number
	// taken.
	most int
	size int
	// last is the block that was written last; some tells that there is one.
	last block
	some bool
	// headed tells that there is a heading.
	headed bool
}

// place is the place of a block in lists.
type place struct {
	depth   int // in how many lists; 0 is in none
	ordered bool
	number  int
	first   bool // the block carries the mark of the item
}

// block is one heading, paragraph, item of a list or listing.
type block struct {
	heading       int
	list          place
	listing, rule bool
	note          int // the number of the note that it begins
	text          string
}

const (
	lineEnd = "\x1e"
	// noteStart and noteEnd stand around the number of a note.
	noteStart, noteEnd = "\x1d", "\x1c"
	// deepest is the greatest depth of lists in each other; deeper ones are written at that depth.
	deepest = 8
)

var errTooLong = errors.New("the text is too long")

// String returns the Markdown of all blocks that have been ended.
func (w *writer) String() string {
	if !w.some {
		return ""
	}
	return w.out.String() + "\n"
}

// say adds words to the block. The error is a *Error, when the document has more of them than it
// may.
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

// count counts words that are taken.
func (w *writer) count(text string) error {
	if w.size += len(text); w.size > cmp.Or(w.most, MaxText) {
		return &Error{Reason: TooLarge, Err: errTooLong}
	}
	return nil
}

// put adds words that are counted already.
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

// newLine ends a line within the block.
func (w *writer) newLine() {
	if len(w.scripts) > 0 {
		w.put(" ")
		return
	}
	w.put(lineEnd)
}

// passOver says in the text that a part beside the main one is damaged: the rest of the document is
// worth reading. Any limit that it breaks is returned; read looks at the disk and the context
// itself.
func (w *writer) passOver(err error, what string) error {
	if t := (*Error)(nil); err == nil || errors.As(err, &t) && t.Reason != Damaged {
		return err
	}
	w.end()
	w.write(block{text: "(" + what + " is damaged and could not be read whole.)"})
	return nil
}

// end ends the block. One without words is none.
func (w *writer) end() {
	w.endScripts(0)
	w.lastRune = 0
	b := block{heading: w.heading, list: w.list, listing: w.listing, text: w.words.String()}
	w.words.Reset()
	if b.text = fold(b.text, w.verse); b.text == "" {
		return
	}
	w.list.first = false
	if w.table != nil && !w.table.loose && len(w.table.rows) > 0 {
		w.addToTable(b)
		return
	}
	w.write(b)
}

// rule separates what comes from what was.
func (w *writer) rule() {
	w.end()
	if w.table == nil && w.some && !w.last.rule {
		w.write(block{rule: true})
	}
}

// part returns a writer for a part of the document, within the same limits.
func (w *writer) part() writer {
	return writer{most: w.most, size: w.size, longTables: w.longTables}
}

// append adds what another has written.
func (w *writer) append(o *writer) {
	if w.some && o.some {
		w.out.WriteString("\n\n")
	}
	w.out.WriteString(o.out.String())
	w.cuts = append(w.cuts, o.cuts...)
	w.last, w.some, w.headed = o.last, w.some || o.some, w.headed || o.headed
}

// fold makes one space of each stretch of white space, and drops empty lines before and after.
// Characters without width are left out, such as soft hyphens, which would cut words for a voice.
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

// write writes one block, with an empty line before it unless both are items.
func (w *writer) write(b block) {
	if b.heading > 0 || b.rule {
		b.list = place{}
	}
	// An item can lie one deeper than what is before it, and the rest of an item belongs to one
	// that is there.
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
	indent := strings.Repeat("    ", max(0, b.list.depth))
	if b.list.first {
		indent = indent[4:]
	}
	w.out.WriteString(indent)
	switch {
	case b.rule:
		w.out.WriteString("---")
	case b.heading > 0:
		w.headed = true
		w.out.WriteString(strings.Repeat("#", min(b.heading, 6)) + " " + heading(b.text))
	case b.listing:
		w.listingOf(b, indent)
	default:
		if b.note > 0 {
			w.out.WriteString("[^" + strconv.Itoa(b.note) + "]: ")
		}
		rest := indent
		if b.list.first {
			mark := "-   "
			if b.list.ordered {
				mark = strconv.Itoa(b.list.number) + ". "
			}
			w.out.WriteString(mark)
			rest += "    "
		}
		w.out.WriteString(strings.ReplaceAll(paragraph(b.text), "\n", "\n"+rest))
	}
	w.last, w.some = b, true
	w.last.text = ""
}

// listingOf writes a listing between fences that its text does not hold.
func (w *writer) listingOf(b block, indent string) {
	fence := "```"
	for strings.Contains(b.text, fence) {
		fence += "`"
	}
	if b.list.first {
		w.out.WriteString("-   ")
		indent += "    "
	}
	w.out.WriteString(strings.ReplaceAll(fence+"\n"+b.text+"\n"+fence, "\n", "\n"+indent))
}
