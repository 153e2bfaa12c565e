package replies

import "parlando/app/chat"

// MakeLive puts the replies that are in flight in place of what the library has of them: memory is
// ahead of the disk. Only the library knows their place among their siblings.
func (r *Replies) MakeLive(stored []chat.Message) {
	for i, m := range stored {
		if s, ok := r.Snapshot(m.ID); ok {
			stored[i] = s.Message
			stored[i].Sibling, stored[i].Siblings = m.Sibling, m.Siblings
		}
	}
}
