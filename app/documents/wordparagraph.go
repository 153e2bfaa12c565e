package documents

import (
	"strings"
)

// wordParagraph holds the properties of a paragraph, without its text.
type wordParagraph struct {
	style   string
	heading int // by its outline level; 0 for none
	list    listPlace
	listed  bool // list is set
}

// paragraph ends a paragraph as a heading, a list item or plain text.
func (w *word) paragraph() {
	s := w.resolve(w.para.style)
	w.heading, w.writer.list = max(s.heading, w.para.heading), place{}
	l := w.para.list
	if !w.para.listed && s.list != nil {
		l, w.para.listed = *s.list, true
	}
	// List number 0 means that the paragraph is in no list, although its style is.
	if w.heading == 0 && w.para.listed && l.list != "0" && l.list != "" &&
		strings.TrimSpace(w.words.String()) != "" {
		l.level = min(max(l.level, 0), deepest)
		if w.numbers == nil {
			w.numbers = map[listPlace]int{}
		}
		if len(w.numbers) > 10_000 {
			clear(w.numbers)
		}
		mark := w.numberings.of(l)
		w.writer.list = place{depth: l.level + 1, ordered: !mark.bullet, letters: mark.letters}
		if mark.blank {
			w.endParagraph()
			return
		}
		if _, begun := w.numbers[l]; !begun {
			w.numbers[l] = max(mark.start, 0) - 1
		}
		w.numbers[l]++
		for deeper := l.level + 1; deeper <= deepest; deeper++ {
			delete(w.numbers, listPlace{l.list, deeper})
		}
		w.writer.list.number, w.writer.list.first = w.numbers[l], true
	}
	w.endParagraph()
}

// endParagraph writes the paragraph and resets its properties.
func (w *word) endParagraph() {
	w.end()
	w.heading, w.writer.list = 0, place{}
	w.para.style, w.para.heading, w.para.listed = "", 0, false
}
