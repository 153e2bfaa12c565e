package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// head shows the title of the transcript and its actions.
type head struct {
	widget.BaseWidget
	v *View

	title  *widgets.NameButton
	naming *widgets.NameEditor
	tag    *widgets.Badge
	tagged bool
	search *widgets.IconButton
	copy   *widgets.IconButton
	save   *widgets.IconButton
	// ask has a label, in place of which askIcon is shown where the title leaves no room.
	ask       *widgets.Button
	askIcon   *widgets.IconButton
	more      *widgets.IconButton
	useful    bool // there is text for the actions
	searching bool
	// reason is the reason for which the text's actions are disabled, "" if they are enabled.
	reason string
}

func newHead(v *View) *head {
	h := &head{v: v, tag: widgets.NewTag("")}
	h.title = widgets.NewNameButton(h.rename)
	h.naming = widgets.NewNameEditor(i18n.Text("Transcript title"))
	h.naming.OnEnd = func(byKey bool) {
		if c := widgets.CanvasOf(h); byKey && c != nil {
			c.Unfocus()
		}
		h.Refresh()
	}
	h.naming.OnName = h.named
	h.search = widgets.NewIconButton("search", i18n.Text("Search in this transcript"), v.toggleSearch)
	h.copy = widgets.NewIconButton("copy", i18n.Text("Copy"), v.o.Actions.Copy)
	h.save = widgets.NewIconButton("download", i18n.Text("Save as…"), func() { h.menu(h.save, v.o.Actions.SaveItems()) })
	h.ask = widgets.NewButton(i18n.Text("Ask about it"), widgets.Quiet, v.o.Actions.Ask).SetIcon("message-square-plus")
	h.askIcon = widgets.NewIconButton("message-square-plus", i18n.Text("Ask about it"), v.o.Actions.Ask)
	h.more = widgets.NewIconButton("ellipsis", i18n.Text("More"), func() { h.menu(h.more, v.moreItems()) })
	h.ExtendBaseWidget(h)
	return h
}

func (h *head) menu(under fyne.CanvasObject, items []widgets.MenuItem) {
	if len(items) > 0 {
		widgets.ShowMenu(under, items)
	}
}

// set shows the title and the language. useful shows the actions on the text.
func (h *head) set(title, language string, useful bool) {
	h.title.SetName(title)
	h.tag.SetWord(language)
	h.tagged, h.useful = language != "", useful
	h.Refresh()
}

// setReason disables the actions on the text with a reason; "" enables them.
func (h *head) setReason(reason string) {
	if reason == h.reason {
		return
	}
	h.reason = reason
	for _, b := range []interface{ SetDisabled(reason string) }{
		h.search, h.copy, h.save, h.ask, h.askIcon,
	} {
		b.SetDisabled(reason)
	}
}

// rename turns the title into a field.
func (h *head) rename() {
	h.naming.Begin(h.title.Name())
	h.Refresh()
	h.naming.Focus(widgets.CanvasOf(h))
}

func (h *head) named(name string) {
	h.title.SetName(name)
	h.Refresh()
	h.v.o.Actions.Rename(name)
}

// flush stores the title that is being edited.
func (h *head) flush() {
	if !h.naming.Open() {
		return
	}
	name := h.naming.End()
	h.Refresh()
	if name != "" {
		h.named(name)
	}
}

// CreateRenderer implements fyne.Widget.
func (h *head) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: h.least, Place: h.place, Paint: h.paint, RefreshesChildren: true}.Of(h,
		h.title, h.naming.Field, h.tag, h.search, h.copy, h.save, h.ask, h.askIcon, h.more)
}

func (h *head) least() fyne.Size { return fyne.NewSize(200, headHeight) }

func (h *head) place(size fyne.Size) {
	title := min(h.title.MinSize().Width, mostTitle)
	if h.tagged {
		title += h.tag.MinSize().Width + 8
	}
	icon := h.more.MinSize().Width
	labeled := size.Width-2*edge+widgets.NameInset+8-4*icon-h.ask.MinSize().Width >= title
	for o, shown := range map[fyne.CanvasObject]bool{h.search: true, h.copy: true, h.save: true, h.ask: labeled, h.askIcon: !labeled} {
		widgets.SetVisible(o, h.useful && shown)
	}
	right := size.Width - edge + 8
	for _, o := range []fyne.CanvasObject{h.more, h.ask, h.askIcon, h.save, h.copy, h.search} {
		if m := o.MinSize(); o.Visible() {
			right -= m.Width
			widgets.CenterVertically(o, right, m.Width, size.Height)
		}
	}
	right -= 4
	left := float32(edge - widgets.NameInset)
	tag := h.tag.MinSize()
	tagged := h.tagged && !h.naming.Open()
	most := right - left
	if tagged {
		most -= tag.Width + 8
		if most < 80 {
			tagged = false
			most += tag.Width + 8
		}
	}
	widgets.SetVisible(h.tag, tagged)
	if h.naming.Open() {
		widgets.CenterVertically(h.naming.Field, left, max(min(most, 420), 60), size.Height)
	} else {
		width := min(h.title.MinSize().Width, max(most, 0))
		widgets.CenterVertically(h.title, left, width, size.Height)
		widgets.CenterVertically(h.tag, left+width+2, tag.Width, size.Height)
	}
}

func (h *head) paint() {
	widgets.SetVisible(h.title, !h.naming.Open())
	h.search.SetChosen(h.searching)
}

const (
	headHeight = 65
	// mostTitle is the width of the title that takes precedence over the button's label.
	mostTitle = 280
)
