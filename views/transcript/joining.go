package transcript

import (
	"cmp"
	"strings"
	"time"
)

// split splits the line at the caret. A caret in a translation splits nothing.
func (w *writer) split() {
	if !w.on() || w.table.written.other {
		return
	}
	w.erase()
	text, place := w.text(), w.caret.At
	left, right := strings.TrimRight(text[:place], " \n"), strings.TrimLeft(text[place:], " \n")
	if w.waiting || left == "" || right == "" || strings.TrimSpace(left) == "" {
		return
	}
	w.tell(false)
	i := w.table.written.row
	r := w.table.rows[i]
	at := w.timeAt(i, place)
	w.o.Editor.Edit(Edit{Kind: Split, ID: r.ID, Line: i, At: len(oneLine(text[:place])), Time: at})
	second := &lineRow{Line: Line{Start: at, End: r.End, Text: right, Speaker: r.Speaker}}
	r.Text, r.End = left, at
	w.table.insert(i+1, second)
	w.onShift(i+1, 1)
	w.onText()
	w.put(cell{row: i + 1}, 0)
}

// timeAt estimates the time of an offset in line i from the share of characters before it.
func (w *writer) timeAt(i, at int) time.Duration {
	r := w.table.rows[i]
	if !w.table.timed || len(r.Text) == 0 {
		return 0
	}
	all, before := len([]rune(r.Text)), len([]rune(r.Text[:at]))
	return r.Start + time.Duration(float64(w.table.until(i)-r.Start)*float64(before)/float64(all))
}

// join joins line i with the next line, and moves the caret between them.
func (w *writer) join(i int) {
	c, rows := w.table.written, w.table.rows
	if w.waiting || c.row < 0 || c.other || i < 0 || i+1 >= len(rows) {
		return
	}
	// Remove a line without words instead of joining it.
	if strings.TrimSpace(rows[c.row].Text) == "" {
		w.changed = true
		end := len(rows[i].Text)
		if c.row == i { // the next line becomes line i
			end = 0
		}
		w.tell(true)
		w.put(cell{row: i}, end)
		return
	}
	w.tell(false)
	first, second := rows[i], rows[i+1]
	w.o.Editor.Edit(Edit{Kind: Join, ID: first.ID, Line: i})
	left, right := strings.TrimRight(first.Text, " \n"), strings.TrimLeft(second.Text, " \n")
	first.Text = left + " " + right
	first.End = max(first.End, second.End)
	first.Speaker = cmp.Or(first.Speaker, second.Speaker)
	if first.Translation != "" && second.Translation != "" {
		first.Translation += " "
	}
	first.Translation += second.Translation
	w.table.remove(i + 1)
	w.onShift(i+1, -1)
	at := len(left)
	if c.row == i+1 {
		at++
	}
	w.onText()
	w.put(cell{row: i}, at)
}
