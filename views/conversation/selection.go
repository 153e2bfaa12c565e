package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
	"parlando/views/conversation/rows"
	"parlando/views/textview"
)

// point is a position in the text of the conversation: byte at of a text of a row of an item.
type point struct{ item, row, text, at int }

func (p point) before(q point) bool {
	switch {
	case p.item != q.item:
		return p.item < q.item
	case p.row != q.row:
		return p.row < q.row
	case p.text != q.text:
		return p.text < q.text
	}
	return p.at < q.at
}

func (p point) sameText(q point) bool { return p.item == q.item && p.row == q.row && p.text == q.text }

// selection is the user's selection, from the start to the end of the drag.
type selection struct {
	from, to point
	on       bool
}

// ends returns the start and the end in reading order.
func (s selection) ends() (point, point) {
	if s.to.before(s.from) {
		return s.to, s.from
	}
	return s.from, s.to
}

// holds reports whether a row of an item overlaps the selection.
func (s selection) holds(item, row int) bool {
	from, to := s.ends()
	p := point{item: item, row: row}
	return !p.before(point{item: from.item, row: from.row}) && !(point{item: to.item, row: to.row}).before(p)
}

// selector manages the selection and the highlights, and maps positions to text.
type selector struct {
	column   *column
	viewport *viewport
	selection
	found matchMarks
}

// clear clears the selection.
func (v *selector) clear() { v.selection = selection{} }

// set changes the selection and repaints it.
func (v *selector) set(s selection) {
	v.selection = s
	v.shade()
}

// pointAtText returns the text position nearest to a position in the view.
func (v *selector) pointAtText(pos fyne.Position) (point, bool) {
	x, _ := v.column.edges()
	var best *shownRow
	for i := range v.viewport.shown {
		w := &v.viewport.shown[i]
		if !selectable(w.node.row) {
			continue
		}
		if best == nil || w.y <= pos.Y {
			best = w
		}
	}
	if best == nil {
		return point{}, false
	}
	zoom := v.column.zoom
	t, at := v.column.textAt(best.node.row, (pos.X-x)/zoom, (pos.Y-best.y)/zoom)
	return point{best.item, best.row, t, at}, true
}

func selectable(r *rows.Row) bool {
	r.LayOut()
	for i := range r.Texts {
		if !r.Texts[i].Chrome {
			return true
		}
	}
	return false
}

// textAt returns the index of a row's text nearest to a position, and the byte offset in the text.
func (v *column) textAt(r *rows.Row, x, y float32) (text, at int) {
	best := float32(-1)
	for i, t := range r.Texts {
		if t.Chrome || t.NotDrawn {
			continue
		}
		left := t.X
		if t.ScrollsSideways && r.Viewport != nil {
			left -= r.Viewport.Scroll.X
		}
		far := float32(0)
		if y < t.LineTop {
			far = (t.LineTop - y) * 1000
		} else if y >= t.LineTop+t.LineHeight {
			far = (y - t.LineTop - t.LineHeight + 1) * 1000
		}
		if x < left {
			far += left - x
		} else if x > left+t.W {
			far += x - left - t.W
		}
		if best < 0 || far < best {
			best, text = far, i
			at = v.context.Ruler.Offset(t.Text, t.Style, x-left)
		}
	}
	return text, at
}

// shade draws the selection and the highlights behind the text of the visible rows.
func (v *selector) shade() {
	for _, w := range v.viewport.shown {
		var plain, wide []rows.Box
		for i, t := range w.node.row.Texts {
			if t.Chrome || t.NotDrawn {
				continue
			}
			add := func(left, right int, color, line fyne.ThemeColorName, stroke float32) {
				if b, ok := v.column.markBox(t, left, right, color, line, stroke); ok {
					if t.ScrollsSideways {
						wide = append(wide, b)
					} else {
						plain = append(plain, b)
					}
				}
			}
			v.marks(w.item, t, add)
			if left, right, ok := v.within(point{item: w.item, row: w.row, text: i}, t.Text); ok && v.on {
				add(left, right, fynetheme.ColorNameSelection, "", 0)
			}
		}
		v.viewport.shadeLayer(w.node.plain.shades, plain)
		if w.node.row.Viewport != nil {
			v.viewport.shadeLayer(w.node.wide.shades, wide)
		}
	}
}

