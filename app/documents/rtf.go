package documents

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"parlando/app/documents/textencoding"
)

const (
	// maxRTFDepth is the maximum nesting depth of groups.
	maxRTFDepth = 400
	// maxFonts is the maximum number of fonts and of heading styles.
	maxFonts = 10_000
)

// readRTF reads Rich Text Format 1.9: paragraphs, headings (by style or outline level), lists (by
// the bullet or number in their text), tables and footnotes. It skips pictures, objects, headers,
// footers and field instructions.
func readRTF(file *source, size int64) (Document, error) {
	r := &rtf{
		writer: file.options.writer(),
		in:     bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 32<<10),
		page:   "Windows-1252", fonts: map[int]textencoding.Encoding{}, headings: map[int]int{},
	}
	r.group.skip = 1
	if err := r.read(file); err != nil {
		return Document{}, err
	}
	r.paragraph()
	if r.table != nil {
		r.endTable()
	}
	for i, note := range r.notes {
		r.writeNote(i+1, note.String())
	}
	return Document{Title: r.title.String(), Text: r.String(), Markdown: true, Cuts: r.cuts}, nil
}

// rtf is the state of reading one RTF file.
type rtf struct {
	writer
	in *bufio.Reader
	// page is the document's encoding; fonts are the encodings of its fonts by number, "" for page.
	page  textencoding.Encoding
	fonts map[int]textencoding.Encoding
	// headings holds the level of each paragraph style that is a heading, by number.
	headings map[int]int

	group  rtfGroup   // the innermost one
	groups []rtfGroup // the enclosing groups, the outermost first
	// bytes are pending characters in the font's encoding; high is a pending high surrogate of
	// UTF-16.
	bytes []byte
	high  rune
	// toSkip is the number of fallback bytes to skip after a Unicode character.
	toSkip int

	level                      int // heading level of the paragraph, 0 for none
	inTable, rowOpen, cellOpen bool
	title, styleName           strings.Builder
	notes                      []*strings.Builder
}

// rtfGroup is the formatting state of a group.
type rtfGroup struct {
	to     rtfTarget
	font   int
	skip   int // fallback bytes after each character given in Unicode
	style  int // the paragraph style being defined
	hidden bool
	script scriptKind
	star   bool // the last control was \*: the group may be skipped
	mark   bool // the group is the bullet or number of a list item
}

// rtfTarget is the destination of a group's text.
type rtfTarget uint8

const (
	toBody rtfTarget = iota
	toNothing
	toFonts
	toStyles
	toTitle
	toNote
)

var errRTF = errors.New("the groups of the RTF do not match")

// read reads the file to the end of its outermost group.
func (r *rtf) read(file *source) error {
	for n := 0; ; n++ {
		if n%4096 == 0 && file.ctx.Err() != nil {
			return file.ctx.Err()
		}
		c, err := r.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && !r.some && r.words.Len() == 0 && len(r.bytes) == 0:
			return io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF):
			return r.flush()
		case err != nil:
			return err
		}
		if c == '{' || c == '}' {
			if err := r.flush(); err != nil {
				return err
			}
		}
		switch c {
		case '{':
			if len(r.groups) >= maxRTFDepth {
				return errRTF
			}
			r.groups = append(r.groups, r.group)
			r.group.star, r.toSkip = false, 0
		case '}':
			if r.leave(); len(r.groups) == 0 {
				return nil
			}
		case '\\':
			if err := r.control(); err != nil {
				return err
			}
		case '\r', '\n':
		default:
			if err := r.char(c); err != nil {
				return err
			}
		}
	}
}

// leave closes the innermost group and restores the state of the enclosing one.
func (r *rtf) leave() {
	n := len(r.groups) - 1
	if n < 0 {
		return
	}
	was := r.group
	r.group, r.groups, r.toSkip = r.groups[n], r.groups[:n], 0
	if was.to == toStyles {
		name := strings.TrimSuffix(strings.TrimSpace(r.styleName.String()), ";")
		if level := headingNamed(name); level > 0 && was.style >= 0 && len(r.headings) < maxFonts {
			r.headings[was.style] = level
		}
		r.styleName.Reset()
	}
	r.changeScript(was.script)
}

// changeScript ends the previous superscript or subscript, and starts that of the group.
func (r *rtf) changeScript(was scriptKind) {
	if is := r.group.script; r.group.to == toBody && is != was {
		r.endScripts(0)
		if is != 0 {
			r.beginScript(is)
		}
	}
}

