package documents

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// readOpenDocument reads texts, spreadsheets and presentations of OpenDocument 1.0 to 1.4. It skips
// pictures, charts, comments and tracked deletions.
func readOpenDocument(file *source, p *parts) (Document, error) {
	locked := false
	_ = p.walk(file.ctx, "META-INF/manifest.xml", elements{start: func(e element) {
		locked = locked || e.name == "encryption-data"
	}})
	if locked {
		return Document{}, &Error{Reason: PasswordProtected}
	}
	o := newOpenDocument(file)
	o.p = p
	_ = p.walk(file.ctx, "styles.xml", elements{start: o.readStyle})
	err := o.read(func(e elements) error { return p.walk(file.ctx, "content.xml", e) })
	return Document{
		Title: readProperty(file.ctx, p, "meta.xml", "title"), Text: o.String(), Markdown: true,
		Cuts: o.cuts,
	}, err
}

// readFlatOpenDocument is readOpenDocument for a document in one file of XML.
func readFlatOpenDocument(file *source, size int64) (Document, error) {
	walk, err := file.xmlFile(size)
	if err != nil {
		return Document{}, err
	}
	o := newOpenDocument(file)
	err = o.read(walk)
	return Document{
		Title: property(walk, "title", "meta"), Text: o.String(), Markdown: true, Cuts: o.cuts,
	}, err
}

func newOpenDocument(file *source) *openDocument {
	return &openDocument{
		writer: file.options.writer(), ctx: file.ctx, scripts: map[string]scriptKind{},
		hiddenTables: map[string]bool{}, ordered: map[listPlace]levelMark{},
	}
}

// read reads the content. It walks the content twice: for the styles, then for the text.
func (o *openDocument) read(walk func(elements) error) error {
	if err := walk(elements{start: o.readStyle}); err != nil {
		return err
	}
	if err := walk(elements{start: o.start, end: o.finish, text: o.text}); err != nil {
		return err
	}
	o.end()
	for i, text := range o.notes {
		o.writeNote(i+1, text.String())
	}
	if o.moreSheets > 0 {
		o.cuts = append(o.cuts, Omission{Kind: OmittedSheets, Kept: maxSheets, Of: maxSheets + o.moreSheets})
		o.write(block{text: fmt.Sprintf("(The worksheets after these %d are left out.)", maxSheets)})
	}
	o.hiddenSheets(o.hidden)
	return nil
}

// openDocument is the state of reading an OpenDocument file.
type openDocument struct {
	writer
	ctx context.Context
	p   *parts // nil if the document is a single XML file

	// scripts holds the superscript and subscript styles, hiddenTables the styles of hidden
	// worksheets, ordered the numbered levels of list styles, counted from 1.
	scripts      map[string]scriptKind
	hiddenTables map[string]bool
	ordered      map[listPlace]levelMark
	style        string // the style being read

	body    bool // the reader is in the content
	sheet   bool // the content is a spreadsheet
	page    int  // current slide of a presentation
	inNotes bool // in the speaker's notes
	skipped int
	// paragraphs is the number of open paragraphs; characters outside paragraphs are ignored.
	paragraphs int
	formula    *formula
	objects    int    // number of embedded objects
	spans      []bool // for each open span, whether it started a script
	lists      []odfList
	listed     bool // the next block starts a list item

	cells      *odfCells
	sheets     int
	moreSheets int
	hidden     int
	// notes are the notes read so far, inNote is the number of the open one, 0 if none.
	notes  []*strings.Builder
	inNote int
}

type odfList struct {
	style string
	count int
}

// odfCells is the state of reading a worksheet.
type odfCells struct {
	grid
	name             string
	column, repeated int
	rowTimes, row    int // row counts from 0
	across, down     int // size of the current cell in columns and rows, if merged
	text             strings.Builder
	left             bool // the sheet is skipped
}

// maxStyles is the maximum number of styles.
const maxStyles = 20_000

// readStyle records superscript and subscript styles, hidden tables and numbered lists.
func (o *openDocument) readStyle(e element) {
	switch e.name {
	case "style", "list-style":
		o.style = attribute(e, "name")
	case "text-properties":
		position := attribute(e, "text-position")
		switch {
		case len(o.scripts) >= maxStyles, position == "", strings.HasPrefix(position, "0%"):
		case strings.HasPrefix(position, "sub"), strings.HasPrefix(position, "-"):
			o.scripts[o.style] = subscript
		default:
			o.scripts[o.style] = superscript
		}
	case "table-properties":
		if attribute(e, "display") == "false" && len(o.hiddenTables) < maxStyles {
			o.hiddenTables[o.style] = true
		}
	case "list-level-style-number":
		level, _ := strconv.Atoi(attribute(e, "level"))
		if format := attribute(e, "num-format"); format != "" && len(o.ordered) < maxStyles {
			o.ordered[listPlace{o.style, level}] = levelMark{start: timesOf(e, "start-value"), letters: format[0]}
		}
	}
}

