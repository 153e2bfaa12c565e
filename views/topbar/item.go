package topbar

import (
	"cmp"
	"slices"
	"strings"
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
	// Connection and Service are the id and the name of the model's service, or "" for the service
	// of the open chat. An item with a Connection but no ID stands for a service that has listed no
	// models.
	Connection, Service string
	// AcceptsPictures, Draws, Searches and Tools state if the model accepts pictures, makes
	// pictures, searches the web and can use tools.
	AcceptsPictures, Draws, Searches, Tools Tristate
	Favorite                                bool
	// Hint is shown below the name, "" for none. Models that are Gone come last.
	Hint string
	Gone bool
	// LastUsed is zero if the model was never used.
	LastUsed time.Time
}

// title returns the displayed name.
func (i ModelItem) title() string {
	if i.other() && i.ID == "" {
		return i18n.Text("Connect and enter a model's name")
	}
	return cmp.Or(i.Name, i.ID)
}

// other reports whether the model belongs to a service other than the open chat's.
func (i ModelItem) other() bool { return i.Connection != "" }

// called reports whether query is the whole id or name of the model.
func (i ModelItem) called(query string) bool {
	return i.ID == query || strings.EqualFold(i.title(), query)
}

// same reports whether i and other are the same model of the same service.
func (i ModelItem) same(other ModelItem) bool {
	return i.ID == other.ID && i.Connection == other.Connection
}

// ability is a feature that only some models have, with its mark and for filtering.
type ability struct {
	mark widgets.Mark
	of   func(ModelItem) Tristate
}

// abilities returns all abilities, in the order of their marks.
func abilities() []ability {
	return []ability{
		// A row with buttons shows the toggle for this ability instead of the mark.
		{widgets.Mark{Icon: "eye", Name: i18n.Text("Accepts pictures"), HiddenByButtons: true}, func(i ModelItem) Tristate { return i.AcceptsPictures }},
		{widgets.Mark{Icon: "palette", Name: i18n.Text("Makes pictures")}, func(i ModelItem) Tristate { return i.Draws }},
		{widgets.Mark{Icon: "globe", Name: i18n.Text("Searches the web")}, func(i ModelItem) Tristate { return i.Searches }},
		{widgets.Mark{Icon: "wrench", Name: i18n.Text("Can use tools")}, func(i ModelItem) Tristate { return i.Tools }},
	}
}

// marks returns the marks of the abilities that the model is known to have.
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
