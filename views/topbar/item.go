package topbar

import (
	"cmp"
	"slices"
	"time"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Tri is a fact about a model: unknown, yes or no.
type Tri uint8

// The values of Tri.
const (
	Unknown Tri = iota
	Yes
	No
)

// Item is one model as the picker shows it.
type Item struct {
	// ID is the service's id of the model; Name is shown, and may be "" where there is no better
	// word.
	ID, Name string
	// Connection and Service are the id and the name of the service it belongs to, where that is
	// not the one of the open chat. Such an item without an ID is the service itself: it has told
	// no models.
	Connection, Service string
	// Sees: it sees pictures. Tools: it uses tools.
	Sees, Tools Tri
	Favorite    bool
	// LastUsed is zero for a model that was never used.
	LastUsed time.Time
}

// title is the displayed name.
func (i Item) title() string {
	if i.other() && i.ID == "" {
		return i18n.Text("Use it, and type a model's name")
	}
	return cmp.Or(i.Name, i.ID)
}

// other reports whether the model belongs to another service than that of the open chat.
func (i Item) other() bool { return i.Connection != "" }

// same reports whether i and other are the same model of the same service.
func (i Item) same(other Item) bool { return i.ID == other.ID && i.Connection == other.Connection }

// ability is something that only some models can do: they are marked, and the list can show them
// alone.
type ability struct {
	mark widgets.Mark
	of   func(Item) Tri
}

// abilities returns all of them, in the order of their marks.
func abilities() []ability {
	return []ability{
		// In a row the button that ticks it takes its place.
		{widgets.Mark{Icon: "eye", Name: i18n.Text("Sees pictures"), Yields: true}, func(i Item) Tri { return i.Sees }},
		{widgets.Mark{Icon: "wrench", Name: i18n.Text("Uses tools")}, func(i Item) Tri { return i.Tools }},
	}
}

// marks returns the marks of what the model is known to do.
func (i Item) marks() []widgets.Mark {
	var marks []widgets.Mark
	for _, a := range abilities() {
		if a.of(i) == Yes {
			marks = append(marks, a.mark)
		}
	}
	return marks
}

func indexOf(items []Item, item Item) int { return slices.IndexFunc(items, item.same) }
