package topbar

import (
	"slices"
	"strings"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets/list"
)

// recentAtMost is the maximum number of recently used models shown.
const recentAtMost = 5

// entry is one row of the picker: a heading, a model, or the offer to use the typed id.
type entry struct {
	heading string
	item    ModelItem
	typed   bool
	// where is the name of the model's service if the row is not below a heading with that name.
	where string
}

// choosable reports whether the row can be highlighted.
func (e entry) choosable() bool { return e.heading == "" }

// model reports whether the row is a listed model, not the offer to use the typed id.
func (e entry) model() bool { return e.choosable() && !e.typed && e.item.ID != "" }

// key returns the unique key of the row. No model is listed twice.
func (e entry) key() string {
	switch {
	case e.heading != "":
		return "# " + e.heading
	case e.typed:
		return "typed"
	}
	return e.item.Connection + "/" + e.item.ID
}

// kind returns the kind of row. The offer to use the typed id is always visible, because Enter may
// select it.
func (e entry) kind() list.Kind {
	switch {
	case e.heading != "":
		return list.Heading
	case e.typed:
		return list.Floating
	case e.item.Hint != "":
		return list.TwoLines
	}
	return list.OneLine
}

// words returns the text of the row.
func (e entry) words() string {
	switch {
	case e.heading != "":
		return e.heading
	case e.typed:
		return i18n.Text("Use “{{.Model}}”", map[string]any{"Model": e.item.ID})
	}
	return e.item.title()
}

// sections returns the rows of all models: favorites, recently used models, other models, and then
// the models of each other service under its name. service is the name of the chat's service, "" if
// there is only one. No model is listed twice.
func sections(items []ModelItem, service string) []entry {
	own, others := divide(items)
	favorites, recent, rest := ranks(own)
	if len(recent) > recentAtMost {
		rest = append(rest, recent[recentAtMost:]...)
		recent = recent[:recentAtMost]
		sortRest(rest)
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

// divide separates the models of the chat's own service from the models of each other service, in
// the same order.
func divide(items []ModelItem) (own []ModelItem, others [][]ModelItem) {
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

// ranks splits models into favorites, used models (most recent first), and other models (those no
// longer offered last).
func ranks(items []ModelItem) (favorites, recent, others []ModelItem) {
	for _, i := range items {
		switch {
		case i.Gone:
			others = append(others, i)
		case i.Favorite:
			favorites = append(favorites, i)
		case !i.LastUsed.IsZero():
			recent = append(recent, i)
		default:
			others = append(others, i)
		}
	}
	slices.SortStableFunc(recent, func(a, b ModelItem) int { return b.LastUsed.Compare(a.LastUsed) })
	format.Sort(favorites, ModelItem.title)
	sortRest(others)
	return favorites, recent, others
}

// sortRest sorts models by title; models that are no longer offered come last.
func sortRest(all []ModelItem) {
	format.Sort(all, ModelItem.title)
	slices.SortStableFunc(all, func(a, b ModelItem) int {
		switch {
		case a.Gone == b.Gone:
			return 0
		case a.Gone:
			return 1
		}
		return -1
	})
}

func section(out []entry, heading string, items []ModelItem) []entry {
	if len(items) == 0 {
		return out
	}
	out = append(out, entry{heading: heading})
	for _, i := range items {
		out = append(out, entry{item: i})
	}
	return out
}

// matches returns the models that contain every word of a query: names or ids that begin with the
// query first, models of other services later, those no longer offered last. A last row offers to
// use the typed id, unless the chat's service lists a model with exactly that id or name.
func matches(items []ModelItem, query string) []entry {
	query = strings.TrimSpace(query)
	words := strings.Fields(strings.ToLower(query))
	start := strings.ToLower(query)
	var out []entry
	exact := false
	for _, i := range items {
		exact = exact || i.called(query) && !i.other()
		if holdsAll(strings.ToLower(i.Name+" "+i.ID+" "+i.Service), words) {
			out = append(out, entry{item: i, where: i.Service})
		}
	}
	rank := func(e entry) (n int) {
		if e.item.other() {
			n = 2
		}
		if e.item.Gone {
			n += 4
		}
		if !strings.HasPrefix(strings.ToLower(e.item.Name), start) && !strings.HasPrefix(strings.ToLower(e.item.ID), start) {
			n++
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b entry) int { return rank(a) - rank(b) })
	if !exact {
		out = append(out, entry{item: ModelItem{ID: query}, typed: true})
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
