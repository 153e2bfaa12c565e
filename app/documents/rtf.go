package documents

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const (
	// deepestRTF is how many groups may lie in each other.
	deepestRTF = 400
	// maxFonts is how many fonts and styles are looked at.
	maxFonts = 10_000
)

// readRTF reads Rich Text Format 1.9: paragraphs, headings by style or outline, lists as they are numbered in the text, tables and notes. Pictures,
// objects, headers and fields' instructions are not read.
func readRTF(file *source, size int64) (Document, error) {
	r := &rtf{
		writer: writer{most: file.options.most()}, in: bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 32<<10),
		page: charmap.Windows1252, fonts: map[int]encoding.Encoding{}, headings: map[int]int{},
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
	return Document{Title: r.title.String(), Text: r.String(), Markdown: true}, nil
}

// rtf is a file of RTF that is being read.
type rtf struct {
	writer
	in *bufio.Reader
	// page is the encoding of the document, fonts those of its fonts, headings the level of each style that is one.
	page     encoding.Encoding
	fonts    map[int]encoding.Encoding
	headings map[int]int

	group  rtfGroup
	groups []rtfGroup
	// bytes are characters whose encoding is that of the font, units those of UTF-16.
	bytes []byte
	units []uint16
	// toSkip is how many characters stand for one that was given in Unicode.
	toSkip int

	level     int // of the paragraph's heading
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
	skip   int // characters after one in Unicode
	hidden bool
	script scriptKind
	number int // of the font or the style that is described
	star   bool
	mark   bool // it is the number or sign of an item, as it is seen
}

