package topbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// headingHeight is the height of a line that names a section, rowHeight that of one with a model, in device-independent pixels.
func headingHeight() float32 { return max(28, letters(fynetheme.SizeNameCaptionText)+10) }

func rowHeight() float32 { return max(theme.RowHeight, letters(fynetheme.SizeNameText)+12) }

func letters(size fyne.ThemeSizeName) float32 {
	return fyne.MeasureText("M", fynetheme.Size(size), fyne.TextStyle{}).Height
}

// list shows the lines of the picker. Only those in sight are widgets, so that a thousand models cost as much as ten. It never has
// the keyboard: the search field moves its highlight.
type list struct {
	widget.BaseWidget

	picker  *picker
	entries []entry
	tops    []float32 // where each line begins
	total   float32
	height  float32
	chosen  string
	at      int // the line that is highlighted, -1 for none

	scroll *container.Scroll
	sheet  *fyne.Container
	rows   []*row
}

func newList(p *picker) *list {
	l := &list{picker: p, at: -1}
	l.sheet = container.New(&sheet{l})
	l.scroll = container.NewVScroll(l.sheet)
	l.scroll.OnScrolled = func(fyne.Position) { l.place() }
	l.ExtendBaseWidget(l)
	return l
}

// set shows other lines.
func (l *list) set(entries []entry) {
	l.entries = entries
	l.tops = l.tops[:0]
	l.total = 0
	for _, e := range entries {
		l.tops = append(l.tops, l.total)
		l.total += e.height()
	}
	if l.at >= len(entries) {
		l.at = -1
	}
	l.Refresh()
}

func (e entry) height() float32 {
	if e.choosable() {
		return rowHeight()
	}
	return headingHeight()
}

// highlighted is the model Enter would pick.
func (l *list) highlighted() (Item, bool) {
	if l.at < 0 || !l.entries[l.at].choosable() {
		return Item{}, false
	}
	return l.entries[l.at].item, true
}

// highlightFirst goes to the first model and shows the top. Where that is one of another service it goes to the offer of what was typed,
// or nowhere: Enter must not lead a chat elsewhere by itself.
func (l *list) highlightFirst() {
	l.at = -1
	l.scroll.ScrollToTop()
	l.move(1)
	if i, ok := l.highlighted(); ok && i.other() {
		l.at = -1
		if l.offers() {
			l.at = len(l.entries) - 1
		}
		l.place()
	}
}

// offers reports whether the last line is the offer of what was typed. It stands at the foot of what is seen, over the lines that scroll:
// where it is what Enter takes, it has to be in sight.
func (l *list) offers() bool { return len(l.entries) > 0 && l.entries[len(l.entries)-1].typed }

// seen is how high the place is in which the other lines are seen.
func (l *list) seen() float32 {
	if l.offers() {
		return l.scroll.Size().Height - rowHeight()
	}
	return l.scroll.Size().Height
}

// isChosen reports whether the line is the model that answers now.
func (l *list) isChosen(e entry) bool { return e.model() && !e.item.other() && e.item.ID == l.chosen }

// highlightChosen goes to the model that answers now, or to the first.
func (l *list) highlightChosen() {
	for i, e := range l.entries {
		if l.isChosen(e) {
			l.highlight(i)
			return
		}
	}
	l.highlightFirst()
}

// keepHighlight leaves the highlight on its line if there still is one.
func (l *list) keepHighlight() {
	if _, ok := l.highlighted(); !ok {
		l.highlightFirst()
	}
}

// move goes a line down or up, over headings, and from one end to the other.
func (l *list) move(step int) {
	n := len(l.entries)
	at := l.at
	for range n {
		at += step
		if at < 0 {
			at = n - 1
		}
		at %= n
		if l.entries[at].choosable() {
			l.highlight(at)
			return
		}
	}
}

// page goes about as many lines as are in sight, and stops at the ends.
func (l *list) page(step int) {
	lines := max(1, int(l.Size().Height/rowHeight())-1)
	at := max(l.at, 0)
	for to := at; to >= 0 && to < len(l.entries) && lines >= 0; to += step {
		if l.entries[to].choosable() {
			at = to
			lines--
		}
	}
	if at < len(l.entries) && l.entries[at].choosable() {
		l.highlight(at)
	}
}

// highlight goes to a line and brings it into sight.
func (l *list) highlight(i int) {
	l.at = i
	if l.entries[i].typed {
		l.place()
		return
	}
	top, bottom := l.tops[i], l.tops[i]+rowHeight()
	if i == 1 {
		top = 0 // its heading too
	}
	seen := l.seen()
	switch offset := l.scroll.Offset.Y; {
	case top < offset:
		l.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case seen > 0 && bottom > offset+seen:
		l.scroll.ScrollToOffset(fyne.NewPos(0, bottom-seen))
	}
	l.place()
}

// place gives the lines in sight their widgets.
func (l *list) place() {
	from, to := l.scroll.Offset.Y, l.scroll.Offset.Y+l.scroll.Size().Height
	width := l.scroll.Size().Width
	if l.total > l.scroll.Size().Height {
		width -= 8 // the scroll bar's
	}
	used := 0
	for i, e := range l.entries {
		top := l.tops[i]
		if e.typed {
			top = min(top, to-e.height())
		}
		if top+e.height() <= from || top >= to {
			continue
		}
		if used == len(l.rows) {
			r := newRow(l)
			l.rows = append(l.rows, r)
			l.sheet.Add(r)
		}
		r := l.rows[used]
		used++
		r.Move(fyne.NewPos(0, top))
		r.Resize(fyne.NewSize(width, e.height()))
		r.set(i, e, i == l.at, l.isChosen(e))
		r.Show()
	}
	for _, r := range l.rows[used:] {
		r.Hide()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *list) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{l} }

type listRenderer struct{ l *list }

func (r *listRenderer) MinSize() fyne.Size { return fyne.NewSize(pickerWidth()-12, r.l.height) }

func (r *listRenderer) Layout(s fyne.Size) {
	r.l.scroll.Resize(s)
	if at := r.l.at; at >= 0 {
		r.l.highlight(at)
	}
	r.l.place()
}

func (r *listRenderer) Refresh() {
	r.l.scroll.Refresh()
	r.l.place()
}

func (r *listRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.scroll} }
func (r *listRenderer) Destroy()                     {}

// sheet is as high as all lines, wherever there are widgets.
type sheet struct{ l *list }

func (s *sheet) MinSize([]fyne.CanvasObject) fyne.Size     { return fyne.NewSize(0, s.l.total) }
func (s *sheet) Layout(_ []fyne.CanvasObject, _ fyne.Size) {}
