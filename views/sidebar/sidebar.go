package sidebar

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
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

// Hit is a conversation or a transcript that a search found, with the best of the places in it.
type Hit struct {
	Conversation chat.ID
	Title        string
	// TitleMarks are the found words in Title, as byte offsets.
	TitleMarks [][2]int
	// Message is "" when only the title was found.
	Message chat.ID
	// Transcript is the one that was found in place of a conversation, Line the line of it, 0 when only its title was found.
	Transcript chat.ID
	Line       int64
	// Snippet is from the message or the line; Marks are the found words in it, as byte offsets.
	Snippet string
	Marks   [][2]int
	// Places is how many places there are, More that there may be others.
	Places int
	More   bool
}

// inside reports whether the words stand in a message or a line, and not in the title alone.
func (h Hit) inside() bool { return h.Message != "" || h.Line != 0 }

// Words are the found words, as they stand in the message or the line.
func (h Hit) Words() []string {
	var out []string
	for _, m := range h.Marks {
		if h.inside() && m[0] >= 0 && m[0] < m[1] && m[1] <= len(h.Snippet) {
			out = append(out, h.Snippet[m[0]:m[1]])
		}
	}
	return out
}

// Page is what stands right of the sidebar.
type Page uint8

// The pages.
const (
	Chats Page = iota
	Transcribe
	Speak
)

// Sidebar lists conversations. Its callbacks are set before it is shown.
type Sidebar struct {
	widget.BaseWidget

	OnNew        func()
	OnTranscribe func()
	OnSpeak      func()
	OnOpen       func(chat.ID)
	OnOpenHit    func(Hit)
	OnRename     func(chat.ID, string)
	OnPin        func(chat.ID, bool)
	OnDelete     func(chat.ID)
	OnSearch     func(query string)
	OnSettings   func()

	root       *fyne.Container
	list       *list
	search     *widgets.Field
	newChat    *widgets.NavRow
	transcribe *widgets.NavRow
	speak      *widgets.NavRow
	settings   *widgets.NavRow
	nothing    *widgets.Words
	unread     *fyne.Container
	again      func()
	selected   chat.ID
	page       Page
	writing    map[chat.ID]bool
	renaming   chat.ID
	recording  string
	groups     []line
	query      string
	// newest are the conversations in their order, as they were at now; shown is the order in which they stand. unsorted says that the
	// two differ because the pointer is over the list.
	newest, shown []chat.Conversation
	now           time.Time
	unsorted      bool
}

// New makes an empty sidebar.
func New() *Sidebar {
	s := &Sidebar{writing: map[chat.ID]bool{}}
	s.newChat = widgets.NewNavRow("square-pen", lang.L("New chat"), func() { s.OnNew() })
	s.transcribe = widgets.NewNavRow("audio-lines", lang.L("Transcribe"), func() { s.OnTranscribe() })
	s.speak = widgets.NewNavRow("volume-2", lang.L("Speak"), func() { s.OnSpeak() })
	s.search = widgets.NewField(lang.L("Search everything"), lang.L("Search everything"))
	s.search.SetEnd(widgets.NewIconButton("x", lang.L("End the search"), s.leaveSearch))
	s.search.SetLeading("search")
	s.search.OnChanged = func(q string) { s.searched(q) }
	s.search.OnSubmitted = func(string) { s.openFirst() }
	s.search.OnEscape = s.leaveSearch
	s.search.OnKey = s.searchKey
	s.list = newList(s)
	s.nothing = widgets.NewMuted(lang.L("Nothing found."))
	s.nothing.Hide()
	s.unread = container.New(layout.NewCustomPaddedVBoxLayout(3), widgets.NewMuted(lang.L("Your chats could not be listed. They are still stored.")),
		container.New(layout.NewCustomPaddedLayout(0, 0, 10, 0), container.NewHBox(widgets.NewButton(lang.L("Try again"), widgets.Secondary, func() { s.again() }).SetSmall())))
	s.unread.Hide()
	s.settings = widgets.NewNavRow("settings", lang.L("Settings"), func() { s.OnSettings() })
	// A rule and some room keep the last chat apart from the settings.
	foot := container.New(layout.NewCustomPaddedLayout(4, 0, 0, 0), container.New(layout.NewCustomPaddedVBoxLayout(7),
		widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0), s.settings))
	top := container.New(layout.NewCustomPaddedVBoxLayout(3), brand(), s.newChat, s.transcribe, s.speak, container.New(layout.NewCustomPaddedLayout(4, 3, 0, 0), s.search), s.nothing, s.unread)
	s.root = container.New(layout.NewCustomPaddedLayout(8, 12, 10, 10),
		// In this order, so that the Tab key goes from top to bottom.
		container.New(layout.NewBorderLayout(top, foot, nil, nil), top, s.list, foot))
	s.ExtendBaseWidget(s)
	return s
}

