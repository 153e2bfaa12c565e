package sidebar

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
	"parlando/views/words"
)

// MaxHits is the maximum number of hits.
const MaxHits = 50

// SetHits shows the results of a search; the results of an outdated query are ignored.
func (s *Sidebar) SetHits(query string, list []Hit) {
	if query != s.query || query == "" {
		return
	}
	lines := make(hits, len(list))
	for i, h := range list {
		lines[i] = listLine{kind: found, hit: h, id: h.Conversation}
		if h.Transcript != "" {
			lines[i].id = h.Transcript
		}
	}
	s.show(lines, true)
	s.sayNothing(len(list) == 0)
	s.search.Result = words.SearchResults(len(list), len(list) == MaxHits)
}

// sayNothing shows or hides the sentence that nothing was found.
func (s *Sidebar) sayNothing(nothing bool) {
	if s.nothing.Visible() != nothing {
		widgets.SetVisible(s.nothing, nothing)
		s.root.Refresh()
	}
}

// FocusSearch shows and focuses the search field.
func (s *Sidebar) FocusSearch() {
	s.showSearch(true)
	driver := fyne.CurrentApp().Driver()
	if c := driver.CanvasForObject(s.search); c != nil {
		c.Focus(s.search)
		return
	}
	// A sidebar that was never painted has no canvas yet.
	for _, w := range driver.AllWindows() {
		w.Canvas().Focus(s.search)
	}
}

// showSearch shows the search field, or the row that opens it.
func (s *Sidebar) showSearch(shown bool) {
	widgets.SetVisible(s.search, shown)
	widgets.SetVisible(s.searchRow, !shown)
}

// Query returns the search query.
func (s *Sidebar) Query() string { return s.query }

func (s *Sidebar) searched(q string) {
	s.query, s.search.Result = q, ""
	s.sayNothing(false)
	if q == "" {
		s.show(s.chats, true)
	}
	s.Callbacks.Search(q)
}

// EndSearch ends the search for query and shows all chats again. If another query is shown, it does
// nothing.
func (s *Sidebar) EndSearch(query string) {
	if s.query == query {
		s.search.SetText("")
		s.showSearch(s.searches())
	}
}

// searches reports whether the search field is focused.
func (s *Sidebar) searches() bool {
	c := widgets.CanvasOf(s.search)
	return c != nil && c.Focused() == fyne.Focusable(s.search)
}

func (s *Sidebar) leaveSearch() {
	s.search.SetText("")
	if s.searches() {
		widgets.CanvasOf(s.search).Unfocus()
	}
	s.showSearch(false)
}

func (s *Sidebar) openFirst() {
	if s.lines.count() > 0 && s.lines.at(0).kind == found {
		s.open(s.lines.at(0))
	}
}

// searchKey moves the focus from the search field to the results on the Down key.
func (s *Sidebar) searchKey(e *fyne.KeyEvent) bool {
	c := widgets.CanvasOf(s.list)
	if e.Name != fyne.KeyDown || c == nil || s.lines.count() == 0 {
		return false
	}
	c.Focus(s.list)
	return true
}
