package topbar

import (
	"cmp"
	"slices"
	"time"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Tristate is a three-valued fact about a model: unknown, yes or no.
type Tristate uint8

// The values of Tristate.
const (
	Unknown Tristate = iota
	Yes
	No
)

// ModelItem is a model as shown in the picker.
type ModelItem struct {
	// ID is the service's id of the model; Name is the displayed name, which may be "".
	ID, Name string
	// Connection and Service are the id and name of the model's service if it is not that of the
	// open chat. Such an item without an ID represents the service itself, which has listed no
	// models.
	Connection, Service string
	// AcceptsPictures tells whether the model accepts pictures, Tools whether it uses tools.
	AcceptsPictures, Tools Tristate
	Favorite               bool
	// Hint is shown below the name, "" for none. Gone models come last.
	Hint string
	Gone bool
	// LastUsed is zero for a model never used.
	LastUsed time.Time
}

// title returns the displayed name.
func (i ModelItem) title() string {
	if i.other() && i.ID == "" {
		return i18n.Text("Use it and enter a model name")
	}
	return cmp.Or(i.Name, i.ID)
}

// other reports whether the model belongs to a service other than the open chat's.
func (i ModelItem) other() bool { return i.Connection != "" }

// same reports whether i and other are the same model of the same service.
func (i ModelItem) same(other ModelItem) bool {
	return i.ID == other.ID && i.Connection == other.Connection
}

// ability is a feature of some models, for which they are marked and can be filtered.
type ability struct {
	mark widgets.Mark
	of   func(ModelItem) Tristate
}

// abilities returns all abilities, in the order of their marks.
func abilities() []ability {
	return []ability{
		// In a row with buttons, the toggle for this ability replaces the mark.
		{widgets.Mark{Icon: "eye", Name: i18n.Text("Accepts pictures"), HiddenByButtons: true}, func(i ModelItem) Tristate { return i.AcceptsPictures }},
		{widgets.Mark{Icon: "wrench", Name: i18n.Text("Uses tools")}, func(i ModelItem) Tristate { return i.Tools }},
	}
}

// marks returns the marks of the model's known abilities.
func (i ModelItem) marks() []widgets.Mark {
	var marks []widgets.Mark
	for _, a := range abilities() {
		if a.of(i) == Yes {
			marks = append(marks, a.mark)
		}
	}
	return marks
}

func indexOf(items []ModelItem, item ModelItem) int { return slices.IndexFunc(items, item.same) }
