package sidebar

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

// Hit is one place a search found.
type Hit struct {
	Conversation chat.ID
	Title        string
	// Message is "" when the title was found.
	Message chat.ID
	Snippet string
	// Marks are the found places in Snippet, or in Title when Message is "", as byte offsets.
	Marks [][2]int
}

// Sidebar lists conversations. Its callbacks are set before it is shown.
type Sidebar struct {
	widget.BaseWidget

	OnNew      func()
	OnOpen     func(chat.ID)
	OnOpenHit  func(Hit)
	OnRename   func(chat.ID, string)
	OnPin      func(chat.ID, bool)
	OnDelete   func(chat.ID)
	OnSearch   func(query string)
	OnSettings func()

	root     *fyne.Container
	list     *widget.List
	search   *widgets.Field
	newChat  *widgets.NavRow
	nothing  *widgets.Words
	lines    []line
	selected chat.ID
	writing  map[chat.ID]bool
	renaming chat.ID
	groups   []line
	query    string
}

// New makes an empty sidebar.
func New() *Sidebar {
	s := &Sidebar{writing: map[chat.ID]bool{}}
	s.newChat = widgets.NewNavRow("square-pen", lang.L("New chat"), func() { s.OnNew() })
	s.search = widgets.NewField(lang.L("Search everything"), lang.L("Search everything"))
	s.search.SetLeading("search")
	s.search.OnChanged = func(q string) { s.searched(q) }
	s.search.OnSubmitted = func(string) { s.openFirst() }
	s.search.OnEscape = s.leaveSearch
	s.list = widget.NewList(func() int { return len(s.lines) },
		func() fyne.CanvasObject { return newRow(s) },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*row).set(s.lines[i]) })
	s.list.HideSeparators = true
	s.nothing = widgets.NewMuted(lang.L("Nothing found."))
	s.nothing.Hide()
	settings := widgets.NewNavRow("settings", lang.L("Settings"), func() { s.OnSettings() })
	top := container.New(layout.NewCustomPaddedVBoxLayout(3), brand(), s.newChat, container.New(layout.NewCustomPaddedLayout(4, 8, 0, 0), s.search), s.nothing)
	s.root = container.New(layout.NewCustomPaddedLayout(8, 12, 10, 10), container.NewBorder(top, settings, nil, nil, s.list))
	s.ExtendBaseWidget(s)
	return s
}

// brand is the mark and the name at the top.
func brand() fyne.CanvasObject {
	mark := canvas.NewImageFromResource(theme.Icon("messages-square", fynetheme.ColorNameForeground))
	mark.FillMode = canvas.ImageFillContain
	mark.SetMinSize(fyne.NewSquareSize(20))
	name := widgets.NewWords("Parley", fynetheme.ColorNameForeground, fynetheme.SizeNameSubHeadingText, fyne.TextStyle{Bold: true}).NoWrap()
	return container.New(layout.NewCustomPaddedLayout(0, 0, 10, 0), container.New(layout.NewCustomPaddedHBoxLayout(2), mark, name))
}

// Set shows the conversations, newest first, pinned ones on top.
func (s *Sidebar) Set(list []chat.Conversation, selected chat.ID, now time.Time) {
	s.selected = selected
	s.groups = grouped(list, now)
	s.newChat.SetSelected(selected == "")
	if s.query == "" {
		s.show(s.groups)
		return
	}
	s.list.Refresh()
}

// SetWriting marks the conversations a reply is being written in.
func (s *Sidebar) SetWriting(ids map[chat.ID]bool) {
	if len(ids) == 0 && len(s.writing) == 0 {
		return
	}
	s.writing = ids
	s.list.Refresh()
}

// SetHits shows what a search for query found; an answer for another query than the one that stands there is dropped.
func (s *Sidebar) SetHits(query string, hits []Hit) {
	if query != s.query || query == "" {
		return
	}
	lines := make([]line, len(hits))
	for i, h := range hits {
		lines[i] = line{kind: found, hit: h, id: h.Conversation}
	}
	s.show(lines)
	if len(hits) == 0 {
		s.nothing.Show()
	}
}

// FocusSearch puts the caret into the search.
func (s *Sidebar) FocusSearch() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.search); c != nil {
		c.Focus(s.search)
	}
}

func (s *Sidebar) searched(q string) {
	s.query = q
	s.nothing.Hide()
	if q == "" {
		s.show(s.groups)
	}
	s.OnSearch(q)
}

func (s *Sidebar) leaveSearch() {
	s.search.SetText("")
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.search); c != nil {
		c.Unfocus()
	}
}

func (s *Sidebar) openFirst() {
	for _, l := range s.lines {
		if l.kind == found {
			s.OnOpenHit(l.hit)
			return
		}
	}
}

func (s *Sidebar) show(lines []line) {
	s.lines = lines
	for i, l := range lines {
		s.list.SetItemHeight(i, l.height())
	}
	s.list.Refresh()
}

// menu offers what can be done with a conversation.
func (s *Sidebar) menu(c chat.Conversation, at fyne.Position, height float32) {
	cv := fyne.CurrentApp().Driver().CanvasForObject(s)
	if cv == nil {
		return
	}
	pin := widgets.MenuItem{Icon: "pin", Words: lang.L("Pin"), Do: func() { s.OnPin(c.ID, true) }}
	if c.Pinned {
		pin = widgets.MenuItem{Icon: "pin-off", Words: lang.L("Unpin"), Do: func() { s.OnPin(c.ID, false) }}
	}
	widgets.ShowMenuAt(cv, at, height, []widgets.MenuItem{
		{Icon: "pencil", Words: lang.L("Rename"), Do: func() { s.rename(c.ID) }},
		pin,
		{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Do: func() { s.OnDelete(c.ID) }},
	})
}

// rename turns the row of a conversation into a field.
func (s *Sidebar) rename(id chat.ID) {
	s.renaming = id
	s.list.Refresh()
}

func (s *Sidebar) renamed(id chat.ID, title string, keep bool) {
	s.renaming = ""
	s.list.Refresh()
	if keep && title != "" {
		s.OnRename(id, title)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Sidebar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewBox(s.root, theme.ColorSidebar, "", 0, 0, 0))
}

func titleOf(c chat.Conversation) string {
	if c.Title == "" {
		return lang.L("Untitled chat")
	}
	return c.Title
}

// grouped puts headings between the conversations.
func grouped(list []chat.Conversation, now time.Time) []line {
	var pinned, rest []line
	last := ""
	for _, c := range list {
		l := line{kind: conversation, id: c.ID, conversation: c}
		if c.Pinned {
			pinned = append(pinned, l)
			continue
		}
		if g := words.DateGroup(c.Updated, now); g != last {
			rest = append(rest, line{kind: heading, words: g})
			last = g
		}
		rest = append(rest, l)
	}
	if len(pinned) > 0 {
		pinned = append([]line{{kind: heading, words: lang.L("Pinned")}}, pinned...)
	}
	return append(pinned, rest...)
}
