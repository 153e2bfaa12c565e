package connections

import (
	"cmp"
	"slices"

	"parlando/app/chat"
)

// fallback picks the new default connection after the current one was removed, "" if there is none.
// It prefers connections whose last request succeeded, the latest success first, then those without
// any known problem, then the others, the newest first. It sends nothing.
func fallback(all []Connection, known map[chat.ID]Abilities) chat.ID {
	if len(all) == 0 {
		return ""
	}
	rank := func(a Abilities) int {
		switch {
		case a.Problem != nil && !a.ProblemResolved:
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
		// IDs sort by creation time.
		return cmp.Or(cmp.Compare(rank(a), rank(b)), answered, cmp.Compare(x.ID, y.ID))
	}).ID
}
