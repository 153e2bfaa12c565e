package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/views/conversation/rows"
	"parley/views/theme"
)

// point is a place in the text of the conversation: a byte of a text of a row.
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

// selection is what the person marked, from where the drag began to where it is.
type selection struct {
	from, to point
	on       bool
}

// ends are the two ends in reading order.
func (s selection) ends() (point, point) {
	if s.to.before(s.from) {
		return s.to, s.from
	}
	return s.from, s.to
}

// pointAtText is the place in the text nearest to a position in the view.
func (v *View) pointAtText(pos fyne.Position) (point, bool) {
	x, _ := v.column()
	var best *shown
	for i := range v.stage.shown {
		w := &v.stage.shown[i]
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
	t, at := textAt(v, best.node.row, (pos.X-x)/v.zoom, (pos.Y-best.y)/v.zoom)
	return point{best.item, best.row, t, at}, true
}

func selectable(r *rows.Row) bool {
	for i := range r.Texts {
		if !r.Texts[i].Chrome {
			return true
		}
	}
	return false
}

// textAt is the text of a row nearest to a position, and the byte of it.
func textAt(v *View, r *rows.Row, x, y float32) (text, at int) {
	best := float32(-1)
	for i, t := range r.Texts {
		if t.Chrome || t.Unseen {
			continue
		}
		left := t.X
		if t.Wide && r.Wide != nil {
			left -= r.Wide.Scroll.X
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
			at = v.ruler.Offset(t.Text, t.Style, x-left)
		}
	}
	return text, at
}

// shade draws the selection and the mark behind the texts of the rows in the window.
func (s *stage) shade() {
	v := s.view
	from, to := v.selection.ends()
	for _, w := range s.shown {
		var plain, wide []rows.Box
		for i, t := range w.node.row.Texts {
			if t.Chrome || t.Unseen {
				continue
			}
			add := func(left, right int, colour fyne.ThemeColorName) {
				if b, ok := v.shadeBox(t, left, right, colour); ok {
					if t.Wide {
						wide = append(wide, b)
					} else {
						plain = append(plain, b)
					}
				}
			}
			if t.End > 0 && v.items[w.item].head.ID == v.mark.message {
				for _, span := range v.mark.spans {
					if t.End > span[0] && t.Start < span[1] {
						add(span[0]-t.Start, span[1]-t.Start, theme.ColorReadingMark)
					}
				}
			}
			if r := v.reading; t.End > r.Start && t.Start < r.End && v.items[w.item].head.ID == r.Message {
				add(r.Start-t.Start, r.End-t.Start, theme.ColorReadingMark)
			}
			if v.selection.on {
				here := point{w.item, w.row, i, 0}
				left, right := 0, len(t.Text)
				end := point{w.item, w.row, i, right}
				if end.before(from) || to.before(here) {
					continue
				}
				if from.item == w.item && from.row == w.row && from.text == i {
					left = from.at
				}
				if to.item == w.item && to.row == w.row && to.text == i {
					right = to.at
				}
				add(left, right, fynetheme.ColorNameSelection)
			}
		}
		s.shadeLayer(w.node.plain.shades, plain)
		if w.node.row.Wide != nil {
			s.shadeLayer(w.node.wide.shades, wide)
		}
	}
}

// shadeBox is the shade behind the bytes [left, right) of a text.
func (v *View) shadeBox(t rows.Text, left, right int, colour fyne.ThemeColorName) (rows.Box, bool) {
	left, right = runeEdge(t.Text, left), runeEdge(t.Text, right)
	if t.Source != "" && left < right {
		left, right = 0, len(t.Text)
	}
	if left >= right {
		return rows.Box{}, false
	}
	x := v.ruler.Exact(t.Text[:left], t.Style)
	w := t.W - x
	if right < len(t.Text) {
		w = v.ruler.Exact(t.Text[:right], t.Style) - x
	}
	return rows.Box{Area: rows.Area{X: t.X + x, Y: t.LineTop, W: w, H: t.LineHeight}, Fill: colour}, true
}

// runeEdge moves a byte offset into the text and to the start of a character.
func runeEdge(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

func (s *stage) shadeLayer(layer *fyne.Container, boxes []rows.Box) {
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
		paintBox(r, b, s.view.zoom)
		layer.Objects[i] = r
	}
	s.repaint()
}

// selectedText is what Ctrl+C copies.
func (v *View) selectedText() string {
	if !v.selection.on {
		return ""
	}
	from, to := v.selection.ends()
	var out strings.Builder
	var same whole
	for i := from.item; i <= to.item && i < len(v.items); i++ {
		if !v.lay(i) {
			continue
		}
		first := true
		for r, row := range v.items[i].card.rows {
			for n, t := range row.Texts {
				here := point{i, r, n, 0}
				if t.Chrome || (point{i, r, n, len(t.Text)}).before(from) || to.before(here) {
					continue
				}
				left, right := 0, len(t.Text)
				if from.item == i && from.row == r && from.text == n {
					left = runeEdge(t.Text, from.at)
				}
				if to.item == i && to.row == r && to.text == n {
					right = runeEdge(t.Text, to.at)
				}
				if t.Source != "" && same == formula(i, t) {
					continue // the rest of it, on the next line
				}
				if out.Len() > 0 {
					if first {
						out.WriteString("\n\n")
					} else {
						out.WriteString(t.Before)
					}
				}
				first = false
				same = formula(i, t)
				if t.Source != "" && left < right {
					out.WriteString(t.Source)
					continue
				}
				out.WriteString(t.Text[left:max(left, right)])
			}
		}
	}
	return out.String()
}

// Passage is what is selected of a message.
type Passage struct {
	Message chat.Message
	// Text is that as plain text.
	Text string
	// From and To are where it begins and ends in the text of a reply, in bytes.
	From, To int
}

// passages are what is selected, message by message; nil where some of it stands in no text, such as what a model thought, or is not read yet.
func (v *View) passages() (out []Passage) {
	all := v.selection
	if !all.on {
		return nil
	}
	defer func() { v.selection = all }()
	from, to := all.ends()
	for i := from.item; i <= to.item && i < len(v.items); i++ {
		it := v.items[i]
		if !v.lay(i) || it.message == nil {
			return nil
		}
		a, b := point{item: i}, point{item: i, row: len(it.card.rows)}
		if a.before(from) {
			a = from
		}
		if to.before(b) {
			b = to
		}
		v.selection = selection{a, b, true}
		p := Passage{Message: *it.message, Text: v.selectedText()}
		if p.Message.Role != chat.User {
			if p.From, p.To = it.card.sourceOf(a, b); p.To == 0 {
				return nil
			}
		}
		out = append(out, p)
	}
	return out
}

// sourceOf is where the words between two places stand in the text of the message, in bytes; 0, 0 where some of them do not.
func (c *card) sourceOf(from, to point) (start, end int) {
	for r, row := range c.rows {
		for n, t := range row.Texts {
			here, there := point{from.item, r, n, 0}, point{from.item, r, n, len(t.Text)}
			if t.Chrome || there.before(from) || to.before(here) {
				continue
			}
			left, right := 0, len(t.Text)
			if from.row == r && from.text == n {
				left = runeEdge(t.Text, from.at)
			}
			if to.row == r && to.text == n {
				right = runeEdge(t.Text, to.at)
			}
			if left >= right {
				continue
			}
			if t.End == 0 {
				if strings.ContainsFunc(t.Text[left:right], unicode.IsLetter) {
					return 0, 0
				}
				continue // the marker of an item
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

// copySelection copies what is selected, if anything is.
func (v *View) copySelection() {
	if text := v.selectedText(); text != "" {
		v.OnCopySelection(text, v.passages())
	}
}

// whole is a formula of a message, of which nothing less is copied.
type whole struct {
	item, start int
	source      string
}

func formula(item int, t rows.Text) whole { return whole{item, t.Start, t.Source} }

// selectWord selects the word around a place.
func (v *View) selectWord(p point) {
	if p.item >= len(v.items) || v.items[p.item].card == nil || p.row >= len(v.items[p.item].card.rows) {
		return
	}
	text := v.items[p.item].card.rows[p.row].Texts[p.text].Text
	in := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || unicode.Is(unicode.M, r)
	}
	left := runeEdge(text, p.at)
	for left > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:left])
		if !in(r) {
			break
		}
		left -= n
	}
	right := runeEdge(text, p.at)
	for right < len(text) {
		r, n := utf8.DecodeRuneInString(text[right:])
		if !in(r) {
			break
		}
		right += n
	}
	if left == right {
		return
	}
	from, to := p, p
	from.at, to.at = left, right
	v.selection = selection{from, to, true}
	v.stage.shade()
}

// selectItem selects a whole message.
func (v *View) selectItem(i int) {
	if i < 0 || i >= len(v.items) || !v.lay(i) {
		return
	}
	found := false
	var from, to point
	for r, row := range v.items[i].card.rows {
		for n, t := range row.Texts {
			if t.Chrome {
				continue
			}
			if !found {
				from, found = point{i, r, n, 0}, true
			}
			to = point{i, r, n, len(t.Text)}
		}
	}
	v.selection = selection{from, to, found}
	v.stage.shade()
}
