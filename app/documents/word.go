package documents

import (
	"strconv"
	"strings"
)

// readWord reads Office Open XML text (ECMA-376, part 1). The texts of diagrams and then the notes
// follow the body. It skips comments, headers, footers and tracked deletions.
func readWord(file *source, p *parts, main string) (Document, error) {
	ctx := file.ctx
	w := word{
		writer:     file.options.writer(),
		styles:     readStyles(ctx, p, beside(main, "styles.xml")),
		numberings: readNumberings(ctx, p, beside(main, "numbering.xml")),
	}
	if err := p.walk(ctx, main, elements{start: w.start, end: w.finish, text: w.text}); err != nil {
		return Document{}, err
	}
	w.end()
	if err := readDrawn(ctx, p, &w.writer, main, "/diagramData"); err != nil {
		return Document{}, err
	}
	if err := w.readNotes(ctx, p, main); err != nil {
		return Document{}, err
	}
	title := readProperty(ctx, p, "docProps/core.xml", "title")
	return Document{Title: title, Text: w.String(), Markdown: true, Cuts: w.cuts}, nil
}

// word is the state of reading one Word document.
type word struct {
	writer
	styles     map[string]style
	numberings numberings
	// numbers holds the number of the last item of each list and level.
	numbers map[listPlace]int

	// skipped is the depth inside an element that is skipped, 0 outside.
	skipped int
	// inRun reports that the reader is inside a run, inText inside its text, hidden that the run is
	// not shown.
	inRun, inText, hidden bool
	// para is the current paragraph; around are the enclosing ones, because a text box can be
	// inside a paragraph.
	para   wordParagraph
	around []wordParagraph
	// formula is the formula being read, nil outside.
	formula *formula
	// notes are the notes referenced so far; inNotes reports that the notes part is being read.
	notes   []noteRef
	inNotes bool
}

// start handles the start of an element.
func (w *word) start(e element) {
	if w.skipped > 0 {
		w.skipped++
		return
	}
	switch e.name {
	case "del", "moveFrom", "Fallback", "instrText", "delText", "footnotePr", "sectPr", "rubyPr", "rt",
		"object":
		// Fallback repeats a text box for old programs, rt (furigana) repeats the word below it.
		w.skipped = 1
		return
	}
	if w.formula != nil || e.name == "oMath" {
		w.startFormula(e)
		return
	}
	value := attribute(e, "val")
	switch e.name {
	case "vertAlign":
		if w.inRun {
			switch value {
			case "superscript":
				w.beginScript(superscript)
			case "subscript":
				w.beginScript(subscript)
			}
		}
	case "footnoteReference", "endnoteReference":
		if !w.inNotes && len(w.notes) < maxNotes {
			w.endScripts(0)
			kind := strings.TrimSuffix(e.name, "Reference")
			w.notes = append(w.notes, noteRef{kind, attribute(e, "id")})
			w.put(noteMark(len(w.notes)))
		}
	case "txbxContent":
		if !w.inNotes {
			if strings.TrimSpace(w.words.String()) != "" {
				w.paragraph()
			}
			w.around = append(w.around, w.para)
		}
	case "p":
		if w.inNotes {
			w.put(" ")
		} else if ofText(e.space) {
			w.end() // a paragraph in a text box is nested in another
			w.para.style, w.para.heading, w.para.listed, w.para.list = "", 0, false, listPlace{}
		}
	case "pStyle":
		w.para.style = value
	case "outlineLvl":
		w.para.heading = outline(value)
	case "numId":
		w.para.list.list, w.para.listed = value, true
	case "ilvl":
		w.para.list.level, _ = strconv.Atoi(value)
	case "r":
		w.inRun, w.hidden = true, false
	case "vanish":
		if w.inRun {
			w.hidden = value != "0" && value != "false" && value != "off"
		}
	case "t":
		w.inText = true
	case "tab", "ptab":
		if w.inRun {
			w.put(" ")
		}
	case "br", "cr":
		if attribute(e, "type") == "" {
			w.newLine()
		} else {
			w.put(" ")
		}
	case "noBreakHyphen":
		w.put("-")
	case "tbl":
		w.beginTable()
	case "tr":
		w.beginRow()
	case "tc":
		w.beginCell()
	case "gridSpan":
		if n, err := strconv.Atoi(value); err == nil {
			w.mergeCells(n, 1)
		}
	}
}

// finish handles the end of an element.
func (w *word) finish(e element) {
	if w.skipped > 0 {
		w.skipped--
		return
	}
	if w.formula != nil {
		w.finishFormula()
		return
	}
	switch e.name {
	case "t":
		w.inText = false
	case "r":
		w.inRun, w.hidden = false, false
		w.endScripts(0)
	case "p":
		if ofText(e.space) && !w.inNotes {
			w.paragraph()
		}
	case "txbxContent":
		if n := len(w.around); n > 0 && !w.inNotes {
			w.end()
			w.para, w.around = w.around[n-1], w.around[:n-1]
			w.inRun, w.hidden = true, false
		}
	case "tbl":
		w.endTable()
	}
}

// text handles the characters of an element.
func (w *word) text(s string) error {
	if w.formula != nil && w.skipped == 0 {
		w.formula.say(s)
		return w.count(s)
	}
	if !w.inText || w.hidden || w.skipped > 0 {
		return nil
	}
	return w.say(s)
}

// ofText reports whether a namespace is for text, not for drawings. Strict files use another one.
func ofText(space string) bool {
	return strings.Contains(space, "wordprocessingml")
}
