package documents

import "strings"

// fictionBook is the state of reading a book of FictionBook 2: one XML file with the text in
// sections, and the notes in a body of their own.
type fictionBook struct {
	writer
	skipped int
	inText  bool // in a body
	inNotes bool // in the body of the notes
	depth   int  // of nested sections
	titles  int  // open titles
	lines   int  // paragraphs so far in the title
	// numbers are the numbers of the notes by ID; noteTexts are their texts in this order.
	numbers   map[string]int
	noteTexts []*strings.Builder
	open      *strings.Builder // the note being read
}

// readFictionBook reads a book of FictionBook 2.
func readFictionBook(file *source, size int64) (Document, error) {
	walk, err := file.xmlFile(size)
	if err != nil {
		return Document{}, err
	}
	f := &fictionBook{writer: file.options.writer(), numbers: map[string]int{}}
	if err := walk(elements{start: f.start, end: f.finish, text: f.text}); err != nil {
		return Document{}, err
	}
	f.end()
	for i, text := range f.noteTexts {
		f.writeNote(i+1, text.String())
	}
	return Document{
		Title: property(walk, "book-title", "description"), Text: f.String(), Markdown: true, Cuts: f.cuts,
	}, nil
}

func (f *fictionBook) start(e element) {
	if f.skipped > 0 {
		f.skipped++
		return
	}
	switch e.name {
	case "description", "binary", "stylesheet", "image":
		f.skipped = 1
	case "body":
		kind := attribute(e, "name")
		f.inText, f.inNotes = true, kind == "notes" || kind == "footnotes" || kind == "comments"
	case "section":
		f.end()
		f.depth++
		if number := f.numbers[attribute(e, "id")]; f.inNotes && number > 0 {
			f.open = f.noteTexts[number-1]
		}
	case "title":
		f.end()
		f.titles, f.lines = f.titles+1, 0
	case "subtitle":
		f.end()
		f.heading = min(f.depth+2, 6)
	case "p", "text-author", "date":
		f.beginParagraph()
	case "empty-line", "stanza", "poem", "cite", "epigraph":
		f.end()
	case "a":
		f.startLink(e)
	case "sup":
		f.beginScript(superscript)
	case "sub":
		f.beginScript(subscript)
	case "table":
		f.beginTable()
	case "tr":
		f.beginRow()
	case "td", "th":
		f.beginCell()
	}
}

// beginParagraph begins a paragraph. All paragraphs of a title become one heading.
func (f *fictionBook) beginParagraph() {
	switch {
	case f.open != nil:
		f.open.WriteByte(' ')
	case f.titles > 0:
		if f.lines++; f.lines > 1 && strings.ContainsRune(".:!?…", f.lastRune) {
			f.put(" ")
		} else if f.lines > 1 {
			f.put(". ")
		}
		f.heading = min(max(f.depth, 1), 6)
	default:
		f.end()
	}
}

// startLink begins a link, which may be the number of a note.
func (f *fictionBook) startLink(e element) {
	id, ok := strings.CutPrefix(attribute(e, "href"), "#")
	if attribute(e, "type") != "note" || !ok || f.inNotes || !f.inText {
		return
	}
	number := f.numbers[id]
	if number == 0 {
		if len(f.noteTexts) >= maxNotes {
			return
		}
		f.noteTexts = append(f.noteTexts, &strings.Builder{})
		number = len(f.noteTexts)
		f.numbers[id] = number
	}
	f.put(noteMark(number))
	f.skipped = 1
}

func (f *fictionBook) finish(e element) {
	if f.skipped > 0 {
		f.skipped--
		return
	}
	switch e.name {
	case "body":
		f.end()
		f.inText, f.inNotes = false, false
	case "section":
		f.end()
		f.depth = max(f.depth-1, 0)
		f.open = nil
	case "title", "subtitle":
		if e.name == "title" {
			f.titles = max(f.titles-1, 0)
		}
		f.end()
		f.heading = 0
	case "v":
		if f.open == nil {
			f.newLine()
		} else {
			f.open.WriteByte(' ')
		}
	case "p", "text-author", "date":
		if f.titles == 0 && f.open == nil {
			f.end()
		}
	case "stanza", "poem", "cite", "epigraph":
		f.end()
	case "sup":
		f.endScript(superscript)
	case "sub":
		f.endScript(subscript)
	case "table":
		f.endTable()
	}
}

func (f *fictionBook) text(s string) error {
	switch {
	case f.skipped > 0 || !f.inText:
		return nil
	case f.open != nil && f.titles > 0:
		return nil // the note's own number
	case f.open != nil:
		f.open.WriteString(s)
		return f.count(s)
	}
	return f.say(s)
}