// within returns the selected byte range of the text at here; ok is false if none is selected.
func (s selection) within(here point, text string) (left, right int, ok bool) {
	from, to := s.ends()
	end := here
	end.at = len(text)
	if end.before(from) || to.before(here) {
		return 0, 0, false
	}
	right = len(text)
	if from.sameText(here) {
		left = runeEdge(text, from.at)
	}
	if to.sameText(here) {
		right = runeEdge(text, to.at)
	}
	return left, max(left, right), true
}

// markBox is like shadeBox, with a border in the color line, "" for none.
func (v *column) markBox(t rows.Text, left, right int, color, line fyne.ThemeColorName, stroke float32) (rows.Box, bool) {
	b, ok := v.shadeBox(t, left, right, color)
	if b.Border, b.Stroke = line, stroke; line != "" {
		b.X, b.W, b.Top, b.Bottom = b.X-1, b.W+2, 3, 3
	}
	return b, ok
}

// shadeBox returns the shade behind the bytes [left, right) of a text; false if that is empty.
func (v *column) shadeBox(t rows.Text, left, right int, color fyne.ThemeColorName) (rows.Box, bool) {
	left, right = runeEdge(t.Text, left), runeEdge(t.Text, right)
	if t.Source != "" && left < right {
		left, right = 0, len(t.Text)
	}
	if left >= right {
		return rows.Box{}, false
	}
	x := v.context.Ruler.MeasureOnce(t.Text[:left], t.Style)
	w := t.W - x
	if right < len(t.Text) {
		w = v.context.Ruler.MeasureOnce(t.Text[:right], t.Style) - x
	}
	if t.RightToLeft {
		x = t.W - x - w
	}
	return rows.Box{Area: rows.Area{X: t.X + x, Y: t.LineTop, W: w, H: t.LineHeight}, Fill: color}, true
}