// brand is the mark and the name at the top.
func brand() fyne.CanvasObject {
	mark := widgets.NewIcon("messages-square", 2)
	name := widgets.NewTitle("Parley", fynetheme.SizeNameSubHeadingText)
	return container.New(layout.NewCustomPaddedLayout(9, 9, 10, 0), container.New(layout.NewCustomPaddedHBoxLayout(10), mark, name))
}

// Set shows the conversations, newest first, pinned ones on top.
func (s *Sidebar) Set(list []chat.Conversation, selected chat.ID, now time.Time) {
	s.showUnread(false)
	s.selected = selected
	s.newest, s.now = list, now
	if s.unsorted = s.list.pointed && s.sameChats(list); s.unsorted {
		list = s.inShownOrder(list)
	}
	s.shown = list
	s.groups = grouped(list, now)
	s.newChat.SetSelected(selected == "" && s.page == Chats)
	if s.query == "" {
		s.list.set(s.groups, false)
	}
}

// sameChats reports whether the same conversations are shown and pinned as in list: then no more than their order is new.
func (s *Sidebar) sameChats(list []chat.Conversation) bool {
	pinned := make(map[chat.ID]bool, len(list))
	for _, c := range list {
		pinned[c.ID] = c.Pinned
	}
	return len(list) == len(s.shown) && !slices.ContainsFunc(s.shown, func(c chat.Conversation) bool {
		now, there := pinned[c.ID]
		return !there || now != c.Pinned
	})
}

// inShownOrder leaves the conversations of list where they stand: they do not move under the mouse.
func (s *Sidebar) inShownOrder(list []chat.Conversation) []chat.Conversation {
	by := make(map[chat.ID]chat.Conversation, len(list))
	for _, c := range list {
		by[c.ID] = c
	}
	out := make([]chat.Conversation, len(s.shown))
	for i, was := range s.shown {
		out[i] = by[was.ID]
		out[i].Updated = was.Updated
	}
	return out
}

// sort puts the conversations in their order once the pointer has left the list.
func (s *Sidebar) sort() {
	if s.unsorted {
		s.Set(s.newest, s.selected, s.now)
	}
}

// SetUnread says that the conversations could not be listed, with what lists them again. Set ends it.
func (s *Sidebar) SetUnread(again func()) {
	s.again = again
	s.showUnread(true)
}

func (s *Sidebar) showUnread(unread bool) {
	if s.unread.Visible() != unread {
		widgets.Show(s.unread, unread)
		s.root.Refresh()
	}
}

// SetPage says which page is shown.
func (s *Sidebar) SetPage(p Page) {
	s.page = p
	s.transcribe.SetSelected(p == Transcribe)
	s.speak.SetSelected(p == Speak)
	s.newChat.SetSelected(s.selected == "" && p == Chats)
	s.list.arrange()
}

// SetRecording says beside Transcribe how long the recording is that goes on, "" for none.
func (s *Sidebar) SetRecording(elapsed string) {
	if s.recording == elapsed {
		return
	}
	s.recording = elapsed
	hint := ""
	if elapsed != "" {
		hint = lang.L("Parley is recording. Click to go there.")
	}
	s.transcribe.SetHint(hint)
	s.transcribe.SetLive(elapsed, lang.L("Transcribe, recording: {{.Elapsed}}", map[string]any{"Elapsed": elapsed}))
}

// SetWriting marks the conversations a reply is being written in.
func (s *Sidebar) SetWriting(ids map[chat.ID]bool) {
	if len(ids) == 0 && len(s.writing) == 0 {
		return
	}
	s.writing = ids
	s.list.arrange()
}

