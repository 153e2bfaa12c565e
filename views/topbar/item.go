package topbar

import (
	"slices"
	"time"
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
	// Sees says whether it understands pictures; Tools whether it can use tools.
	Sees, Tools Tri
	Favourite   bool
	// LastUsed is zero for a model that was never used.
	LastUsed time.Time
}

// title is what a person reads.
func (i Item) title() string {
	if i.Name != "" {
		return i.Name
	}
	return i.ID
}

// marks are the icons of what the model is known to be able to do.
func (i Item) marks() []string {
	var out []string
	if i.Sees == Yes {
		out = append(out, "eye")
	}
	if i.Tools == Yes {
		out = append(out, "wrench")
	}
	return out
}

func indexOf(items []Item, id string) int {
	return slices.IndexFunc(items, func(i Item) bool { return i.ID == id })
}
