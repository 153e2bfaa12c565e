// Package ticklist adds a long list with ticks to a form: a search, "All", and the first rows with
// a button for more.
package ticklist

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// step is the number of rows shown at first, and added by each press of Show more.
const step = 50

// ticksGap is the space between "All" and the tick of the part, wider than that between a tick and
// its words.
const ticksGap = 20

// List describes a list. Items are identified by their places.
type List struct {
	// Search is the name of the search field, "" for none.
	Search string
	ID     func(i int) chat.ID
	// Title is searched.
	Title func(i int) string
	// IsOffered reports whether an item can be chosen; nil if all can be.
	IsOffered func(i int) bool
	IsChosen  func(i int) bool
	Choose    func(i int, on bool)
	// InPart reports whether an item is in a part of the list that gets a tick of its own below
	// "All", with the words PartName for n items; nil for none.
	InPart   func(i int) bool
	PartName func(n int) string
	// WithoutTicks leaves out the ticks for several items.
	WithoutTicks bool
	// Row adds the row of an item.
	Row func(i int)

	query string
	more  int
}

// AddTo adds the list of n items to a form, which is being built.
func (l *List) AddTo(f *form.Form, n int) {
	if l.Search != "" {
		search := f.Field(form.Field{Name: l.Search, Placeholder: l.Search, Value: l.query, OnChange: func(query string) {
			l.query, l.more = query, 0
			f.Update()
		}})
		search.SetLeading("search")
		f.Add(search)
	}
	found := l.found(n)
	if len(found) == 0 {
		f.Muted(i18n.Text("Nothing found."))
		return
	}
	if !l.WithoutTicks {
		f.Add(container.New(&widgets.Flow{Gap: ticksGap}, l.ticks(f, found)...))
	}
	shown := min(step+l.more, len(found))
	for _, i := range found[:shown] {
		f.Scope(string(l.ID(i)), func() { l.Row(i) })
	}
	if shown < len(found) {
		f.AddRow(f.Button(i18n.Text("Show more"), func() {
			l.more += step
			f.Update()
		}))
	}
}

// ticks returns the ticks for all items that were found, and for those of the part.
func (l *List) ticks(f *form.Form, found []int) []fyne.CanvasObject {
	offered := slices.DeleteFunc(slices.Clone(found), func(i int) bool { return !l.offers(i) })
	tick := func(words string, items []int) *widgets.Check {
		isLeft := func(i int) bool { return !l.IsChosen(i) }
		return f.Check(words, !slices.ContainsFunc(items, isLeft), func(on bool) {
			for _, i := range items {
				l.Choose(i, on)
			}
			f.Update()
		})
	}
	ticks := []fyne.CanvasObject{tick(i18n.Text("All"), offered)}
	if l.InPart != nil {
		offered = slices.DeleteFunc(offered, func(i int) bool { return !l.InPart(i) })
		if len(offered) > 0 {
			ticks = append(ticks, tick(l.PartName(len(offered)), offered))
		}
	}
	return ticks
}

// found returns the items with the query in their titles.
func (l *List) found(n int) (found []int) {
	query := strings.ToLower(strings.TrimSpace(l.query))
	for i := range n {
		if query == "" || strings.Contains(strings.ToLower(l.Title(i)), query) {
			found = append(found, i)
		}
	}
	return found
}

func (l *List) offers(i int) bool { return l.IsOffered == nil || l.IsOffered(i) }
