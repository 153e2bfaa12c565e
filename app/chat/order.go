package chat

import (
	"cmp"
	"maps"
	"slices"
)

// Entry is a conversation in the list, with the fields that determine its position and heading. It
// is small, because thousands of entries are in memory.
type Entry struct {
	ID ID
	// Updated is the time of the last message in Unix milliseconds.
	Updated int64
	Pinned  bool
	// Project is the project to which the conversation belongs, "" for none or a deleted one.
	Project ID
}

// Summary is the content of a row of the list.
type Summary struct {
	Entry
	// Title is the title set by the user or derived from the first message; "" before that.
	Title string
	// Unsent is the title that sending the draft would give an untitled conversation, "" for none.
	Unsent string
	// Draft reports that the conversation has unsent content.
	Draft bool
	// Damaged reports that the conversation, or one of its messages, lies in a damaged part of the
	// library's file.
	Damaged bool
}

// Order is the list of conversations in display order: pinned ones first, each group by last use.
type Order []Entry

// Compare orders two conversations as in the list. If the times are equal, the conversation created
// later comes first.
func (e Entry) Compare(other Entry) int {
	switch {
	case e.Pinned != other.Pinned && e.Pinned:
		return -1
	case e.Pinned != other.Pinned:
		return 1
	}
	return cmp.Or(cmp.Compare(other.Updated, e.Updated), cmp.Compare(other.ID, e.ID))
}

// Find returns the index of a conversation, -1 if it is not listed.
func (o Order) Find(id ID) int {
	return slices.IndexFunc(o, func(e Entry) bool { return e.ID == id })
}

// Indexes maps each of ids that is listed to its index.
func (o Order) Indexes(ids []ID) map[ID]int {
	places := make(map[ID]int, len(ids))
	for _, id := range ids {
		places[id] = -1
	}
	for i, e := range o {
		if _, wanted := places[e.ID]; wanted {
			places[e.ID] = i
		}
	}
	maps.DeleteFunc(places, func(_ ID, i int) bool { return i < 0 })
	return places
}

// Put adds a conversation, or moves it to its new position. It reports whether anything changed.
func (o *Order) Put(e Entry) bool {
	i := o.Find(e.ID)
	if i >= 0 && (*o)[i] == e {
		return false
	}
	if i >= 0 {
		*o = slices.Delete(*o, i, i+1)
	}
	at, _ := slices.BinarySearchFunc(*o, e, Entry.Compare)
	*o = slices.Insert(*o, at, e)
	return true
}

// Remove removes a conversation. It reports whether it was listed.
func (o *Order) Remove(id ID) bool {
	i := o.Find(id)
	if i >= 0 {
		*o = slices.Delete(*o, i, i+1)
	}
	return i >= 0
}
