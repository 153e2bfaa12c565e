// Package help is the sheet of the help: the list of its pages with a search, and the page that is
// open.
package help

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/docs/help"
	"parlando/views/conversation"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// The size of the sheet, and the width of its list at the default text size.
const (
	sheetWidth  = 860
	sheetHeight = 690
	listWidth   = 226
)

// Sheet shows the help over the window. Use it only on the window's thread.
type Sheet struct {
	frame shell.Host
	// keys returns the list of keys.
	keys func() []shell.KeySection
	// spoken reports whether what has the focus is spoken: then the page has it, not the search.
	spoken func() bool
	// last is the page that was read last.
	last string
	open *reader // nil while the sheet is closed
}

// New returns the sheet, which is not open yet. keys returns the list of keys of the program,
// spoken reports whether announcements are on.
func New(f shell.Host, keys func() []shell.KeySection, spoken func() bool) *Sheet {
	return &Sheet{frame: f, keys: keys, spoken: spoken, last: help.FirstSteps}
}

// Open shows a page, "" for the one that was read last. In an open sheet, it moves to the page.
func (s *Sheet) Open(page string) {
	if s.open == nil {
		s.open = newReader(s)
		step := shell.ShowStep(s.frame, i18n.Text("Help"), s.open.page, sheetWidth, sheetHeight)
		step.OnHide = func() { s.open = nil }
		s.frame.Canvas().Focus(s.open.search)
	} else if page == "" {
		return
	}
	if page == "" {
		page = s.last
	}
	s.open.goTo(page)
	if s.spoken() {
		s.open.read()
	}
}

// reader is the content of the open sheet.
type reader struct {
	sheet *Sheet
	pages []help.Page
	at    int
	page  *widgets.SectionPage

	search *widgets.Field
	// needles hold the searched words: one with all of them or, if no page has all, one for each.
	needles []find.Needle
	article *conversation.Article
	// column has the note about the language, the article with the picture, and the keys.
	column *fyne.Container
	note   *widgets.Text
}

func newReader(s *Sheet) *reader {
	r := &reader{sheet: s, at: -1, article: conversation.NewArticle()}
	var translated bool
	if r.pages, translated = help.Pages(language()); !translated {
		r.note = widgets.NewMuted(i18n.Text("This page is not translated yet.")).NoMargin()
	}
	r.article.OnLink = func(link string) {
		r.goTo(strings.TrimPrefix(link, help.LinkPrefix))
		r.read()
	}
	r.article.OnRune = func(typed rune) {
		s.frame.Canvas().Focus(r.search)
		r.search.TypedRune(typed)
	}
	r.column = container.New(&widgets.Column{Gap: 16})
	entries := make([]widgets.NavEntry, len(r.pages))
	for i, p := range r.pages {
		entries[i].Name = p.Title
	}
	r.page = widgets.NewSectionPage(i18n.Text("Page of the help"), entries, r.column, listWidth)
	r.page.OnGo = r.show
	r.page.OnEnter = func(page int) {
		r.show(page)
		r.read()
	}
	r.search = widgets.NewField(i18n.Text("Search help"), i18n.Text("Search help"))
	r.search.OnChanged = func(string) { r.find() }
	r.search.OnSubmitted = func(string) { r.page.FocusList() }
	r.search.OnKey = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyDown:
			r.page.FocusList()
		case fyne.KeyHome, fyne.KeyEnd:
			if r.search.Text != "" {
				return false
			}
			widgets.ScrollPage(s.frame.Canvas(), e.Name)
		case fyne.KeyPageUp, fyne.KeyPageDown:
			widgets.ScrollPage(s.frame.Canvas(), e.Name)
		default:
			return false
		}
		return true
	}
	r.page.AddSearch(r.search, i18n.Text("Nothing found."))
	return r
}

// language returns the language of the window if there is help in it, with or without its region.
func language() string {
	if all := help.Languages(); slices.Contains(all, i18n.Speaks()) {
		return i18n.Speaks()
	}
	return i18n.Language()
}

// goTo shows the page of a name. A search that does not find the page ends.
func (r *reader) goTo(name string) {
	i := slices.IndexFunc(r.pages, func(p help.Page) bool { return p.Name == name })
	if i < 0 {
		return
	}
	if r.search.Text != "" && len(r.matches(i)) == 0 {
		r.at = i
		r.search.SetText("")
	}
	r.show(i)
}

// matches returns where the searched words are on a page, nil if it has none of them.
func (r *reader) matches(page int) (all []find.Span) {
	text := chat.Message{Role: chat.Assistant, Parts: []chat.Part{{Kind: chat.PartText, Text: r.pages[page].Text}}}
	for _, n := range r.needles {
		all = append(all, n.In(text)...)
	}
	slices.SortFunc(all, func(a, b find.Span) int { return a[0] - b[0] })
	return slices.CompactFunc(all, func(a, b find.Span) bool { return b[0] < a[1] })
}

// find lists the pages that have the searched words or, if none has them all, those that have any
// of them. It shows one of them.
func (r *reader) find() {
	r.needles = []find.Needle{find.Query(r.search.Text)}
	all := r.needles[0].Empty()
	found := r.pagesFound()
	if !all && len(found) == 0 {
		r.needles = nil
		for word := range strings.FieldsSeq(r.search.Text) {
			r.needles = append(r.needles, find.Query(word))
		}
		found = r.pagesFound()
	}
	r.search.Result = ""
	if !all {
		r.search.Result = words.SearchResults(len(found), false)
	}
	r.page.Filter(func(i int) bool { return all || slices.Contains(found, i) })
	switch {
	case all || slices.Contains(found, r.at) || len(found) == 0:
		r.show(r.at)
	default:
		r.show(found[0])
	}
}

// pagesFound returns the indexes of the pages that have what is searched for.
func (r *reader) pagesFound() (found []int) {
	for i := range r.pages {
		if len(r.matches(i)) > 0 {
			found = append(found, i)
		}
	}
	return found
}

// show shows a page from its top, or at the first of the searched words.
func (r *reader) show(page int) {
	p := r.pages[page]
	r.at, r.sheet.last = page, p.Name
	r.page.Choose(page)
	r.column.Objects = nil
	if r.note != nil {
		r.column.Add(r.note)
	}
	r.column.Add(r.article)
	// a search shows the same page again
	if was, ok := r.article.Figure.(*picture); !ok || was.page != p.Name {
		r.article.Figure = nil
		if shown := newPicture(p); shown != nil {
			r.article.Figure = shown
		}
	}
	r.article.Set(p.Text, p.TextEnd, r.matches(page))
	if p.Name == help.Keys {
		r.addKeys()
	}
	r.page.ContentChanged()
	r.page.Scroll.ScrollToTop()
	if top, ok := r.article.FirstMatch(); ok {
		const around = 60
		if top += r.article.Position().Y; top+around > r.page.Scroll.Size().Height {
			r.page.Scroll.ScrollToOffset(fyne.NewPos(0, top-around))
		}
	}
}

// addKeys shows the list of keys below the article, as part of its text.
func (r *reader) addKeys() {
	sections := r.sheet.keys()
	list := shell.NewKeyList(sections)
	r.column.Add(list)
	add := func(text string) {
		r.article.Appendix = append(r.article.Appendix, conversation.AppendedText{Text: text, Object: list.Objects[len(r.article.Appendix)]})
	}
	for _, s := range sections {
		add(s.Title)
		for _, k := range s.Keys {
			add(format.Named(k[1], k[0]))
		}
	}
}

// read gives the focus to the page.
func (r *reader) read() { r.sheet.frame.Canvas().Focus(r.article) }
