package topbar

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets/list"
)

// headingHeight returns the height of a section heading and rowHeight that of a model's row, in
// device-independent pixels.
func headingHeight() float32 { return max(28, letters(fynetheme.SizeNameCaptionText)+10) }

func rowHeight() float32 { return max(theme.RowHeight, letters(fynetheme.SizeNameText)+12) }

// hintHeight returns the height of the row of a model with a hint.
func hintHeight() float32 {
	return letters(fynetheme.SizeNameText) + letters(fynetheme.SizeNameCaptionText) + 2*hintEdge
}

func letters(size fyne.ThemeSizeName) float32 {
	return fyne.MeasureText("M", fynetheme.Size(size), fyne.TextStyle{}).Height
}

// hintEdge is the space above and below the two text lines of a row with a hint.
const hintEdge = 6

// Ids of the buttons of a row.
const (
	seesID = "sees"
	starID = "star"
)

// newList creates the list of the picker. It is never focused: keys in the search field move the
// highlight.
func newList(p *picker) *list.List {
	look := list.Style{
		Heights: func() list.Heights {
			return list.Heights{list.OneLine: rowHeight(), list.TwoLines: hintHeight(), list.Heading: headingHeight(), list.Floating: rowHeight()}
		},
		Left: 10, Right: 10, Top: hintEdge, End: 10, HeadingFoot: 6, Bar: 8, Follow: true,
	}
	return list.New(look, list.Callbacks{
		Key:  func(i int) string { return p.entries[i].key() },
		Kind: func(i int) list.Kind { return p.entries[i].kind() },
		Row:  func(i int) list.Row { return p.row(p.entries[i]) },
		Open: func(i int) {
			if p.entries[i].choosable() {
				p.pick(p.entries[i].item)
			} else {
				p.focus()
			}
		},
		Button: func(i int, id string) {
			if id == starID {
				p.favorite(p.entries[i].item)
			} else {
				p.sees(p.entries[i].item)
			}
		},
	})
}

// row returns the list row of an entry. Its buttons are shown only on the highlighted row, except
// for the star of a favorite.
func (p *picker) row(e entry) list.Row {
	r := list.Row{Title: e.words(), End: e.where}
	if !e.model() {
		return r
	}
	r.Checked, r.Detail = p.isChosen(e), e.item.Hint
	sees := list.Button{ID: seesID, Icon: "eye-off", Name: i18n.Text("Mark as accepting pictures"), HoverOnly: true}
	if e.item.AcceptsPictures == Yes {
		sees.Icon, sees.Name = "eye", i18n.Text("Mark as not accepting pictures")
	}
	r.IconsAfter = e.item.marks()
	star := list.Button{ID: starID, Icon: "star", Name: i18n.Text("Add to favorites"), HoverOnly: true}
	if e.item.Favorite {
		star = list.Button{ID: starID, Icon: "star", Name: i18n.Text("Remove from favorites"), Color: theme.ColorCaution}
	}
	r.Buttons = []list.Button{sees, star}
	return r
}

// isChosen reports whether an entry is the current model.
func (p *picker) isChosen(e entry) bool { return e.model() && !e.item.other() && e.item.ID == p.chosen }

// highlighted returns the model that Enter would select.
func (p *picker) highlighted() (ModelItem, bool) {
	if i := p.list.Current(); i >= 0 && p.entries[i].choosable() {
		return p.entries[i].item, true
	}
	return ModelItem{}, false
}

// highlightFirst scrolls to the top and highlights the first model. If that model belongs to
// another service or is no longer offered, it highlights the offer to use the typed id, or nothing:
// just pressing Enter must select neither of these models.
func (p *picker) highlightFirst() {
	p.list.ScrollToTop()
	p.move(1)
	if i, ok := p.highlighted(); ok && (i.other() || i.Gone) {
		p.list.MakeCurrent(-1)
		if last := len(p.entries) - 1; p.entries[last].typed {
			p.list.MakeCurrent(last)
		}
	}
}

// highlightChosen highlights the current model or, if it is not listed, the first model.
func (p *picker) highlightChosen() {
	for i, e := range p.entries {
		if p.isChosen(e) {
			p.list.MakeCurrent(i)
			return
		}
	}
	p.highlightFirst()
}

// move moves the highlight one row up or down, skipping headings and wrapping around.
func (p *picker) move(step int) {
	n, at := len(p.entries), p.list.Current()
	for range n {
		at += step
		if at < 0 {
			at = n - 1
		}
		at %= n
		if p.entries[at].choosable() {
			p.list.MakeCurrent(at)
			return
		}
	}
}

// page moves the highlight by about one page, and stops at the ends.
func (p *picker) page(step int) {
	rows := max(1, int(p.list.Size().Height/rowHeight())-1)
	at := max(p.list.Current(), 0)
	for to := at; to >= 0 && to < len(p.entries) && rows >= 0; to += step {
		if p.entries[to].choosable() {
			at = to
			rows--
		}
	}
	p.list.MakeCurrent(at)
}
