package chat

import (
	"cmp"
	"maps"
	"slices"
)

// Entry is the part of a conversation that the list keeps: its place and its heading follow from
// it. It is small, because all of them are in memory, and there may be many thousands.
type Entry struct {
	ID ID
	// Updated is the time of the last message in Unix milliseconds.
	Updated int64
	Pinned  bool
}

// Summary is the content of a row of the list.
type Summary struct {
	Entry
	// Title is the user's own or made from the first message; "" until there is one.
	Title string
	// Unsent is the title that the draft of an untitled conversation would give it; "" for none.
	Unsent string
	// Draft: there is something in it that was written and not sent.
	Draft bool
}

// Order is the list of conversations as it is shown: the pinned ones first, and each of the two
// groups the last used first.
type Order []Entry

// Compare orders two conversations as they are listed. Of two that were used in the same
// millisecond the later made one comes first.
func (e Entry) Compare(other Entry) int {
	switch {
	case e.Pinned != other.Pinned && e.Pinned:
		return -1
	case e.Pinned != other.Pinned:
		return 1
	}
	return cmp.Or(cmp.Compare(other.Updated, e.Updated), cmp.Compare(other.ID, e.ID))
}

// Find returns where a conversation stands, -1 for one that is not listed.
func (o Order) Find(id ID) int {
	return slices.IndexFunc(o, func(e Entry) bool { return e.ID == id })
}

// Places returns where those of ids stand that are listed.
func (o Order) Places(ids []ID) map[ID]int {
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

// Put adds a conversation, or moves it to where it belongs now. It reports whether anything
// changed.
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

// Remove takes a conversation out. It reports whether it was listed.
func (o *Order) Remove(id ID) bool {
	i := o.Find(id)
	if i >= 0 {
		*o = slices.Delete(*o, i, i+1)
	}
	return i >= 0
}
