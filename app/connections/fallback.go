package connections

import (
	"cmp"
	"slices"

	"parlando/app/chat"
)

// fallback picks the connection of new chats after the one in use was removed, "" without any: of
// those whose last request worked the one that answered last; else the newest of those that have
// met no problem; else the newest. What is known decides: nothing is sent.
func fallback(all []Connection, known map[chat.ID]Abilities) chat.ID {
	if len(all) == 0 {
		return ""
	}
	rank := func(a Abilities) int {
		switch {
		case a.Problem != nil && !a.Over:
			return 0
		case a.Success.IsZero():
			return 1
		}
		return 2
	}
	return slices.MaxFunc(all, func(x, y Connection) int {
		a, b := known[x.ID], known[y.ID]
		answered := 0
		if rank(a) == 2 {
			answered = a.Success.Compare(b.Success)
		}
		// ids begin with the time
		return cmp.Or(cmp.Compare(rank(a), rank(b)), answered, cmp.Compare(x.ID, y.ID))
	}).ID
}
