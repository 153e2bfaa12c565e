package documents

import (
	"io"
	"regexp"
	"strings"
)

// controlWord matches a control word, its number, and the space that ends it.
var controlWord = regexp.MustCompile(`^([a-zA-Z]{1,40})(-?\d{1,11})? ?`)

// word interprets a control word. given reports whether it has a number n.
func (r *rtf) word(name string, n int, given bool) error {
	if err := r.flush(); err != nil {
		return err
	}
	optional := r.group.star // \* applies to the word that follows it
	r.group.star = false
	switch name {
	case "u":
		return r.unicode(n)
	case "uc":
		r.group.skip = min(max(n, 0), 100)
	case "bin":
		if _, err := r.in.Discard(max(n, 0)); err != nil {
			return io.ErrUnexpectedEOF
		}
	case "ansicpg":
		if page := codePage(n); page != "" {
			r.page = page
		}
	case "mac":
		r.page = codePage(10000)
	case "pc", "pca":
		r.page = codePage(850)
	case "f":
		r.group.font = n
	case "s":
		if r.group.style = n; r.group.to != toStyles {
			r.level = r.headings[n]
		}
	case "fcharset":
		if r.group.to == toFonts && len(r.fonts) < maxFonts {
			r.fonts[r.group.font] = codePage(charsets[n])
		}
	case "v", "deleted":
		r.group.hidden = !given || n != 0
	case "plain":
		r.setScript(0)
		r.group.hidden = false
	case "super", "sub", "nosupersub":
		kind := map[string]scriptKind{"super": superscript, "sub": subscript}[name]
		if given && n == 0 {
			kind = 0
		}
		r.setScript(kind)
	case "tab", "emspace", "enspace", "qmspace":
		return r.emit(" ")
	case "par", "sect", "page":
		return r.endParagraph()
	default:
		if text, ok := rtfCharacters[name]; ok {
			return r.emit(text)
		}
		if !r.beginTarget(name) && !r.layout(name, n) && (optional || skippedGroups[name]) {
			r.group.to = toNothing
		}
	}
	return nil
}

// beginTarget interprets the words that set the destination of a group's text.
func (r *rtf) beginTarget(name string) bool {
	switch name {
	case "fonttbl":
		r.group.to = toFonts
	case "stylesheet":
		r.group.to, r.group.style = toStyles, -1
		r.styleName.Reset()
	case "cs", "ds", "ts": // not a paragraph style
		r.group.style = -1
	case "title":
		r.group.to = toTitle
	case "listtext", "pntext":
		r.group.mark = true
	case "chftn", "shptxt", "shpinst": // note numbers and text boxes: no new destination
	case "footnote":
		if r.group.to == toBody && len(r.notes) < maxNotes {
			r.setScript(0)
			r.notes = append(r.notes, &strings.Builder{})
			r.put(noteMark(len(r.notes)))
			r.group.to = toNote
		}
	default:
		return false
	}
	return true
}

// layout interprets the words for paragraphs and tables.
func (r *rtf) layout(name string, n int) bool {
	body := r.group.to == toBody
	switch name {
	case "outlinelevel":
		if body && n < 9 {
			r.level = min(n+1, 6)
		}
	case "pard":
		if body && !r.group.mark {
			r.level = 0
		}
	case "line":
		if body {
			r.newLine()
		}
	case "trowd", "intbl":
		if body && !r.inTable {
			if r.words.Len() > 0 {
				r.paragraph()
			}
			if r.table == nil {
				r.beginTable()
			}
			r.inTable = true
		}
	case "cell":
		if body {
			r.openCell()
			r.end()
			r.cellOpen = false
		}
	case "row":
		r.end()
		r.rowOpen, r.cellOpen, r.inTable = false, false, false
	default:
		return false
	}
	return true
}

// rtfCharacters maps control words to the text they stand for.
var rtfCharacters = map[string]string{
	"emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
	"rdblquote": "”", "bullet": "•",
}

// skippedGroups are the groups whose text is not part of the document. Unknown groups that begin
// with \* are skipped as well.
var skippedGroups = map[string]bool{
	"colortbl": true, "pict": true, "object": true, "header": true, "headerl": true,
	"headerr": true, "headerf": true, "footer": true, "footerl": true, "footerr": true,
	"footerf": true, "fldinst": true, "nonshppict": true, "info": true, "xe": true, "tc": true,
	"ftnsep": true, "ftnsepc": true, "ftncn": true, "listtable": true, "listoverridetable": true,
	"filetbl": true, "revtbl": true,
}
