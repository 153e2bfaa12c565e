package topbar

import (
	"cmp"
	"slices"
	"strings"

	"parlando/views/i18n"
	"parlando/views/widgets/list"
)

// recentAtMost is the number of models shown as used lately.
const recentAtMost = 5

// entry is one line of the picker: a heading, a model, or the offer to use what was typed.
type entry struct {
	heading string
	item    Item
	typed   bool
	// where is the name of the service, on a line that does not stand below it.
	where string
}

// choosable reports whether the line can be highlighted.
func (e entry) choosable() bool { return e.heading == "" }

// model reports whether the line is a model that was told, and not the offer of one.
func (e entry) model() bool { return e.choosable() && !e.typed && e.item.ID != "" }

// key tells entries apart: no model stands there twice.
func (e entry) key() string {
	switch {
	case e.heading != "":
		return "# " + e.heading
	case e.typed:
		return "typed"
	}
	return e.item.Connection + "/" + e.item.ID
}

// kind is the sort of row it is. The offer of what was typed stays in sight: it may be what Enter
// takes.
func (e entry) kind() list.Kind {
	switch {
	case e.heading != "":
		return list.Heading
	case e.typed:
		return list.Floating
	}
	return list.Line
}

// words is the text of the line.
func (e entry) words() string {
	switch {
	case e.heading != "":
		return e.heading
	case e.typed:
		return i18n.Text("Use “{{.Model}}”", map[string]any{"Model": e.item.ID})
	}
	return e.item.title()
}

// sections are all models: favorites, those used lately, the others; then those of each other
// service under its name. service is the name of the one the chat speaks to, "" when there is no
// other. No model stands there twice.
func sections(items []Item, service string) []entry {
	own, others := divide(items)
	favorites, recent, rest := ranks(own)
	if len(recent) > recentAtMost {
		rest = append(rest, recent[recentAtMost:]...)
		recent = recent[:recentAtMost]
		slices.SortStableFunc(rest, byTitle)
	}
	var out []entry
	out = section(out, i18n.Text("Favorites"), favorites)
	out = section(out, i18n.Text("Recent"), recent)
	heading := service
	switch {
	case heading != "":
	case len(out) > 0:
		heading = i18n.Text("Other models")
	default:
		heading = i18n.Text("All models")
	}
	out = section(out, heading, rest)
	for _, of := range others {
		favorites, recent, rest := ranks(of)
		out = section(out, of[0].Service, slices.Concat(favorites, recent, rest))
	}
	return out
}

// divide takes the models of the chat's own service apart from those of each other one, which keep
// their order.
func divide(items []Item) (own []Item, others [][]Item) {
	at := map[string]int{}
	for _, i := range items {
		if !i.other() {
			own = append(own, i)
			continue
		}
		n, known := at[i.Connection]
		if !known {
			n = len(others)
			at[i.Connection] = n
			others = append(others, nil)
		}
		others[n] = append(others[n], i)
	}
	return own, others
}

// ranks are the favorites, those that were used, the last first, and the others.
func ranks(items []Item) (favorites, recent, others []Item) {
	for _, i := range items {
		switch {
		case i.Favorite:
			favorites = append(favorites, i)
		case !i.LastUsed.IsZero():
			recent = append(recent, i)
		default:
			others = append(others, i)
		}
	}
	slices.SortStableFunc(recent, func(a, b Item) int { return b.LastUsed.Compare(a.LastUsed) })
	slices.SortStableFunc(favorites, byTitle)
	slices.SortStableFunc(others, byTitle)
	return favorites, recent, others
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

// matches are the models that hold every word of a query, those that begin with it first; then
// those of other services; then, unless it is a model's exact id, the offer to use it as it was
// typed.
func matches(items []Item, query string) []entry {
	query = strings.TrimSpace(query)
	words := strings.Fields(strings.ToLower(query))
	start := strings.ToLower(query)
	var out []entry
	exact := false
	for _, i := range items {
		exact = exact || i.ID == query && !i.other()
		if holdsAll(strings.ToLower(i.Name+" "+i.ID+" "+i.Service), words) {
			out = append(out, entry{item: i, where: i.Service})
		}
	}
	rank := func(e entry) (n int) {
		if e.item.other() {
			n = 2
		}
		if !strings.HasPrefix(strings.ToLower(e.item.Name), start) && !strings.HasPrefix(strings.ToLower(e.item.ID), start) {
			n++
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b entry) int { return rank(a) - rank(b) })
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
