package topbar

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
)

// defaultWidth and listHeight are the size of the picker, in device-independent pixels, if the
// window is large enough.
const (
	defaultWidth = 360
	listHeight   = 396
)

// pickerWidth returns the current width of the picker, which grows with the text.
func pickerWidth() float32 { return widgets.RegionWidth(defaultWidth) }

// picker is the popup below the model button. The search field keeps the focus: the arrow keys move
// the highlight in the list, and Enter selects the highlighted row.
type picker struct {
	bar     *Topbar
	canvas  fyne.Canvas
	overlay *widgets.Overlay
	field   *widgets.Field
	list    *list.List
	// entries are the rows of the list; chosen is the id of the current model.
	entries []entry
	chosen  string

	// order has the rows at the opening of the picker, so that toggling a star moves no row.
	order []entry
	items []ModelItem
	// filters are the buttons that filter models by ability; wanted has the selected abilities.
	filters *fyne.Container
	wanted  []ability
}

func newPicker(t *Topbar, c fyne.Canvas) *picker {
	p := &picker{bar: t, canvas: c, items: t.items, order: sections(t.items, t.service)}
	p.field = widgets.NewField(i18n.Text("Search models"), i18n.Text("Search or type a model name"))
	p.field.SetLeading("search")
	p.field.OnChanged = func(string) { p.fill(); p.highlightFirst() }
	p.field.OnKey = p.key
	p.field.OnEscape = func() { p.overlay.Hide() }
	p.list, p.chosen = newList(p), t.chosen
	p.filters = container.New(&widgets.Flow{Gap: 6})
	for _, a := range abilities() {
		p.filters.Add(p.filter(a))
	}
	return p
}

// show opens the picker below the model button.
func (p *picker) show(under fyne.CanvasObject) {
	refresh := widgets.NewNavRow("refresh-cw", i18n.Text("Refresh list"), func() {
		p.bar.OnRefresh()
		p.focus()
	})
	foot := container.New(layout.NewCustomPaddedVBoxLayout(4), widget.NewSeparator(), refresh)
	widgets.SetVisible(foot, p.bar.OnRefresh != nil)
	top := container.New(layout.NewCustomPaddedVBoxLayout(6), p.field, p.filters)
	room := canvas.NewRectangle(color.Transparent) // determines the size of the list
	content := container.New(layout.NewCustomPaddedLayout(2, 0, 0, 0), container.NewBorder(top, foot, nil, nil,
		container.New(layout.NewCustomPaddedLayout(4, 4, 0, 0), container.NewStack(room, p.list))))
	p.fill()
	room.SetMinSize(fyne.NewSize(pickerWidth()-12, min(max(p.list.Height(), 3*rowHeight()), listHeight)))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	p.overlay = widgets.ShowOverlay(p.canvas, content, false, below(at, under.Size().Height))
	p.overlay.OnHide = func() { p.bar.picker = nil }
	p.highlightChosen()
	p.focus()
}

// below returns a placement function for the popup: below the button, and reduced to fit into the
// window.
func below(at fyne.Position, height float32) func(window, card fyne.Size) (fyne.Position, fyne.Size) {
	place := widgets.Below(at, height, pickerWidth())
	return func(window, card fyne.Size) (fyne.Position, fyne.Size) {
		card.Height = min(card.Height, window.Height-at.Y-height-12)
		return place(window, card)
	}
}

// filter creates the button that filters models by an ability, with the ability's mark as its icon.
func (p *picker) filter(a ability) *widgets.Button {
	b := widgets.NewButton(a.mark.Name, widgets.Secondary, nil).SetIcon(a.mark.Icon).SetSmall()
	b.SetOnTapped(func() {
		before := len(p.wanted)
		p.wanted = slices.DeleteFunc(p.wanted, func(w ability) bool { return w.mark == a.mark })
		on := len(p.wanted) == before
		if on {
			p.wanted = append(p.wanted, a)
		}
		b.SetChosen(on)
		p.fill()
		p.list.ScrollToTop()
		p.highlightFirst()
		p.focus()
	})
	return b
}

// passes reports whether a model has all selected abilities.
func (p *picker) passes(i ModelItem) bool {
	return !slices.ContainsFunc(p.wanted, func(a ability) bool { return a.of(i) != Yes })
}

// filtered returns the rows of models that pass, and the headings that still have rows.
func (p *picker) filtered(entries []entry) []entry {
	var out []entry
	var heading *entry
	for _, e := range entries {
		switch {
		case !e.choosable():
			heading = &e
		case e.typed || p.passes(e.item):
			if heading != nil {
				out, heading = append(out, *heading), nil
			}
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return []entry{{heading: i18n.Text("None of the listed models says it supports this.")}}
	}
	return out
}

func (p *picker) focus() { p.canvas.Focus(p.field) }

// fill shows the models that match the query, or all models if the query is empty.
func (p *picker) fill() {
	query := strings.TrimSpace(p.field.Text)
	switch {
	case query != "":
		p.entries = p.filtered(matches(p.items, query))
	case len(p.order) == 0:
		p.entries = []entry{{heading: i18n.Text("No models listed. You can type a name above.")}}
	default:
		p.entries = p.filtered(p.order)
	}
	p.list.Set(len(p.entries), false)
}

// setItems updates the models. If the list still has the same models, no row moves.
func (p *picker) setItems(items []ModelItem) {
	p.items = items
	known := 0
	for i := range p.order {
		if j := indexOf(items, p.order[i].item); j >= 0 {
			p.order[i].item = items[j]
			known++
		}
	}
	if known != len(items) || known != choosable(p.order) {
		p.order = sections(items, p.bar.service)
	}
	alone := len(p.entries) == 1 // only a heading, or the offer to use the typed id
	p.fill()
	if _, ok := p.highlighted(); !ok || alone {
		p.highlightFirst()
	}
}

func choosable(entries []entry) int {
	n := 0
	for _, e := range entries {
		if e.choosable() {
			n++
		}
	}
	return n
}

func (p *picker) setChosen(id string) {
	p.chosen = id
	p.list.Update()
}

// key handles a key of the search field that moves the highlight or selects, else returns false.
func (p *picker) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyDown:
		p.move(1)
	case fyne.KeyUp:
		p.move(-1)
	case fyne.KeyPageDown:
		p.page(1)
	case fyne.KeyPageUp:
		p.page(-1)
	case fyne.KeyReturn, fyne.KeyEnter:
		if i, ok := p.highlighted(); ok {
			p.pick(i)
		}
	default:
		return false
	}
	return true
}

func (p *picker) pick(i ModelItem) {
	p.overlay.Hide()
	p.bar.OnPick(i)
}

// favorite and sees call the bar's callbacks and show the expected state at once; SetModels later
// sets the actual state.

func (p *picker) favorite(i ModelItem) {
	on := !i.Favorite
	p.bar.OnFavorite(i, on)
	p.change(i, func(i *ModelItem) { i.Favorite = on })
}

func (p *picker) sees(i ModelItem) {
	sees := i.AcceptsPictures != Yes
	p.bar.OnAcceptsPictures(i, sees)
	p.change(i, func(i *ModelItem) {
		i.AcceptsPictures = No
		if sees {
			i.AcceptsPictures = Yes
		}
	})
}

func (p *picker) change(item ModelItem, f func(*ModelItem)) {
	if i := indexOf(p.bar.items, item); i >= 0 {
		f(&p.bar.items[i])
	}
	p.bar.SetModels(p.bar.items)
	p.focus()
}