// SetHits shows what a search for query found; an answer for another query than the one that stands there is dropped.
func (s *Sidebar) SetHits(query string, hits []Hit) {
	if query != s.query || query == "" {
		return
	}
	lines := make([]line, len(hits))
	for i, h := range hits {
		lines[i] = line{kind: found, hit: h, id: h.Conversation}
		if h.Transcript != "" {
			lines[i].id = h.Transcript
		}
	}
	s.list.set(lines, true)
	s.sayNothing(len(hits) == 0)
}

// sayNothing says or does not say that nothing was found.
func (s *Sidebar) sayNothing(nothing bool) {
	if s.nothing.Visible() != nothing {
		widgets.Show(s.nothing, nothing)
		s.root.Refresh()
	}
}

// FocusSearch puts the caret into the search.
func (s *Sidebar) FocusSearch() {
	driver := fyne.CurrentApp().Driver()
	if c := driver.CanvasForObject(s.search); c != nil {
		c.Focus(s.search)
		return
	}
	// What was folded away since the start has not been painted yet, and no window knows it.
	for _, w := range driver.AllWindows() {
		w.Canvas().Focus(s.search)
	}
}

func (s *Sidebar) searched(q string) {
	s.query = q
	s.search.ShowEnd(q != "")
	s.sayNothing(false)
	if q == "" {
		s.list.set(s.groups, true)
	}
	s.OnSearch(q)
}

func (s *Sidebar) leaveSearch() {
	s.search.SetText("")
	if c := widgets.CanvasOf(s.search); c != nil {
		c.Unfocus()
	}
}

func (s *Sidebar) openFirst() {
	for _, l := range s.list.lines {
		if l.kind == found {
			s.open(l)
			return
		}
	}
}

// searchKey lets the arrow go from the search into what it found.
func (s *Sidebar) searchKey(e *fyne.KeyEvent) bool {
	c := widgets.CanvasOf(s.list)
	if e.Name != fyne.KeyDown || c == nil || len(s.list.lines) == 0 {
		return false
	}
	c.Focus(s.list)
	return true
}

// open opens what a line stands for.
func (s *Sidebar) open(l line) {
	switch l.kind {
	case conversation:
		s.OnOpen(l.id)
	case found:
		s.OnOpenHit(l.hit)
	case heading:
	}
}

// menu offers what can be done with a conversation.
func (s *Sidebar) menu(c chat.Conversation, at fyne.Position, height float32) {
	cv := widgets.CanvasOf(s)
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

// Rename lets the title of a conversation be written anew in its place, with the list scrolled to it.
func (s *Sidebar) Rename(id chat.ID) {
	if s.query != "" {
		s.search.SetText("")
	}
	s.rename(id)
}

// rename turns the row of a conversation into a field, and moves the keyboard to it.
func (s *Sidebar) rename(id chat.ID) {
	s.endRename()
	i := slices.IndexFunc(s.list.lines, func(l line) bool { return l.kind == conversation && l.id == id })
	if i < 0 {
		return
	}
	s.renaming = id
	s.list.to(i)
	for _, r := range s.list.rows {
		r.naming.Focus(widgets.CanvasOf(s.list))
	}
}

// endRename keeps the title that stands in the field, if there is one, and leaves the keyboard at the list.
func (s *Sidebar) endRename() {
	for _, r := range s.list.rows {
		if r.naming.Open() {
			s.leave(r)
		}
	}
}

// leave ends the renaming in a row as a click elsewhere does.
func (s *Sidebar) leave(r *row) {
	s.renaming = ""
	r.naming.Leave(widgets.CanvasOf(s.list), s.list)
}

// renamed shows the title again.
func (s *Sidebar) renamed(byKey bool) {
	s.renaming = ""
	s.list.arrange()
	if c := widgets.CanvasOf(s.list); byKey && c != nil {
		c.Focus(s.list)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Sidebar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewBox(s.root, theme.ColorSidebar, "", 0, 0, 0))
}

// Title is what a conversation is called in the list.
func Title(c chat.Conversation) string {
	switch {
	case c.Title != "":
		return c.Title
	case c.Unsent != "":
		return lang.L("Not sent: {{.Words}}", map[string]any{"Words": c.Unsent})
	}
	return lang.L("Untitled chat")
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