func (o *openDocument) start(e element) {
	if o.skipped > 0 {
		o.skipped++
		return
	}
	if o.formula != nil {
		o.formula.start(e.name)
		return
	}
	switch e.name {
	case "object":
		o.writeObject(attribute(e, "href"))
		return
	case "math":
		o.formula = newFormula()
		o.formula.start(e.name)
		return
	case "body":
		o.body = true
	case "document": // a chart or a table inside the document
		if o.body {
			o.skipped = 1
		}
		return
	case "meta", "styles", "master-styles":
		if !o.body {
			o.skipped = 1
			return
		}
	case "tracked-changes", "annotation", "annotation-end", "sequence-decls", "forms", "scripts",
		"font-face-decls", "automatic-styles", "title", "desc", "object-ole", "binary-data",
		"note-citation", "hidden-text", "hidden-paragraph", "ruby-text", "settings",
		"event-listeners", "date-time-decl", "footer-decl", "header-decl", "page-number":
		if e.name != "title" || strings.Contains(e.space, "svg") {
			o.skipped = 1
		}
		return
	}
	if o.cells != nil {
		o.startCell(e)
		return
	}
	if o.inNote > 0 {
		if e.name == "p" || e.name == "s" || e.name == "tab" || e.name == "line-break" {
			o.notes[o.inNote-1].WriteByte(' ')
		}
		return
	}
	switch e.name {
	case "spreadsheet":
		o.sheet = true
	case "page":
		o.end()
		o.page++
		heading := "Slide " + strconv.Itoa(o.page)
		if name := attribute(e, "name"); name != "" && !strings.HasPrefix(name, "page") {
			heading += ": " + name
		}
		o.write(block{heading: 2, text: heading})
	case "notes":
		if strings.Contains(e.space, "presentation") {
			o.end()
			o.inNotes = true
		}
	case "h":
		o.end()
		o.paragraphs++
		level, _ := strconv.Atoi(attribute(e, "outline-level"))
		o.heading = min(max(level, 1), 6)
	case "p":
		o.end()
		o.paragraphs++
		if attribute(e, "style-name") == "Title" {
			o.heading = 1
		}
	case "span":
		kind := o.scripts[attribute(e, "style-name")]
		if o.spans = append(o.spans, kind != 0); kind != 0 {
			o.beginScript(kind)
		}
	case "s", "tab":
		o.put(" ")
	case "line-break":
		o.newLine()
	case "list":
		o.end()
		style := attribute(e, "style-name")
		if style == "" && len(o.lists) > 0 {
			style = o.lists[len(o.lists)-1].style
		}
		mark := o.ordered[listPlace{style, len(o.lists) + 1}]
		o.lists = append(o.lists, odfList{style: style, count: mark.start - 1})
	case "list-item":
		o.end()
		o.listed = true
		if n := len(o.lists); n > 0 {
			o.lists[n-1].count++
			if start, err := strconv.Atoi(attribute(e, "start-value")); err == nil {
				o.lists[n-1].count = start
			}
		}
	case "note":
		if len(o.notes) >= maxNotes || o.inNote > 0 {
			o.skipped = 1
			return
		}
		o.notes = append(o.notes, &strings.Builder{})
		o.inNote = len(o.notes)
		o.put(noteMark(o.inNote))
	case "table":
		if o.sheet {
			o.beginSheet(attribute(e, "name"), o.hiddenTables[attribute(e, "style-name")])
			return
		}
		o.beginTable()
	case "table-row":
		o.beginRow()
	case "table-cell", "covered-table-cell":
		for range min(timesOf(e, "number-columns-repeated"), maxTableColumns+1) {
			o.beginCell()
		}
	}
}

func (o *openDocument) finish(e element) {
	if o.skipped > 0 {
		o.skipped--
		return
	}
	if o.formula != nil {
		if o.formula.end(); len(o.formula.open) == 1 && o.formula.skipped == 0 {
			o.writeFormula(o.formula.String())
			o.formula = nil
		}
		return
	}
	if o.cells != nil {
		o.finishCell(e)
		return
	}
	if o.inNote > 0 && e.name != "note" {
		return
	}
	switch e.name {
	case "notes":
		o.inNotes = false
	case "h", "p":
		o.paragraphs = max(o.paragraphs-1, 0)
		o.paragraph()
	case "span":
		if n := len(o.spans); n > 0 {
			if o.spans[n-1] {
				o.endScripts(max(len(o.writer.scripts)-1, 0))
			}
			o.spans = o.spans[:n-1]
		}
	case "list":
		if n := len(o.lists); n > 0 {
			o.lists = o.lists[:n-1]
		}
		o.listed = false
	case "note":
		o.inNote = 0
	case "table":
		o.endTable()
	}
}

// paragraph ends a paragraph or a heading.
func (o *openDocument) paragraph() {
	if n := len(o.lists); n > 0 && o.heading == 0 && (o.table == nil || o.longTables) {
		l := o.lists[n-1]
		mark, ordered := o.ordered[listPlace{l.style, n}]
		o.list = place{depth: min(n, deepest), ordered: ordered, number: l.count, letters: mark.letters, first: o.listed}
		if o.words.Len() > 0 {
			o.listed = false
		}
	}
	o.end()
	o.heading, o.list = 0, place{}
}