// setScript sets the script of the group; 0 ends it.
func (r *rtf) setScript(kind scriptKind) {
	was := r.group.script
	r.group.script = kind
	r.changeScript(was)
}

// char adds one byte of text.
func (r *rtf) char(c byte) error {
	if r.toSkip > 0 {
		r.toSkip--
		return nil
	}
	r.bytes = append(r.bytes, c)
	if len(r.bytes) >= 16<<10 && c < utf8.RuneSelf {
		return r.flush()
	}
	return nil
}

// flush decodes the pending bytes and emits them.
func (r *rtf) flush() error {
	if len(r.bytes) == 0 {
		return nil
	}
	page := r.page
	if font := r.fonts[r.group.font]; font != "" {
		page = font
	}
	text, err := page.Decode(r.bytes)
	r.bytes = r.bytes[:0]
	if err != nil {
		return err
	}
	return r.emit(text)
}

// unicode adds one UTF-16 code unit.
func (r *rtf) unicode(n int) error {
	c := rune(uint16(n))
	r.toSkip = r.group.skip
	whole := utf16.DecodeRune(r.high, c)
	switch r.high = 0; {
	case whole != utf8.RuneError:
		c = whole
	case utf16.IsSurrogate(c):
		r.high = c
		return nil
	}
	return r.emit(string(c))
}

// emit writes text to the destination of the group.
func (r *rtf) emit(text string) error {
	if r.group.hidden {
		return nil
	}
	switch r.group.to {
	case toBody:
		if r.inTable {
			r.openCell()
		}
		return r.say(text)
	case toNote:
		if n := len(r.notes); n > 0 {
			r.notes[n-1].WriteString(text)
		}
		return r.count(text)
	case toTitle:
		if r.title.Len() < 1000 {
			r.title.WriteString(text)
		}
	case toStyles:
		if r.styleName.Len() < 200 {
			r.styleName.WriteString(text)
		}
	}
	return nil
}

// control parses a control after its backslash.
func (r *rtf) control() error {
	c, err := r.in.ReadByte()
	if err != nil {
		return io.ErrUnexpectedEOF
	}
	switch {
	case c == '\'':
		hex, err := r.in.Peek(2)
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		n, err := strconv.ParseUint(string(hex), 16, 8)
		_, _ = r.in.Discard(2)
		if err != nil {
			return nil
		}
		return r.char(byte(n))
	case c == '*':
		r.group.star = true
		return nil
	case c == '\\' || c == '{' || c == '}':
		return r.char(c)
	case c == '~':
		return r.char(' ')
	case c == '_':
		return r.char('-')
	case c == '\r' || c == '\n':
		return r.word("par", 0, false)
	case c < 'a' || c > 'z':
		return nil // such as \-, an optional hyphen
	}
	_ = r.in.UnreadByte()
	next, _ := r.in.Peek(60)
	m := controlWord.FindSubmatch(next)
	_, _ = r.in.Discard(len(m[0]))
	n, err := strconv.Atoi(string(m[2]))
	return r.word(string(m[1]), n, err == nil)
}

// openCell starts a cell, and its row, unless they are open.
func (r *rtf) openCell() {
	if !r.rowOpen {
		r.beginRow()
	}
	if !r.cellOpen {
		r.beginCell()
	}
	r.rowOpen, r.cellOpen = true, true
}

// endParagraph ends a paragraph in any destination.
func (r *rtf) endParagraph() error {
	switch {
	case r.group.to == toNote:
		return r.emit(" ")
	case r.group.to == toBody && !r.inTable:
		r.paragraph()
	case r.group.to == toBody && r.words.Len() > 0:
		r.newLine()
	}
	return nil
}

// paragraph ends a paragraph outside a table. Only such a paragraph ends the table before it.
func (r *rtf) paragraph() {
	r.endScripts(0)
	words := strings.TrimSpace(r.words.String())
	r.words.Reset()
	if r.table != nil && !r.inTable {
		r.endTable()
	}
	if m := listMark.FindStringSubmatch(words); m != nil && r.level == 0 && r.table == nil {
		number, _ := strconv.Atoi(m[1])
		r.list = place{depth: 1, first: true, ordered: m[1] != "", number: number}
		words = words[len(m[0]):]
	}
	r.put(words)
	r.heading = r.level
	r.end()
	r.heading, r.list = 0, place{}
}

// listMark matches the bullet or the number of a list item.
var listMark = regexp.MustCompile(`^(?:[•·\x{F0B7}◦▪‣]|–  |([1-9]\d{0,2})[.)] )`)
