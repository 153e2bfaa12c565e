package topbar

import (
	"cmp"
	"slices"
	"time"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Tri is a three-valued fact about a model: unknown, yes or no.
type Tri uint8

// The values of Tri.
const (
	Unknown Tri = iota
	Yes
	No
)

// Item is a model as shown in the picker.
type Item struct {
	// ID is the service's id of the model; Name is the displayed name, which may be "".
	ID, Name string
	// Connection and Service are the id and name of the model's service if it is not that of the
	// open chat. Such an item without an ID represents the service itself, which has listed no
	// models.
	Connection, Service string
	// Sees tells whether the model accepts pictures, Tools whether it uses tools.
	Sees, Tools Tri
	Favorite    bool
	// LastUsed is zero for a model never used.
	LastUsed time.Time
}

// title returns the displayed name.
func (i Item) title() string {
	if i.other() && i.ID == "" {
		return i18n.Text("Use it, and type a model's name")
	}
	return cmp.Or(i.Name, i.ID)
}

// other reports whether the model belongs to a service other than the open chat's.
func (i Item) other() bool { return i.Connection != "" }

// same reports whether i and other are the same model of the same service.
func (i Item) same(other Item) bool { return i.ID == other.ID && i.Connection == other.Connection }

// ability is a feature of some models, for which they are marked and can be filtered.
type ability struct {
	mark widgets.Mark
	of   func(Item) Tri
}

// abilities returns all abilities, in the order of their marks.
func abilities() []ability {
	return []ability{
		// In a row the button that ticks it takes its place.
		{widgets.Mark{Icon: "eye", Name: i18n.Text("Sees pictures"), Yields: true}, func(i Item) Tri { return i.Sees }},
		{widgets.Mark{Icon: "wrench", Name: i18n.Text("Uses tools")}, func(i Item) Tri { return i.Tools }},
	}
}

// marks returns the marks of the model's known abilities.
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