// rtfTarget is where the characters of a group go.
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
			if len(r.groups) >= deepestRTF {
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

// leave ends a group.
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

func (r *rtf) setScript(was, is scriptKind) {
	if r.group.to != toBody {
		return
	}
	if was != 0 {
		r.endScript(was)
	}
	if is != 0 {
		r.beginScript(is)
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

// flush decodes the characters so far and puts them where they belong.
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

// emit puts text where the group's text goes.
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

// control reads what begins with a backslash.
func (r *rtf) control() error {
	c, err := r.in.ReadByte()
	if err != nil {
		return io.ErrUnexpectedEOF
	}
	switch {
	case c == '\'':
		var hex [2]byte
		if _, err := io.ReadFull(r.in, hex[:]); err != nil {
			return io.ErrUnexpectedEOF
		}
		n, err := strconv.ParseUint(string(hex[:]), 16, 8)
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
		return nil // a hyphen that may stand here, and the like
	}
	name := []byte{c}
	for {
		c, err = r.in.ReadByte()
		if err != nil || (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') || len(name) > 40 {
			break
		}
		name = append(name, c)
	}
	var digits []byte
	for err == nil && (c >= '0' && c <= '9' || c == '-' && len(digits) == 0) && len(digits) < 12 {
		digits = append(digits, c)
		c, err = r.in.ReadByte()
	}
	if err == nil && c != ' ' {
		_ = r.in.UnreadByte()
	}
	n, atoi := strconv.Atoi(string(digits))
	return r.word(string(name), n, atoi == nil)
}

// nowhere are the groups nobody reads.
var nowhere = map[string]bool{
	"colortbl": true, "pict": true, "object": true, "header": true, "headerl": true, "headerr": true, "headerf": true, "footer": true, "footerl": true,
	"footerr": true, "footerf": true, "fldinst": true, "listtable": true, "listoverridetable": true, "revtbl": true, "rsidtbl": true, "generator": true,
	"xmlnstbl": true, "themedata": true, "colorschememapping": true, "datastore": true, "latentstyles": true, "annotation": true, "atnid": true,
	"atnauthor": true, "shppict": true, "nonshppict": true, "pgptbl": true, "filetbl": true, "bkmkstart": true, "bkmkend": true, "ftnsep": true,
	"ftnsepc": true, "ftncn": true, "aftnsep": true, "xe": true, "tc": true, "mmathPr": true, "author": true, "operator": true, "company": true,
	"creatim": true, "revtim": true, "printim": true, "subject": true, "keywords": true, "comment": true, "doccomm": true, "category": true, "manager": true,
	"hlinkbase": true, "info": true, "falt": true, "panose": true,
}

// word does what a control word says.
func (r *rtf) word(name string, n int, given bool) error {
	// \'hh and \uN stand one beside the other; everything else ends them.
	if name != "u" {
		if err := r.flush(); err != nil {
			return err
		}
	}
	on := !given || n != 0
	optional := r.group.star // which is said of the first word of a group
	r.group.star = false
	switch name {
	case "u":
		if len(r.bytes) > 0 {
			if err := r.flush(); err != nil {
				return err
			}
		}
		if r.toSkip = 0; len(r.units) < 16<<10 {
			r.units = append(r.units, uint16(n))
		}
		r.toSkip = r.group.skip
		return nil
	case "uc":
		r.group.skip = min(max(n, 0), 100)
	case "bin":
		_, err := r.in.Discard(max(n, 0))
		if err != nil {
			return io.ErrUnexpectedEOF
		}
	case "ansicpg":
		if page := codePage(n); page != nil {
			r.page = page
		}
	case "mac":
		r.page = charmap.Macintosh
	case "pc":
		r.page = charmap.CodePage437
	case "pca":
		r.page = charmap.CodePage850
	case "fonttbl":
		r.group.to = toFonts
	case "stylesheet":
		r.group.to, r.group.number = toStyles, -1
		r.styleName.Reset()
	case "info":
		r.group.to = toNothing
	case "title":
		if len(r.groups) > 1 {
			r.group.to = toTitle
		}
	case "footnote":
		if r.group.to == toBody && len(r.notes) < maxNotes {
			r.notes = append(r.notes, &strings.Builder{})
			script := r.group.script
			if script != 0 {
				r.endScripts(0)
				r.group.script = 0
			}
			r.put(noteMark(len(r.notes)))
			r.group.to = toNote
		}
	case "chftn": // its number
	case "f":
		if r.group.font = n; r.group.to == toFonts {
			r.group.number = n
		}
	case "fcharset":
		if r.group.to == toFonts && len(r.fonts) < maxFonts {
			r.fonts[r.group.number] = fontPage(n)
		}
	case "s":
		if r.group.to == toStyles {
			r.group.number = n
		} else {
			r.level = r.headings[n]
		}
	case "cs", "ds", "ts":
		if r.group.to == toStyles {
			r.group.number = -2
		}
	case "outlinelevel":
		if r.group.to == toBody && n < 9 {
			r.level = min(n+1, 6)
		}
	case "v":
		r.group.hidden = on
	case "deleted":
		r.group.hidden = on
	case "plain":
		r.setScript(r.group.script, 0)
		r.group.script, r.group.hidden = 0, false
	case "super":
		r.script(superscript, on)
	case "sub":
		r.script(subscript, on)
	case "nosupersub":
		r.script(0, true)
	case "trowd":
		if r.group.to == toBody {
			r.openRow()
		}
	case "intbl":
		if r.group.to == toBody && !r.inTable {
			r.openRow()
		}
	case "pard":
		if r.group.to == toBody && !r.group.mark {
			r.level = 0
		}
	case "cell":
		if r.group.to == toBody {
			if !r.cellOpen {
				r.openCell()
			}
			r.end()
			r.cellOpen = false
		}
	case "row":
		r.end()
		r.rowOpen, r.cellOpen, r.inTable = false, false, false
	case "par", "sect", "page":
		return r.endParagraph()
	case "line":
		if r.group.to == toBody {
			r.newLine()
		}
	case "tab":
		return r.emit(" ")
	case "emdash":
		return r.emit("—")
	case "endash":
		return r.emit("–")
	case "lquote":
		return r.emit("‘")
	case "rquote":
		return r.emit("’")
	case "ldblquote":
		return r.emit("“")
	case "rdblquote":
		return r.emit("”")
	case "bullet":
		return r.emit("•")
	case "emspace", "enspace", "qmspace":
		return r.emit(" ")
	case "listtext", "pntext":
		r.group.mark = true
	default:
		if nowhere[name] || optional && !known(name) {
			r.group.to = toNothing
		}
	}
	return nil
}

// known reports whether a group that may be passed over is read.
func known(name string) bool { return name == "shptxt" || name == "shpinst" || name == "txfieldtext" }

func (r *rtf) script(kind scriptKind, on bool) {
	if !on {
		kind = 0
	}
	if r.group.to == toBody && kind != r.group.script {
		r.setScript(r.group.script, kind)
		r.group.script = kind
	}
}

func (r *rtf) openRow() {
	if r.inTable {
		return
	}
	if r.words.Len() > 0 {
		r.paragraph()
	}
	if r.table == nil {
		r.beginTable()
	}
	r.inTable = true
}

func (r *rtf) openCell() {
	if !r.rowOpen {
		r.beginRow()
		r.rowOpen = true
	}
	r.beginCell()
	r.cellOpen = true
}

func (r *rtf) endParagraph() error {
	switch r.group.to {
	case toNote:
		return r.emit(" ")
	case toBody:
		if r.inTable {
			if r.words.Len() > 0 {
				r.newLine()
			}
			return nil
		}
		r.paragraph()
	}
	return nil
}

// paragraph ends a paragraph outside a table.
func (r *rtf) paragraph() {
	if !r.inTable && r.table != nil {
		words := r.words.String()
		r.words.Reset()
		r.endTable()
		r.put(words)
	}
	r.heading = r.level
	if text := strings.TrimSpace(r.words.String()); r.heading == 0 && r.table == nil {
		if item, ok := bulleted(text); ok {
			r.words.Reset()
			r.words.WriteString(item)
			r.list = place{depth: 1, first: true}
		} else if number, item, ok := numbered(text); ok {
			r.words.Reset()
			r.words.WriteString(item)
			r.list = place{depth: 1, first: true, ordered: true, number: number}
		}
	}
	r.end()
	r.heading, r.list = 0, place{}
}

// bulleted takes the sign off an item.
func bulleted(text string) (item string, ok bool) {
	for _, sign := range []string{"•", "·", "\uF0B7", "◦", "▪", "‣", "–  "} {
		if after, ok := strings.CutPrefix(text, sign); ok {
			return strings.TrimSpace(after), true
		}
	}
	return "", false
}

// numbered takes the number off an item.
func numbered(text string) (number int, item string, ok bool) {
	head, after, ok := strings.Cut(text, " ")
	if !ok || len(head) < 2 || len(head) > 4 || !strings.ContainsAny(head[len(head)-1:], ".)") {
		return 0, "", false
	}
	number, err := strconv.Atoi(head[:len(head)-1])
	return number, strings.TrimSpace(after), err == nil && number > 0
}

// codePage is the encoding with that number on Windows; nil for one that is not known.
func codePage(n int) encoding.Encoding {
	switch n {
	case 437:
		return charmap.CodePage437
	case 850:
		return charmap.CodePage850
	case 852:
		return charmap.CodePage852
	case 866:
		return charmap.CodePage866
	case 874:
		return charmap.Windows874
	case 932:
		return japanese.ShiftJIS
	case 936:
		return simplifiedchinese.GB18030
	case 949:
		return korean.EUCKR
	case 950:
		return traditionalchinese.Big5
	case 10000:
		return charmap.Macintosh
	}
	if n >= 1250 && n <= 1258 {
		return []encoding.Encoding{
			charmap.Windows1250, charmap.Windows1251, charmap.Windows1252, charmap.Windows1253, charmap.Windows1254, charmap.Windows1255,
			charmap.Windows1256, charmap.Windows1257, charmap.Windows1258,
		}[n-1250]
	}
	return nil
}

// fontPage is the encoding of a font by the number of its character set; nil is that of the document.
func fontPage(n int) encoding.Encoding {
	pages := map[int]int{77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 437}
	return codePage(pages[n])
}
