package topbar

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Topbar is the bar. It is 52 high at the default text size. Set its callbacks before showing it.
type Topbar struct {
	widget.BaseWidget

	// OnSidebar toggles the sidebar, OnAdjust the Adjust panel.
	OnSidebar, OnAdjust func()
	// OnRefresh reloads the service's list of models; nil hides the button.
	OnRefresh func()
	// OnPick receives the selected model, which may be one that is not listed. If the model belongs
	// to another service, the chat must switch to that service.
	OnPick func(ModelItem)
	// OnFavorite is called when a model is added to or removed from the favorites.
	OnFavorite func(i ModelItem, on bool)
	// OnAcceptsPictures is called when the user states whether a model accepts pictures.
	OnAcceptsPictures func(i ModelItem, sees bool)
	// OnServiceMenu opens the menu of services below anchor.
	OnServiceMenu func(anchor fyne.CanvasObject)
	// OnMenu opens the chat's menu below the button at the right end; nil hides the button.
	OnMenu func(anchor fyne.CanvasObject)
	// OnTemporary opens a temporary chat.
	OnTemporary func()
	// ModelName returns the name of an unlisted model; if it is nil, the bar shows the model's id.
	ModelName func(id string) string

	items  []ModelItem
	chosen string
	// service is the name of the chat's service, "" if there is only one.
	service string
	picker  *picker

	sidebar *widgets.IconButton
	model   *widgets.Button
	where   *widgets.Button
	badge   *widgets.Badge
	adjust  *widgets.IconButton
	more    *widgets.IconButton
	help    *widgets.Button
	// temporary opens a temporary chat; it is shown in a new chat.
	temporary *widgets.IconButton

	folded, newChat bool
}

// New returns a bar without a model.
func New() *Topbar {
	t := &Topbar{}
	t.sidebar = widgets.NewIconButton("panel-left", i18n.Text("Show sidebar"), func() { t.OnSidebar() })
	t.model = widgets.NewButton(i18n.Text("Choose a model"), widgets.Quiet, t.OpenPicker)
	t.model.SetBold().SetIconAfter("chevron-down")
	t.where = widgets.NewButton("", widgets.Bare, func() { t.OnServiceMenu(t.where) }).SetIconAfter("chevron-down")
	t.where.SetMuted(true)
	t.where.SetHint(i18n.Text("This chat's connection"))
	t.badge = widgets.NewPracticeBadge()
	t.adjust = widgets.NewIconButton("sliders-horizontal", i18n.Text("Adjust replies"), func() { t.OnAdjust() })
	t.temporary = widgets.NewIconButton("hourglass", i18n.Text("Temporary chat ({{.Keys}})", map[string]any{"Keys": format.Keys("Ctrl+Shift+N")}), func() { t.OnTemporary() })
	t.help = widgets.NewButton(i18n.Text("Help"), widgets.Quiet, nil).SetIcon("circle-question-mark")
	t.help.Hide()
	t.more = widgets.NewIconButton("ellipsis", i18n.Text("More"), func() { t.OnMenu(t.more) })
	t.ExtendBaseWidget(t)
	return t
}

// SetModels sets the available models. An open picker is updated; its query and highlight stay.
func (t *Topbar) SetModels(items []ModelItem) {
	t.items = slices.Clone(items)
	t.showModel()
	if t.picker != nil {
		t.picker.setItems(t.items)
	}
}

// SetModel sets the current model, which need not be listed; "" for none.
func (t *Topbar) SetModel(id string) {
	t.chosen = id
	t.showModel()
	if t.picker != nil {
		t.picker.setChosen(id)
	}
}

func (t *Topbar) showModel() {
	shown := ModelItem{ID: t.chosen}
	if t.ModelName != nil {
		shown.Name = t.ModelName(t.chosen)
	}
	if i := indexOf(t.items, shown); i >= 0 {
		shown = t.items[i]
	}
	t.model.SetMarks(shown.marks()...)
	t.model.SetText(cmp.Or(shown.title(), i18n.Text("Choose a model")))
	t.Refresh()
}

// SetService shows the name of the chat's service; "" hides it, if there is only one service.
func (t *Topbar) SetService(name string) {
	if t.service == name {
		return
	}
	t.service = name
	t.where.SetText(name)
	t.Refresh()
}

// SetPractice shows or hides the badge for the practice service.
func (t *Topbar) SetPractice(on bool) {
	widgets.SetVisible(t.badge, on)
	t.Refresh()
}

// SetNewChat shows in a new chat the button for a temporary one, and hides it in other chats.
func (t *Topbar) SetNewChat(on bool) {
	t.newChat = on
	t.Refresh()
}

// SetReadOnly shows the model and the service, which cannot be changed for a reason.
func (t *Topbar) SetReadOnly(reason string) {
	t.model.SetDisabled(reason)
	t.where.SetDisabled(reason)
}

// AdjustAnchor returns the Adjust button, for popups to open below.
func (t *Topbar) AdjustAnchor() fyne.CanvasObject { return t.adjust }

// SetAdjustOpen shows on the Adjust button whether the panel is open.
func (t *Topbar) SetAdjustOpen(open bool) { t.adjust.SetChosen(open) }

// SetSidebarButton implements shell.TopBar.
func (t *Topbar) SetSidebarButton(folded, recording bool) {
	t.folded = folded
	widgets.ShowRecording(t.sidebar, recording)
	t.Refresh()
}

// OpenPicker opens the model picker with its search field focused.
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

// ServiceAnchor returns the object below which the menu of services opens: the name of the service
// or, if that is hidden, the model button.
func (t *Topbar) ServiceAnchor() fyne.CanvasObject {
	if t.where.Visible() {
		return t.where
	}
	return t.model
}

// OpenPickerFor opens a picker with the models of a connection below an object of another page,
// focuses the search field, and returns the overlay. The selected model is passed to pick.
// Favorites and abilities are reported to the bar's own callbacks.
func (t *Topbar) OpenPickerFor(under fyne.CanvasObject, connection string, items []ModelItem, chosen string, pick func(ModelItem)) *widgets.Overlay {
	c := widgets.CanvasOf(under)
	if c == nil {
		return nil
	}
	other := New()
	other.items, other.chosen = slices.Clone(items), chosen
	other.OnPick = pick
	of := func(i ModelItem) ModelItem { i.Connection = connection; return i }
	other.OnFavorite = func(i ModelItem, on bool) { t.OnFavorite(of(i), on) }
	other.OnAcceptsPictures = func(i ModelItem, sees bool) { t.OnAcceptsPictures(of(i), sees) }
	other.picker = newPicker(other, c)
	other.picker.show(under)
	return other.picker.overlay
}

// CreateRenderer implements fyne.Widget.
func (t *Topbar) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(320, height) },
		Place:   t.place,
		Paint: func() {
			widgets.SetVisible(t.sidebar, t.folded)
			// not in the simple view
			widgets.SetVisible(t.temporary, t.newChat && t.adjust.Visible())
			widgets.SetVisible(t.more, t.OnMenu != nil)
		},
		RefreshesChildren: true,
	}.Of(t, t.sidebar, t.model, t.where, t.badge, t.temporary, t.adjust, t.help, t.more)
}
