package sidebar

import (
	"maps"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
)

// Hit is a conversation or a transcript found by a search, with its best match.
type Hit struct {
	Conversation chat.ID
	Title        string
	// TitleMarks are the byte ranges of the matches in Title.
	TitleMarks [][2]int
	// Message is the matching message, "" if only the title matches.
	Message chat.ID
	// Transcript is set for a transcript instead of a conversation. Line is the matching line of
	// the transcript, 0 if only the title matches.
	Transcript chat.ID
	Line       int64
	// Snippet is an excerpt of the message or line, with the byte ranges of its matches in Marks.
	Snippet string
	Marks   [][2]int
	// Project is the name of the chat's project, "" for none.
	Project string
	// MatchCount is the number of matches found; HasMoreMatches means that there may be more.
	MatchCount     int
	HasMoreMatches bool
}

// inside reports whether the hit is in a message or a line, not only in the title.
func (h Hit) inside() bool { return h.Message != "" || h.Line != 0 }

// MatchedWords returns the matched words as written in the message or line.
func (h Hit) MatchedWords() []string {
	var out []string
	for _, m := range h.Marks {
		if h.inside() && m[0] >= 0 && m[0] < m[1] && m[1] <= len(h.Snippet) {
			out = append(out, h.Snippet[m[0]:m[1]])
		}
	}
	return out
}

// Page is a page that the sidebar can mark as current.
type Page uint8

// The pages.
const (
	Chats Page = iota
	Transcribe
	Speak
	// NoEntry is a page that has no entry in the sidebar.
	NoEntry
)

// Callbacks are called when the user acts.
type Callbacks struct {
	New        func()
	Transcribe func()
	Speak      func()
	Open       func(chat.ID)
	OpenHit    func(Hit)
	Rename     func(chat.ID, string)
	Pin        func(chat.ID, bool)
	Delete     func(chat.ID)
	// PutBack puts a chat of a backup back. Only a sidebar that shows a backup has it: its menus
	// offer nothing else.
	PutBack  func(chat.ID)
	Search   func(query string)
	Settings func()
	// Projects is nil for a sidebar without projects.
	Projects *ProjectCallbacks
	// MissingTitles is called when visible rows have no title yet; Sidebar.MissingTitles returns
	// their ids.
	MissingTitles func()
}

// Sidebar lists conversations.
type Sidebar struct {
	widget.BaseWidget

	// Callbacks must be set before the sidebar is shown.
	Callbacks Callbacks

	root  *fyne.Container
	list  *list.FocusList
	lines lines // the lines of the list
	// search takes the place of searchRow while the user searches.
	search          *widgets.Field
	searchRow       *widgets.NavRow
	newChat         *widgets.NavRow
	transcribe      *widgets.NavRow
	speak           *widgets.NavRow
	settings        *widgets.NavRow
	nothing         *widgets.Text
	unread          *fyne.Container
	again           func()
	selected        chat.ID
	page            Page
	writing, asking map[chat.ID]bool
	// pointed is set while the pointer is over the list; leaving is the timer that clears pointed.
	pointed   bool
	leaving   *fyne.Animation
	recording string
	query     string
	// chats has the conversations grouped by date relative to now. It caches the summaries of rows
	// that were visible, up to keptSummaries.
	chats chats
	now   time.Time
	// moved has the entries of conversations to sort once the pointer has left the list.
	moved map[chat.ID]chat.Entry
}

// keptSummaries is the number of cached summaries above which distant ones are evicted.
const keptSummaries = 500

// New makes an empty sidebar.
func New() *Sidebar {
	s := &Sidebar{lines: hits{}, chats: chats{known: map[chat.ID]chat.Summary{}}, moved: map[chat.ID]chat.Entry{}}
	s.newChat = widgets.NewNavRow("square-pen", i18n.Text("New chat"), func() { s.Callbacks.New() })
	s.transcribe = widgets.NewNavRow("audio-lines", i18n.TextIn("page", "Transcribe"), func() { s.Callbacks.Transcribe() })
	s.speak = widgets.NewNavRow("volume-2", i18n.TextIn("page", "Read aloud"), func() { s.Callbacks.Speak() })
	s.search = widgets.NewField(i18n.Text("Search everything"), i18n.TextIn("field", "Search"))
	s.search.SetEnd(widgets.NewIconButton("x", i18n.Text("Close search"), s.leaveSearch))
	s.search.SetLeading("search")
	s.search.OnChanged = func(q string) { s.searched(q) }
	s.search.OnSubmitted = func(string) { s.openFirst() }
	s.search.OnEscape = s.leaveSearch
	s.search.OnKey = s.searchKey
	s.search.OnFocusGained = func() { s.showSearch(true) }
	s.search.OnFocusLost = func() { s.showSearch(s.query != "") }
	s.search.ShowEnd(true)
	s.search.Hide()
	s.searchRow = widgets.NewNavRow("search", i18n.TextIn("field", "Search"), s.FocusSearch)
	s.searchRow.SetKeys(format.Keys("Ctrl+K"))
	s.list = newList(s)
	s.nothing = widgets.NewMuted(i18n.Text("Nothing found."))
	s.nothing.Hide()
	s.unread = container.New(layout.NewCustomPaddedVBoxLayout(3), widgets.NewMuted(i18n.Text("Your chats couldn't be listed. They're still saved.")),
		container.New(layout.NewCustomPaddedLayout(0, 0, 10, 0), container.NewHBox(widgets.NewButton(i18n.Text("Try again"), widgets.Secondary, func() { s.again() }).SetSmall())))
	s.unread.Hide()
	s.settings = widgets.NewNavRow("settings", i18n.Text("Settings"), func() { s.Callbacks.Settings() })
	// The field is a little higher than the row, over whose ends it reaches.
	search := container.New(searchLayout{}, s.searchRow, s.search)
	top := container.New(layout.NewCustomPaddedVBoxLayout(0), s.newChat, widgets.Gap(2), search, s.transcribe, s.speak, s.nothing, s.unread)
	// Space separates the last chat from the settings.
	foot := container.New(layout.NewCustomPaddedLayout(8, 0, 0, 0), s.settings)
	s.root = container.New(layout.NewCustomPaddedLayout(14, 13, 12, 12),
		// Tab follows this order, from top to bottom.
		container.New(layout.NewBorderLayout(top, foot, nil, nil), top, s.list, foot))
	s.ExtendBaseWidget(s)
	return s
}

