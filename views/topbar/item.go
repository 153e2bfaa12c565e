package topbar

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2/lang"
)

// Tri is what is known about a model: nothing, yes or no.
type Tri uint8

// The values of Tri.
const (
	Unknown Tri = iota
	Yes
	No
)

// Item is one model as the picker shows it.
type Item struct {
	// ID is what the service calls the model; Name is what a person reads, and may be "" where there is no better word.
	ID, Name string
	// Connection and Service are the id and the name of the service it belongs to, where that is not the one of the open chat. Such an item
	// without an ID is the service itself: it has told no models.
	Connection, Service string
	// Sees says whether it understands pictures.
	Sees      Tri
	Favourite bool
	// LastUsed is zero for a model that was never used.
	LastUsed time.Time
}

// title is what a person reads.
func (i Item) title() string {
	if i.other() && i.ID == "" {
		return lang.L("Use it, and type a model's name")
	}
	return cmp.Or(i.Name, i.ID)
}

// other reports whether the model belongs to another service than that of the open chat.
func (i Item) other() bool { return i.Connection != "" }

// same reports whether i and other are the same model of the same service.
func (i Item) same(other Item) bool { return i.ID == other.ID && i.Connection == other.Connection }

// marks are the icons of what the model is known to be able to do.
func (i Item) marks() []string {
	if i.Sees == Yes {
		return []string{"eye"}
	}
	return nil
}

func indexOf(items []Item, item Item) int { return slices.IndexFunc(items, item.same) }
