package documents

import (
	"io"
	"strconv"

	"golang.org/x/text/encoding/charmap"
)

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
		return nil // such as \-, an optional hyphen
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

// word obeys a control word. given reports whether the number n came with it.
func (r *rtf) word(name string, n int, given bool) error {
	// \'hh and \uN continue the pending characters; any other word ends them.
	if name != "u" {
		if err := r.flush(); err != nil {
			return err
		}
	}
	on := !given || n != 0
	optional := r.group.star // \* speaks of the word after it
	r.group.star = false
	switch name {
	case "u":
		return r.unicode(n)
	case "bin":
		if _, err := r.in.Discard(max(n, 0)); err != nil {
			return io.ErrUnexpectedEOF
		}
		return nil
	case "par", "sect", "page":
		return r.endParagraph()
	}
	if obey := rtfWords[name]; obey != nil {
		obey(r, n, on)
		return nil
	}
	if obey := rtfBodyWords[name]; obey != nil {
		if r.group.to == toBody {
			obey(r, n)
		}
		return nil
	}
	if text, ok := rtfCharacters[name]; ok {
		return r.emit(text)
	}
	if skippedGroups[name] || optional && !readsOptional(name) {
		r.group.to = toNothing
	}
	return nil
}

// rtfWords are the control words that are obeyed wherever they stand. on is false where their
// number is 0.
var rtfWords = map[string]func(r *rtf, n int, on bool){
	// Characters and their encoding.
	"uc": func(r *rtf, n int, _ bool) { r.group.skip = min(max(n, 0), 100) },
	"ansicpg": func(r *rtf, n int, _ bool) {
		if page := codePage(n); page != nil {
			r.page = page
		}
	},
	"mac": func(r *rtf, _ int, _ bool) { r.page = charmap.Macintosh },
	"pc":  func(r *rtf, _ int, _ bool) { r.page = charmap.CodePage437 },
	"pca": func(r *rtf, _ int, _ bool) { r.page = charmap.CodePage850 },

	// Groups whose text goes elsewhere.
	"fonttbl": func(r *rtf, _ int, _ bool) { r.group.to = toFonts },
	"stylesheet": func(r *rtf, _ int, _ bool) {
		r.group.to, r.group.number = toStyles, -1
		r.styleName.Reset()
	},
	"title": func(r *rtf, _ int, _ bool) {
		if len(r.groups) > 1 {
			r.group.to = toTitle
		}
	},
	"footnote": func(r *rtf, _ int, _ bool) { r.beginNote() },
	"chftn":    func(*rtf, int, bool) {}, // a note's number, which noteMark writes
	"listtext": markGroup, "pntext": markGroup,

	// Fonts and styles.
	"f": func(r *rtf, n int, _ bool) {
		if r.group.font = n; r.group.to == toFonts {
			r.group.number = n
		}
	},
	"fcharset": func(r *rtf, n int, _ bool) {
		if r.group.to == toFonts && len(r.fonts) < maxFonts {
			r.fonts[r.group.number] = fontPage(n)
		}
	},
	"s": func(r *rtf, n int, _ bool) {
		if r.group.to == toStyles {
			r.group.number = n
		} else {
			r.level = r.headings[n]
		}
	},
	"cs": otherStyle, "ds": otherStyle, "ts": otherStyle,

	// The look of characters.
	"v": hide, "deleted": hide,
	"plain": func(r *rtf, _ int, _ bool) {
		r.setScript(r.group.script, 0)
		r.group.script, r.group.hidden = 0, false
	},
	"super":      func(r *rtf, _ int, on bool) { r.script(superscript, on) },
	"sub":        func(r *rtf, _ int, on bool) { r.script(subscript, on) },
	"nosupersub": func(r *rtf, _ int, _ bool) { r.script(0, true) },

	"row": func(r *rtf, _ int, _ bool) {
		r.end()
		r.rowOpen, r.cellOpen, r.inTable = false, false, false
	},
}

func markGroup(r *rtf, _ int, _ bool) { r.group.mark = true }

func hide(r *rtf, _ int, on bool) { r.group.hidden = on }

// otherStyle begins a style that is none of paragraphs.
func otherStyle(r *rtf, _ int, _ bool) {
	if r.group.to == toStyles {
		r.group.number = -2
	}
}

// rtfBodyWords are the control words that only mean something in the text.
var rtfBodyWords = map[string]func(r *rtf, n int){
	"outlinelevel": func(r *rtf, n int) {
		if n < 9 {
			r.level = min(n+1, 6)
		}
	},
	"trowd": func(r *rtf, _ int) { r.openRow() },
	"intbl": func(r *rtf, _ int) { r.openRow() },
	"cell":  func(r *rtf, _ int) { r.endCell() },
	"pard": func(r *rtf, _ int) {
		if !r.group.mark {
			r.level = 0
		}
	},
	"line": func(r *rtf, _ int) { r.newLine() },
}

// unicode takes one unit of UTF-16.
func (r *rtf) unicode(n int) error {
	if len(r.bytes) > 0 {
		if err := r.flush(); err != nil {
			return err
		}
	}
	// A long run is passed on in between, but not between the two halves of a character.
	const some, most, highSurrogates = 16 << 10, 32 << 10, 0xd800 >> 10
	if l := len(r.units); l >= some && (l >= most || r.units[l-1]>>10 != highSurrogates) {
		if err := r.flush(); err != nil {
			return err
		}
	}
	r.units = append(r.units, uint16(n))
	r.toSkip = r.group.skip
	return nil
}

// rtfCharacters are the control words that stand for text.
var rtfCharacters = map[string]string{
	"tab": " ", "emspace": " ", "enspace": " ", "qmspace": " ", "emdash": "—", "endash": "–",
	"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
}

// skippedGroups names the groups whose text is not the document's.
var skippedGroups = map[string]bool{
	"colortbl": true, "pict": true, "object": true, "header": true, "headerl": true,
	"headerr": true, "headerf": true, "footer": true, "footerl": true, "footerr": true,
	"footerf": true, "fldinst": true, "listtable": true, "listoverridetable": true, "revtbl": true,
	"rsidtbl": true, "generator": true, "xmlnstbl": true, "themedata": true,
	"colorschememapping": true, "datastore": true, "latentstyles": true, "annotation": true,
	"atnid": true, "atnauthor": true, "shppict": true, "nonshppict": true, "pgptbl": true,
	"filetbl": true, "bkmkstart": true, "bkmkend": true, "ftnsep": true, "ftnsepc": true,
	"ftncn": true, "aftnsep": true, "xe": true, "tc": true, "mmathPr": true, "author": true,
	"operator": true, "company": true, "creatim": true, "revtim": true, "printim": true,
	"subject": true, "keywords": true, "comment": true, "doccomm": true, "category": true,
	"manager": true, "hlinkbase": true, "info": true, "falt": true, "panose": true,
}

// readsOptional reports whether a group is read though its \* says that it may be skipped.
func readsOptional(name string) bool {
	return name == "shptxt" || name == "shpinst" || name == "txfieldtext"
}
