package transcript

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// head shows the title of the transcript and its actions.
type head struct {
	widget.BaseWidget
	v *View

	title     *widgets.NameButton
	naming    *widgets.NameEditor
	tag       *widgets.Badge
	tagged    bool
	search    *widgets.IconButton
	copying   *widgets.Button
	saving    *widgets.Button
	asking    *widgets.Button
	copyIcon  *widgets.IconButton
	saveIcon  *widgets.IconButton
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
	h.copying = widgets.NewButton(i18n.Text("Copy"), widgets.Secondary, v.o.Actions.Copy).SetIcon("copy")
	h.saving = widgets.NewButton(i18n.Text("Save as…"), widgets.Secondary, func() { h.menu(h.saving, v.o.Actions.SaveItems()) }).SetIcon("download").SetIconAfter("chevron-down")
	h.asking = widgets.NewButton(i18n.Text("Ask about it"), widgets.Secondary, v.o.Actions.Ask).SetIcon("message-square-plus")
	h.copyIcon = widgets.NewIconButton("copy", i18n.Text("Copy"), v.o.Actions.Copy)
	h.saveIcon = widgets.NewIconButton("download", i18n.Text("Save as…"), func() { h.menu(h.saveIcon, v.o.Actions.SaveItems()) })
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
		h.search, h.copying, h.saving, h.asking, h.copyIcon, h.saveIcon, h.askIcon,
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
		h.title, h.naming.Field, h.tag, h.search, h.copying, h.saving, h.asking, h.copyIcon, h.saveIcon, h.askIcon, h.more)
}

func (h *head) least() fyne.Size { return fyne.NewSize(200, headHeight) }

func (h *head) place(size fyne.Size) {
	// From the right: the menu, then the most frequent actions, with labels if the title leaves
	// room.
	more := []fyne.CanvasObject{h.asking, h.saving, h.copying}
	small := []fyne.CanvasObject{h.askIcon, h.saveIcon, h.copyIcon}
	title := min(h.title.MinSize().Width, mostTitle)
	if h.tagged {
		title += h.tag.MinSize().Width + 8
	}
	level := 0
	for _, with := range [][]fyne.CanvasObject{more, {h.asking, h.saving, h.copyIcon}, small} {
		level++
		room := size.Width - 2*edge + widgets.NameInset + 8 - 2*h.more.MinSize().Width - 4
		for _, o := range with {
			room -= o.MinSize().Width + gapOf(o)
		}
		if room >= title || level == 3 {
			more = with
			break
		}
	}
	for _, o := range []fyne.CanvasObject{h.asking, h.saving, h.copying, h.askIcon, h.saveIcon, h.copyIcon} {
		widgets.SetVisible(o, h.useful && slices.Contains(more, o))
	}
	widgets.SetVisible(h.search, h.useful)
	right := size.Width - edge + 8
	put := func(o fyne.CanvasObject, gap float32) {
		m := o.MinSize()
		right -= m.Width
		widgets.CenterVertically(o, right, m.Width, size.Height)
		right -= gap
	}
	put(h.more, 0)
	if h.useful {
		for _, o := range more {
			put(o, gapOf(o))
		}
		put(h.search, 4)
	}
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
	// mostTitle is the width of the title that takes precedence over the buttons' labels.
	mostTitle = 280
)

// gapOf returns the space before a button; icon buttons need less, because they have padding.
func gapOf(o fyne.CanvasObject) float32 {
	if _, ok := o.(*widgets.IconButton); ok {
		return 0
	}
	return 6
}