// SetReadOnly leaves the list of chats, the search and the settings.
func (s *Sidebar) SetReadOnly() {
	for _, row := range []*widgets.NavRow{s.newChat, s.transcribe, s.speak} {
		row.Hide()
	}
}

// searchLayout places a row, and a field over its middle.
type searchLayout struct{}

// MinSize implements fyne.Layout.
func (searchLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (searchLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	widgets.CenterVertically(objects[1], 0, size.Width, size.Height)
}

// Set replaces all conversations. found holds summaries of some of them; MissingTitles of Callbacks
// requests further summaries when rows become visible. Set takes ownership of order.
func (s *Sidebar) Set(order chat.Order, found map[chat.ID]chat.Summary, now time.Time) {
	s.showUnread(false)
	clear(s.moved)
	clear(s.chats.known)
	maps.Copy(s.chats.known, found)
	s.chats.order, s.now = order, now
	s.paint()
}

// Change updates the conversations ids; those missing from found are removed. While the pointer is
// over the list, rows keep their positions unless a conversation is added, removed, pinned or
// unpinned.
func (s *Sidebar) Change(ids []chat.ID, found map[chat.ID]chat.Summary, now time.Time) {
	s.showUnread(false)
	s.now = now
	still := s.pointed
	places := s.chats.order.Indexes(ids)
	for _, id := range ids {
		delete(s.moved, id)
		delete(s.chats.known, id)
		i, listed := places[id]
		c, there := found[id]
		if there {
			s.chats.known[id] = c
		}
		if there && (!listed || s.chats.order[i] != c.Entry) {
			s.moved[id] = c.Entry
		}
		still = still && listed == there && (!listed || s.chats.order[i].Pinned == c.Pinned)
	}
	for id := range places {
		if _, there := found[id]; !there {
			s.chats.order.Remove(id)
		}
	}
	if !still {
		s.sort()
	}
	s.paint()
}

// Empty reports whether there are no conversations and no projects.
func (s *Sidebar) Empty() bool { return len(s.chats.order) == 0 && len(s.chats.projects.list) == 0 }

// Order returns the current order, which the caller must not change. The next Change updates it.
func (s *Sidebar) Order() chat.Order { return s.chats.order }

// Select marks the open conversation, "" for the new chat, and its project, "" for none.
func (s *Sidebar) Select(id, project chat.ID, now time.Time) {
	s.selected, s.chats.projects.open, s.now = id, project, now
	s.paint()
}

// sort moves the conversations in moved to their sorted positions.
func (s *Sidebar) sort() {
	for _, e := range s.moved {
		s.chats.order.Put(e)
	}
	clear(s.moved)
}

// pointerLeft applies the sorting that was postponed while the pointer was over the list.
func (s *Sidebar) pointerLeft() {
	if len(s.moved) > 0 {
		s.sort()
		s.paint()
	}
}

// paint shows the conversations, unless search results are shown.
func (s *Sidebar) paint() {
	s.chats.groups, s.chats.above = grouped(s.chats.order, s.now), s.projectLines()
	s.newChat.SetSelected(s.isNewChat())
	if s.query == "" {
		s.show(s.chats, false)
	}
}

// isNewChat reports whether a new chat in no project is open.
func (s *Sidebar) isNewChat() bool {
	return s.selected == "" && s.chats.projects.open == "" && s.page == Chats
}

// show sets the lines of the list.
func (s *Sidebar) show(all lines, fromTop bool) {
	s.lines = all
	s.list.Set(all.count(), fromTop)
}

// wantRows requests missing summaries if any are missing in the visible lines, or in half as many
// lines above and below.
func (s *Sidebar) wantRows(first, end int) {
	if s.query != "" {
		return
	}
	if near := (end - first) / 2; len(s.missing(first-near, end+near)) > 0 {
		s.Callbacks.MissingTitles()
	}
}

// MissingTitles returns the conversations near the visible rows whose titles have not been read.
func (s *Sidebar) MissingTitles() []chat.ID {
	if s.query != "" {
		return nil
	}
	first, end := s.list.VisibleRange()
	missing := s.missing(first-(end-first), end+(end-first))
	if len(s.chats.known)+len(missing) > keptSummaries {
		s.forgetOutside(first-(end-first), end+(end-first))
	}
	return missing
}

func (s *Sidebar) missing(first, end int) (ids []chat.ID) {
	for i := max(first, 0); i < min(end, s.chats.count()); i++ {
		if l := s.chats.at(i); l.kind == conversation && !l.read {
			ids = append(ids, l.id)
		}
	}
	return ids
}

// forgetOutside evicts the summaries of the lines outside [first, end).
func (s *Sidebar) forgetOutside(first, end int) {
	kept := map[chat.ID]bool{}
	for i := max(first, 0); i < min(end, s.chats.count()); i++ {
		kept[s.chats.at(i).id] = true
	}
	maps.DeleteFunc(s.chats.known, func(id chat.ID, _ chat.Summary) bool { return !kept[id] })
}

// SetReadFailed shows that the conversations could not be listed, with a button that calls again.
// The next Set or Change removes the message.
func (s *Sidebar) SetReadFailed(again func()) {
	s.again = again
	s.list.CancelRename() // a rename may wait for an unreadable title
	s.showUnread(true)
}

func (s *Sidebar) showUnread(unread bool) {
	if s.unread.Visible() != unread {
		widgets.SetVisible(s.unread, unread)
		s.root.Refresh()
	}
}

// Selected returns the chat set by Select.
func (s *Sidebar) Selected() chat.ID { return s.selected }

// Marked returns the chat that is marked as open, "" for none.
func (s *Sidebar) Marked() chat.ID {
	if s.page != Chats {
		return ""
	}
	return s.selected
}

// SetPage marks the current page.
func (s *Sidebar) SetPage(p Page) {
	s.page = p
	s.transcribe.SetSelected(p == Transcribe)
	s.speak.SetSelected(p == Speak)
	s.newChat.SetSelected(s.isNewChat())
	s.list.Update()
}

// SetRecording shows the elapsed time of the recording next to Transcribe; "" hides it.
func (s *Sidebar) SetRecording(elapsed string) {
	if s.recording == elapsed {
		return
	}
	s.recording = elapsed
	hint := ""
	if elapsed != "" {
		hint = i18n.Text("Recording in progress. Click to show it.")
	}
	s.transcribe.SetHint(hint)
	s.transcribe.SetLive(elapsed, i18n.Text("Transcribe, recording: {{.Elapsed}}", map[string]any{"Elapsed": elapsed}))
}

// SetWriting marks the conversations in which a reply is streamed (writing) or a tool waits for the
// user's permission (asking).
func (s *Sidebar) SetWriting(writing, asking map[chat.ID]bool) {
	if maps.Equal(writing, s.writing) && maps.Equal(asking, s.asking) {
		return
	}
	s.writing, s.asking = writing, asking
	s.list.Update()
}

// Writing reports whether a reply is streamed in a conversation, according to SetWriting.
func (s *Sidebar) Writing(id chat.ID) bool { return s.writing[id] }

// open opens the item of a line.
func (s *Sidebar) open(l listLine) {
	switch l.kind {
	case conversation:
		s.Callbacks.Open(l.id)
	case found:
		s.Callbacks.OpenHit(l.hit)
	case project:
		s.Callbacks.Projects.Open(l.id)
	case moreProjects:
		s.unfold()
	case heading:
	}
}

// menu returns the menu of a conversation or a project.
func (s *Sidebar) menu(l listLine) []widgets.MenuItem {
	switch {
	case l.kind == project:
		return s.projectMenu(l)
	case l.kind != conversation:
		return nil
	case s.Callbacks.PutBack != nil: // read-only
		return []widgets.MenuItem{{Icon: "undo-2", Text: i18n.Text("Put back this chat"), Do: func() { s.Callbacks.PutBack(l.id) }}}
	}
	return s.ChatMenu(l.summary, func() { s.list.Rename(string(l.id)) })
}

// Rename scrolls to a conversation and starts editing its title in place.
func (s *Sidebar) Rename(id chat.ID) {
	if s.query != "" {
		s.search.SetText("")
	}
	s.list.Rename(string(id))
}

// CreateRenderer implements fyne.Widget.
func (s *Sidebar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewBox(s.root, theme.ColorSidebar, "", 0, 0, 0))
}

// Title returns the title of a conversation in the list.
func Title(c chat.Summary) string {
	switch {
	case c.Title != "":
		return c.Title
	case c.Unsent != "":
		return i18n.Text("Not sent: {{.Words}}", map[string]any{"Words": c.Unsent})
	}
	return i18n.Text("Untitled chat")
}
