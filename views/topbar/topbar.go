package topbar

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Topbar is the bar, 52 high. Its callbacks are set before it is shown.
type Topbar struct {
	widget.BaseWidget

	// OnSidebar asks to show or hide the sidebar, OnAdjust the panel Adjust.
	OnSidebar, OnAdjust func()
	// OnRefresh asks the service for its list of models again; nil does not offer it.
	OnRefresh func()
	// OnPick is given the model that was chosen; it need not be one of the list. One of another
	// service leads the chat to that.
	OnPick func(Item)
	// OnFavorite says that a model was made a favorite, or is none any more.
	OnFavorite func(i Item, on bool)
	// OnSees is called with the user's word that a model sees pictures, or does not.
	OnSees func(i Item, sees bool)
	// OnService opens the menu of the services there are, under its anchor.
	OnService func(anchor fyne.CanvasObject)
	// OnMenu opens the menu of the chat under the button at the right end. Without it there is no
	// such button.
	OnMenu func(anchor fyne.CanvasObject)

	items  []Item
	chosen string
	// service is the name of the one the chat speaks to, "" when there is no other.
	service string
	picker  *picker

	sidebar *widgets.IconButton
	model   *widgets.Button
	where   *widgets.Button
	badge   *widgets.Badge
	adjust  *widgets.Button
	more    *widgets.IconButton

	folded, practice bool
}

// New makes a bar without a model.
func New() *Topbar {
	t := &Topbar{}
	t.sidebar = widgets.NewIconButton("panel-left", i18n.Text("Show the sidebar"), func() { t.OnSidebar() })
	t.model = widgets.NewButton(i18n.Text("Choose a model"), widgets.Secondary, t.OpenPicker)
	t.model.SetBold().SetIcon("sparkles").SetIconAfter("chevron-down")
	t.where = widgets.NewButton("", widgets.Bare, func() { t.OnService(t.where) }).SetIconAfter("chevron-down")
	t.where.SetMuted(true)
	t.where.SetHint(i18n.Text("The connection of this chat"))
	t.badge = widgets.NewPractice()
	t.adjust = widgets.NewButton(i18n.Text("Adjust"), widgets.Quiet, func() { t.OnAdjust() })
	t.adjust.SetIcon("sliders-horizontal")
	t.more = widgets.NewIconButton("ellipsis", i18n.Text("More"), func() { t.OnMenu(t.more) })
	t.ExtendBaseWidget(t)
	return t
}

// SetModels gives the models to choose from. An open picker shows them at once, and keeps what was
// typed and highlighted.
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
	if i := indexOf(t.items, shown); i >= 0 {
		shown = t.items[i]
	}
	t.model.SetMarks(shown.marks()...)
	t.model.SetWords(cmp.Or(shown.title(), i18n.Text("Choose a model")))
	t.Refresh()
}

// SetService says which service the chat speaks to; "" when there is no other, and nothing is said.
func (t *Topbar) SetService(name string) {
	if t.service == name {
		return
	}
	t.service = name
	t.where.SetWords(name)
	t.Refresh()
}

// SetPractice shows or hides the badge that says that no real model answers.
func (t *Topbar) SetPractice(on bool) {
	t.practice = on
	t.Refresh()
}

// SetAdjustOpen marks the Adjust button as open.
func (t *Topbar) SetAdjustOpen(open bool) { t.adjust.SetChosen(open) }

// SetSidebarButton shows the button that brings the sidebar back, when the sidebar has folded away,
// and on it whether a recording goes on.
func (t *Topbar) SetSidebarButton(folded, recording bool) {
	t.folded = folded
	widgets.TellRecording(t.sidebar, recording)
	t.Refresh()
}

// OpenPicker shows the models under the model button, with the search field focused.
func (t *Topbar) OpenPicker() {
	if t.picker != nil {
		t.picker.focus()
		return
	}
	c := widgets.CanvasOf(t)
	if c == nil {
		return
	}
	t.picker = newPicker(t, c)
	t.picker.show(t.model)
}

// ServiceAnchor is the object under which the menu of services opens: the name of the service, or
// the model where that is not shown.
func (t *Topbar) ServiceAnchor() fyne.CanvasObject {
	if t.where.Visible() {
		return t.where
	}
	return t.model
}

// Choose shows the models of a connection under an object of another page, with the search field
// focused, and gives the one that is chosen. Stars and marks are told as by the bar's own picker.
// It returns what lies over the window.
func (t *Topbar) Choose(under fyne.CanvasObject, connection string, items []Item, chosen string, pick func(Item)) *widgets.Overlay {
	c := widgets.CanvasOf(under)
	if c == nil {
		return nil
	}
	other := New()
	other.items, other.chosen = slices.Clone(items), chosen
	other.OnPick = pick
	of := func(i Item) Item { i.Connection = connection; return i }
	other.OnFavorite = func(i Item, on bool) { t.OnFavorite(of(i), on) }
	other.OnSees = func(i Item, sees bool) { t.OnSees(of(i), sees) }
	other.picker = newPicker(other, c)
	other.picker.show(under)
	return other.picker.overlay
}

// CreateRenderer implements fyne.Widget.
func (t *Topbar) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		Least: func() fyne.Size { return fyne.NewSize(320, height) },
		Place: t.place,
		Paint: func() {
			widgets.Show(t.sidebar, t.folded)
			widgets.Show(t.badge, t.practice)
			widgets.Show(t.more, t.OnMenu != nil)
		},
		Deep: true,
	}.Of(t, t.sidebar, t.model, t.where, t.badge, t.adjust, t.more)
}
