package replies

import "parlando/app/chat"

// ReplaceLive replaces stored messages by their replies in flight, which are newer. Their position
// among siblings is taken from the stored messages.
func (r *Replies) ReplaceLive(stored []chat.Message) {
	for i, m := range stored {
		if s, ok := r.Snapshot(m.ID); ok {
			stored[i] = s.Message
			stored[i].Sibling, stored[i].Siblings = m.Sibling, m.Siblings
		}
	}
}
