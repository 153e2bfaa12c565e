package replies

import (
	"maps"
	"slices"
	"sync"

	"parlando/app/chat"
)

// liveReplies holds the turns whose latest content is not on disk yet, by the IDs of their replies.
// It is safe for concurrent use.
type liveReplies struct {
	mu    sync.Mutex
	turns map[chat.ID]*turn
}

// add adds a turn that has begun.
func (l *liveReplies) add(t *turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range t.state.ids() {
		l.turns[id] = t
	}
}

// remove removes a turn and reports whether it was in the set.
func (l *liveReplies) remove(t *turn) (removed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range t.state.ids() {
		if l.turns[id] == t {
			delete(l.turns, id)
			removed = true
		}
	}
	return removed
}

// all returns the turns in no particular order.
func (l *liveReplies) all() []*turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*turn
	for t := range maps.Values(l.turns) {
		if !slices.Contains(all, t) { // a turn is listed once for each of its replies
			all = append(all, t)
		}
	}
	return all
}

// snapshot returns a reply from memory; ok is false if it is not live.
func (l *liveReplies) snapshot(message chat.ID) (s Snapshot, ok bool) {
	l.mu.Lock()
	t := l.turns[message]
	l.mu.Unlock()
	if t == nil {
		return Snapshot{}, false
	}
	return t.state.snapshot(message)
}

// replace replaces stored messages by their live replies, which are newer, but keeps the stored
// positions among siblings.
func (l *liveReplies) replace(stored []chat.Message) {
	for i, m := range stored {
		if s, ok := l.snapshot(m.ID); ok {
			stored[i] = s.Message
			stored[i].Sibling, stored[i].Siblings = m.Sibling, m.Siblings
		}
	}
}
