package documents

import (
	"strconv"
	"strings"
)

// beginNote writes the mark of a footnote, whose text is the rest of the group.
func (r *rtf) beginNote() {
	if r.group.to != toBody || len(r.notes) >= maxNotes {
		return
	}
	r.notes = append(r.notes, &strings.Builder{})
	if r.group.script != 0 {
		r.endScripts(0)
		r.group.script = 0
	}
	r.put(noteMark(len(r.notes)))
	r.group.to = toNote
}

// script turns a script of the group on or off.
func (r *rtf) script(kind scriptKind, on bool) {
	if !on {
		kind = 0
	}
	if r.group.to == toBody && kind != r.group.script {
		r.setScript(r.group.script, kind)
		r.group.script = kind
	}
}

// setScript ends the script was in the text, and begins is; 0 is none.
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

// openRow begins a table, unless the text is in one.
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

// openCell begins a cell, and its row if none is open.
func (r *rtf) openCell() {
	if !r.rowOpen {
		r.beginRow()
		r.rowOpen = true
	}
	r.beginCell()
	r.cellOpen = true
}

// endCell ends a cell, which may be empty.
func (r *rtf) endCell() {
	if !r.cellOpen {
		r.openCell()
	}
	r.end()
	r.cellOpen = false
}

// endParagraph ends a paragraph, wherever it stands.
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

// paragraph ends a paragraph outside a table. Only such a paragraph tells that the table before it
// has ended.
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

// bulleted cuts the bullet off a list item.
func bulleted(text string) (item string, ok bool) {
	for _, sign := range []string{"•", "·", "\uF0B7", "◦", "▪", "‣", "–  "} {
		if after, ok := strings.CutPrefix(text, sign); ok {
			return strings.TrimSpace(after), true
		}
	}
	return "", false
}

// numbered cuts the number off a list item.
func numbered(text string) (number int, item string, ok bool) {
	head, after, ok := strings.Cut(text, " ")
	if !ok || len(head) < 2 || len(head) > 4 || !strings.ContainsAny(head[len(head)-1:], ".)") {
		return 0, "", false
	}
	number, err := strconv.Atoi(head[:len(head)-1])
	return number, strings.TrimSpace(after), err == nil && number > 0
}
