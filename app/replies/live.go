package replies

import "parlando/app/chat"

// MakeLive replaces stored messages by their replies in flight, which are newer. Their position
// among siblings is taken from the stored messages.
func (r *Replies) MakeLive(stored []chat.Message) {
	for i, m := range stored {
		if s, ok := r.Snapshot(m.ID); ok {
			stored[i] = s.Message
			stored[i].Sibling, stored[i].Siblings = m.Sibling, m.Siblings
		}
	}
}
