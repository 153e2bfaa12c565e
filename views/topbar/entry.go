package topbar

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"
)

// recentAtMost is how many models are shown as used lately.
const recentAtMost = 5

// entry is one line of the picker: a heading, a model, or the offer to use what was typed.
type entry struct {
	heading string
	item    Item
	typed   bool
}

// choosable reports whether the line can be highlighted.
func (e entry) choosable() bool { return e.heading == "" }

// words are what the line says.
func (e entry) words() string {
	switch {
	case e.heading != "":
		return e.heading
	case e.typed:
		return lang.L("Use “{{.Model}}”", map[string]any{"Model": e.item.ID})
	}
	return e.item.title()
}

// sections are all models: favourites, those used lately, the others. No model stands there twice.
func sections(items []Item) []entry {
	var favourites, recent, others []Item
	for _, i := range items {
		switch {
		case i.Favourite:
			favourites = append(favourites, i)
		case !i.LastUsed.IsZero():
			recent = append(recent, i)
		default:
			others = append(others, i)
		}
	}
	slices.SortStableFunc(recent, func(a, b Item) int { return b.LastUsed.Compare(a.LastUsed) })
	if len(recent) > recentAtMost {
		others = append(others, recent[recentAtMost:]...)
		recent = recent[:recentAtMost]
	}
	slices.SortStableFunc(favourites, byTitle)
	slices.SortStableFunc(others, byTitle)
	var out []entry
	out = section(out, lang.L("Favourites"), favourites)
	out = section(out, lang.L("Recent"), recent)
	heading := lang.L("All models")
	if len(out) > 0 {
		heading = lang.L("Other models")
	}
	return section(out, heading, others)
}

func byTitle(a, b Item) int {
	return cmp.Compare(strings.ToLower(a.title()), strings.ToLower(b.title()))
}

func section(out []entry, heading string, items []Item) []entry {
	if len(items) == 0 {
		return out
	}
	out = append(out, entry{heading: heading})
	for _, i := range items {
		out = append(out, entry{item: i})
	}
	return out
}

// matches are the models that hold every word of a query, those that begin with it first; then, unless it is a model's
// exact id, the offer to use it as it was typed.
func matches(items []Item, query string) []entry {
	query = strings.TrimSpace(query)
	words := strings.Fields(strings.ToLower(query))
	var first, then []entry
	exact := false
	for _, i := range items {
		exact = exact || i.ID == query
		name, id := strings.ToLower(i.Name), strings.ToLower(i.ID)
		if !holdsAll(name+" "+id, words) {
			continue
		}
		if start := strings.ToLower(query); strings.HasPrefix(name, start) || strings.HasPrefix(id, start) {
			first = append(first, entry{item: i})
		} else {
			then = append(then, entry{item: i})
		}
	}
	out := append(first, then...)
	if !exact {
		out = append(out, entry{item: Item{ID: query}, typed: true})
	}
	return out
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