// runeEdge clamps a byte offset to the text and moves it to the start of a character.
func runeEdge(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

func (s *viewport) shadeLayer(layer *fyne.Container, boxes []rows.Box) {
	if len(boxes) == 0 && len(layer.Objects) == 0 {
		return
	}
	old := layer.Objects
	layer.Objects = make([]fyne.CanvasObject, len(boxes))
	for i, b := range boxes {
		r := &canvas.Rectangle{}
		if i < len(old) {
			r = old[i].(*canvas.Rectangle)
		}
		paintBox(r, b, s.column.zoom)
		layer.Objects[i] = r
	}
	s.Repaint()
}

// selectedText returns the text that Ctrl+C copies.
func (v *selector) selectedText() string { return v.column.textOf(v.selection) }

// textOf returns the text of a selection.
func (v *column) textOf(s selection) string {
	if !s.on {
		return ""
	}
	from, to := s.ends()
	var out strings.Builder
	var same whole
	for i := from.item; i <= to.item && i < len(v.items); i++ {
		if !v.lay(i) {
			continue
		}
		first := true
		for r, row := range v.items[i].card.Rows {
			if !s.holds(i, r) {
				continue
			}
			row.LayOut()
			for n, t := range row.Texts {
				left, right, ok := s.within(point{item: i, row: r, text: n}, t.Text)
				// A formula that spans several lines is copied once.
				if t.Chrome || !ok || t.Source != "" && same == formula(i, t) {
					continue
				}
				if out.Len() > 0 {
					if first {
						out.WriteString("\n\n")
					} else {
						out.WriteString(t.Separator)
					}
				}
				first = false
				same = formula(i, t)
				if t.Source != "" && left < right {
					out.WriteString(t.Source)
					continue
				}
				out.WriteString(t.Text[left:right])
			}
		}
	}
	return out.String()
}

// Passage is the selected part of one message.
type Passage struct {
	Message chat.Message
	// Text is the selected part as plain text.
	Text string
	// From and To are the byte range of the selected part in the text of a reply.
	From, To int
}

// passages returns the selected parts by message. It returns nil if some of the selection is not
// message text, such as reasoning, or is in a message that has not been read.
func (v *selector) passages() (out []Passage) {
	if !v.on {
		return nil
	}
	from, to := v.ends()
	for i := from.item; i <= to.item && i < len(v.column.items); i++ {
		it := v.column.items[i]
		if !v.column.lay(i) || it.message == nil {
			return nil
		}
		part := selection{point{item: i}, point{item: i, row: len(it.card.Rows)}, true}
		if part.from.before(from) {
			part.from = from
		}
		if to.before(part.to) {
			part.to = to
		}
		p := Passage{Message: *it.message, Text: v.column.textOf(part)}
		if p.Message.Role != chat.User {
			if p.From, p.To = sourceOf(it.card, part); p.To == 0 {
				return nil
			}
		}
		out = append(out, p)
	}
	return out
}

// sourceOf returns the byte range of a selection in the text of the message; 0, 0 if some of the
// selection is not message text.
func sourceOf(c *cards.Card, s selection) (start, end int) {
	for r, row := range c.Rows {
		if !s.holds(s.from.item, r) {
			continue
		}
		row.LayOut()
		for n, t := range row.Texts {
			left, right, ok := s.within(point{item: s.from.item, row: r, text: n}, t.Text)
			if t.Chrome || !ok || left >= right {
				continue
			}
			if t.End == 0 {
				if strings.ContainsFunc(t.Text[left:right], unicode.IsLetter) {
					return 0, 0
				}
				continue // the marker of a list item
			}
			first, last := t.Start, t.End
			if t.Source == "" && last-first == len(t.Text) {
				first, last = t.Start+left, t.Start+right
			}
			if end == 0 || first < start {
				start = first
			}
			end = max(end, last)
		}
	}
	return start, end
}

// copy copies the selection; without a selection it does nothing.
func (v *selector) copy() {
	if text := v.selectedText(); text != "" {
		v.column.OnCopySelection(text, v.passages())
	}
}

// whole identifies a formula of a message. A formula is always copied as a whole.
type whole struct {
	item, start int
	source      string
}

func formula(item int, t rows.Text) whole { return whole{item, t.Start, t.Source} }

// selectWord selects the word at a position.
func (v *selector) selectWord(p point) {
	if p.item >= len(v.column.items) || v.column.items[p.item].card == nil || p.row >= len(v.column.items[p.item].card.Rows) {
		return
	}
	text := v.column.items[p.item].card.Rows[p.row].Texts[p.text].Text
	from, to := p, p
	if from.at, to.at = textview.WordAt(text, runeEdge(text, p.at)); from.at < to.at {
		v.set(selection{from, to, true})
	}
}

// selectRow selects the paragraph at a position.
func (v *selector) selectRow(p point) { v.selectRows(p.item, p.row, p.row+1) }

// selectItem selects a whole message.
func (v *selector) selectItem(i int) {
	if i >= 0 && i < len(v.column.items) && v.column.lay(i) {
		v.selectRows(i, 0, len(v.column.items[i].card.Rows))
	}
}

// selectRows selects the rows [from, to) of a message.
func (v *selector) selectRows(item, from, to int) {
	var all selection
	for r := from; r < to; r++ {
		row := v.column.items[item].card.Rows[r]
		row.LayOut()
		for n, t := range row.Texts {
			if t.Chrome {
				continue
			}
			if !all.on {
				all.from, all.on = point{item, r, n, 0}, true
			}
			all.to = point{item, r, n, len(t.Text)}
		}
	}
	v.set(all)
}

// offsetUnder returns the byte offset in the message's text under a position; false if there is no
// message text.
func (v *selector) offsetUnder(pos fyne.Position) (int, bool) {
	at, ok := v.pointAtText(pos)
	if !ok {
		return 0, false
	}
	row := v.column.items[at.item].card.Rows[at.row]
	t := row.Texts[at.text]
	left, _ := v.column.edges()
	for _, w := range v.viewport.shown {
		if w.item != at.item || w.row != at.row || t.End <= t.Start {
			continue
		}
		x, y := (pos.X-left)/v.column.zoom, (pos.Y-w.y)/v.column.zoom
		if t.ScrollsSideways && row.Viewport != nil {
			x += row.Viewport.Scroll.X
		}
		const beside = 6
		if y >= t.LineTop && y < t.LineTop+t.LineHeight && x >= t.X-beside && x < t.X+t.W+beside {
			return min(t.Start+at.at, t.End-1), true
		}
	}
	return 0, false
}