func (o *openDocument) text(s string) error {
	switch {
	case o.skipped > 0:
		return nil
	case o.formula != nil:
		o.formula.say(s)
		return o.count(s)
	}
	if o.cells != nil {
		if o.paragraphs > 0 && o.cells.text.Len() < maxCellText {
			o.cells.text.WriteString(s)
		}
		return nil
	}
	if o.paragraphs == 0 {
		return nil
	}
	if o.inNote > 0 {
		o.notes[o.inNote-1].WriteString(s)
		return o.count(s)
	}
	if o.inNotes {
		o.inNotes = false
		if strings.TrimSpace(s) != "" {
			o.put("Notes: ")
		}
	}
	return o.say(s)
}

// maxFormulas is the maximum number of formulas in parts of their own.
const maxFormulas = 2000

// writeObject writes the formula that is stored in another part. Other objects are left out.
func (o *openDocument) writeObject(href string) {
	name := path.Join(href, "content.xml")
	if href == "" || o.p == nil || !o.p.has(name) {
		return
	}
	if o.objects++; o.objects > maxFormulas {
		o.writeFormula("[formula]")
		return
	}
	f, isFormula := newFormula(), false
	err := o.p.walk(o.ctx, name, elements{
		start: func(e element) {
			isFormula = isFormula || e.name == "math"
			f.start(e.name)
		},
		end: func(element) { f.end() },
		text: func(s string) error {
			f.say(s)
			return o.count(s)
		},
		enough: func() bool { return !isFormula },
	})
	switch text := f.String(); {
	case !isFormula:
	case err != nil || text == "":
		o.writeFormula("[formula]")
	default:
		o.writeFormula(text)
	}
}

// writeFormula adds a formula to the text at the reader's position.
func (o *openDocument) writeFormula(text string) {
	switch {
	case o.cells != nil:
		o.cells.text.WriteString(" " + text)
	case o.inNote > 0:
		o.notes[o.inNote-1].WriteString(text)
	default:
		if o.put(text); o.paragraphs == 0 {
			o.end()
		}
	}
}

func (o *openDocument) beginSheet(name string, hidden bool) {
	o.end()
	o.cells = &odfCells{name: name}
	o.cells.most = max((o.most-o.size)*9/10, 1)
	switch {
	case hidden:
		o.hidden++
		o.cells.left = true
	case o.sheets >= maxSheets:
		o.moreSheets++
		o.cells.left = true
	default:
		o.sheets++
	}
}

func (o *openDocument) startCell(e element) {
	c := o.cells
	if c.left || c.moreRows {
		return
	}
	switch e.name {
	case "table-column":
		n := timesOf(e, "number-columns-repeated")
		c.describeColumns(c.column, c.column+n-1, isCollapsed(e))
		c.column = min(c.column+n, 1<<20)
	case "table-row":
		c.column, c.rowTimes = 0, timesOf(e, "number-rows-repeated")
		c.beginRow(isCollapsed(e))
	case "table-cell", "covered-table-cell":
		c.repeated = timesOf(e, "number-columns-repeated")
		c.across, c.down = timesOf(e, "number-columns-spanned"), timesOf(e, "number-rows-spanned")
		c.text.Reset()
	case "p", "h":
		o.paragraphs++
		if c.text.Len() > 0 {
			c.text.WriteByte(' ')
		}
	case "s", "tab", "line-break":
		c.text.WriteByte(' ')
	}
}

func (o *openDocument) finishCell(e element) {
	c := o.cells
	switch e.name {
	case "p", "h":
		o.paragraphs = max(o.paragraphs-1, 0)
	case "table-cell", "covered-table-cell":
		if text := c.text.String(); strings.TrimSpace(text) != "" && !c.left {
			if c.across*c.down > 1 && !c.hiddenRow {
				last := columnName(c.column + c.across - 1)
				c.merge(fmt.Sprintf("%s%d:%s%d", columnName(c.column), c.row+1, last, c.row+c.down))
			}
			for i := range min(c.repeated, maxColumns+1) {
				c.add(c.column+i, text)
			}
		}
		c.text.Reset()
		c.column = min(c.column+c.repeated, 1<<20)
	case "table-row":
		c.endRow(min(c.rowTimes, maxRows+1))
		c.row = min(c.row+c.rowTimes, 1<<20)
	case "table":
		o.cells = nil
		if c.left {
			return
		}
		if cuts, err := c.write(&o.writer, c.name); err == nil {
			o.cuts = append(o.cuts, cuts...)
		} else {
			o.cuts = append(o.cuts, Omission{Kind: OmittedRows, Name: c.name})
		}
	}
}

// isCollapsed reports whether a row or column is hidden, perhaps by a filter.
func isCollapsed(e element) bool {
	v := attribute(e, "visibility")
	return v == "collapse" || v == "filter"
}

// timesOf returns the repetition count of a cell or row.
func timesOf(e element, name string) int {
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1<<20)
}
