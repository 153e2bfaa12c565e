package topbar

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// Topbar is the bar, 52 high. Its callbacks are set before it is shown.
type Topbar struct {
	widget.BaseWidget

	// OnSidebar asks to show or hide the sidebar, OnAdjust the panel of dials.
	OnSidebar, OnAdjust func()
	// OnRefresh asks the service for its list of models again.
	OnRefresh func()
	// OnPick is given the id of the model that was chosen; it need not be one of the list.
	OnPick func(id string)
	// OnFavourite says that a model was made a favourite, or is none any more.
	OnFavourite func(id string, on bool)
	// OnSees says what the person knows about a model and pictures.
	OnSees func(id string, sees bool)
	// OnMenu opens the menu of the chat under the button at the right end. Without it there is no such button.
	OnMenu func(anchor fyne.CanvasObject)

	items  []Item
	chosen string
	picker *picker

	sidebar *widgets.IconButton
	model   *widgets.Button
	badge   *widgets.Badge
	adjust  *widgets.Button
	more    *widgets.IconButton

	folded, practice bool
}

// New makes a bar without a model.
func New() *Topbar {
	t := &Topbar{}
	t.sidebar = widgets.NewIconButton("panel-left", lang.L("Show the sidebar"), func() { t.OnSidebar() })
	t.model = widgets.NewButton(lang.L("Choose a model"), widgets.Secondary, t.OpenPicker)
	t.model.SetBold().SetIcon("sparkles").SetIconAfter("chevron-down")
	t.badge = widgets.NewBadge(lang.L("Practice"))
	t.adjust = widgets.NewButton(lang.L("Adjust"), widgets.Quiet, func() { t.OnAdjust() })
	t.adjust.SetIcon("sliders-horizontal")
	t.more = widgets.NewIconButton("ellipsis", lang.L("More"), func() { t.OnMenu(t.more) })
	t.ExtendBaseWidget(t)
	return t
}

// SetModels gives the models to choose from. An open picker shows them at once, and keeps what was typed and highlighted.
func (t *Topbar) SetModels(items []Item) {
	t.items = slices.Clone(items)
	t.showModel()
	if t.picker != nil {
		t.picker.setItems(t.items)
	}
}

// SetModel says which model answers; "" is none. It need not be one of the list.
func (t *Topbar) SetModel(id string) {
	t.chosen = id
	t.showModel()
	if t.picker != nil {
		t.picker.setChosen(id)
	}
}

func (t *Topbar) showModel() {
	shown := Item{ID: t.chosen}
	if i := indexOf(t.items, t.chosen); i >= 0 {
		shown = t.items[i]
	}
	words := shown.title()
	if words == "" {
		words = lang.L("Choose a model")
	}
	t.model.SetMarks(shown.marks()...)
	t.model.SetWords(words)
	t.Refresh()
}

// SetPractice shows or hides the badge that says that no real model answers.
func (t *Topbar) SetPractice(on bool) {
	t.practice = on
	t.Refresh()
}

// SetAdjustOpen marks the Adjust button as open.
func (t *Topbar) SetAdjustOpen(open bool) { t.adjust.SetChosen(open) }

// SetSidebarButton shows the button that brings the sidebar back, when the sidebar has folded away.
func (t *Topbar) SetSidebarButton(folded bool) {
	t.folded = folded
	t.Refresh()
}

// OpenPicker shows the models under the model button, with the search field focused.
func (t *Topbar) OpenPicker() {
	if t.picker != nil {
		t.picker.focus()
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(t)
	if c == nil {
		return
	}
	t.picker = newPicker(t, c)
	t.picker.show(t.model)
}

// ClosePicker takes the picker away and reports whether it was open.
func (t *Topbar) ClosePicker() bool {
	if t.picker == nil {
		return false
	}
	t.picker.overlay.Hide()
	return true
}

// CreateRenderer implements fyne.Widget.
func (t *Topbar) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{t}
	r.Refresh()
	return r
}
