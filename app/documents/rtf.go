package documents

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

const (
	// maxRTFDepth bounds how deeply groups nest.
	maxRTFDepth = 400
	// maxFonts bounds how many fonts, and how many heading styles, are remembered.
	maxFonts = 10_000
)

// readRTF reads Rich Text Format 1.9: paragraphs, headings (by style or outline level), lists (by
// the bullet or number in their text), tables and footnotes. It skips pictures, objects, headers,
// footers and the instructions of fields.
func readRTF(file *source, size int64) (Document, error) {
	r := &rtf{
		writer: file.options.writer(),
		in:     bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 32<<10),
		page:   charmap.Windows1252, fonts: map[int]encoding.Encoding{}, headings: map[int]int{},
	}
	err := r.read(file)
	if err != nil {
		return Document{}, err
	}
	r.flush()
	r.paragraph()
	for r.table != nil {
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
	// page is the document's encoding, fonts those of its fonts by number; nil stands for page.
	page  encoding.Encoding
	fonts map[int]encoding.Encoding
	// headings holds the level of each paragraph style that is a heading, by number.
	headings map[int]int

	group  rtfGroup   // the innermost one
	groups []rtfGroup // those around it, the outermost first
	// bytes and units are pending characters, in the font's encoding or in UTF-16. One is always
	// empty.
	bytes []byte
	units []uint16
	// toSkip is how many of the next bytes are the fallback of a character given in Unicode.
	toSkip int

	level     int // of the paragraph's heading; 0 for none
	inTable   bool
	rowOpen   bool
	cellOpen  bool
	title     strings.Builder
	styleName strings.Builder
	notes     []*strings.Builder
}

// rtfGroup is what holds until the end of a group.
type rtfGroup struct {
	to     rtfTarget
	font   int
	skip   int // fallback bytes after each character given in Unicode
	hidden bool
	script scriptKind
	number int  // of the font or style being defined
	star   bool // the last control was \*: the group may be skipped
	mark   bool // the group is the bullet or number of a list item
}

// rtfTarget is where the text of a group goes.
type rtfTarget uint8

const (
	toBody rtfTarget = iota
	toNothing
	toFonts
	toStyles
	toTitle
	toNote
)

var errRTF = errors.New("the groups of the RTF do not fit each other")

// read reads the file to the end of its outermost group.
func (r *rtf) read(file *source) error {
	r.group.skip = 1
	for n := 0; ; n++ {
		if n%4096 == 0 && file.ctx.Err() != nil {
			return file.ctx.Err()
		}
		c, err := r.in.ReadByte()
		if errors.Is(err, io.EOF) {
			if len(r.groups) > 0 && !r.some && r.words.Len() == 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch c {
		case '{':
			r.flush()
			if len(r.groups) >= maxRTFDepth {
				return errRTF
			}
			r.groups = append(r.groups, r.group)
			r.group.star = false
			r.toSkip = 0
		case '}':
			r.flush()
			r.toSkip = 0
			if len(r.groups) == 0 {
				return errRTF
			}
			r.leave()
			if len(r.groups) == 0 {
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

// leave ends the innermost group. The group around it holds again.
func (r *rtf) leave() {
	was := r.group
	n := len(r.groups) - 1
	r.group, r.groups = r.groups[n], r.groups[:n]
	if was.to == toStyles && r.group.to == toStyles && was.number != r.group.number {
		name := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(r.styleName.String()), ";"))
		if level := headingNamed(name); level > 0 && len(r.headings) < maxFonts {
			r.headings[was.number] = level
		}
		r.styleName.Reset()
	}
	if was.script != r.group.script {
		r.setScript(was.script, r.group.script)
	}
}

// char takes one byte of text.
func (r *rtf) char(c byte) error {
	if r.toSkip > 0 {
		r.toSkip--
		return nil
	}
	if len(r.units) > 0 {
		r.flush()
	}
	r.bytes = append(r.bytes, c)
	if len(r.bytes) >= 16<<10 && c < 0x80 {
		return r.flush()
	}
	return nil
}

// flush decodes the pending characters and emits them.
func (r *rtf) flush() error {
	text := ""
	switch {
	case len(r.bytes) > 0:
		page := r.page
		if font, ok := r.fonts[r.group.font]; ok && font != nil {
			page = font
		}
		decoded, err := page.NewDecoder().Bytes(r.bytes)
		if err == nil {
			text = string(decoded)
		}
		r.bytes = r.bytes[:0]
	case len(r.units) > 0:
		text = string(utf16.Decode(r.units))
		r.units = r.units[:0]
	default:
		return nil
	}
	return r.emit(text)
}

// emit puts text where the text of the group goes.
func (r *rtf) emit(text string) error {
	if r.group.hidden {
		return nil
	}
	switch r.group.to {
	case toBody:
		if r.inTable && !r.cellOpen {
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
