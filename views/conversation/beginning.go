package conversation

import "parlando/app/chat"

// replyBeginning is the beginning of a reply that is read while the reply is written. Following the
// end never scrolls it out of view; the user may.
type replyBeginning struct {
	// reply is the reply whose beginning is to stay in view until it is written, "" for none.
	reply chat.ID
	// kept means that the view has stopped following the end, to keep the beginning in view.
	kept bool
}

// follow scrolls to the end if the view sticks to it, but not past the beginning of a reply that is
// being read. A question or a problem of that reply is shown in any case.
func (v *column) follow() {
	if !v.stick {
		v.port.Scroll(0)
		if !v.beginning.kept || !v.asks() {
			return
		}
	}
	v.stick, v.beginning.kept = true, false
	v.port.ScrollToEnd()
	i, ok := v.index[v.beginning.reply]
	if !ok || v.asks() || i > v.port.Top || i == v.port.Top && v.port.HiddenHeight <= 0 {
		return
	}
	v.port.ScrollTo(i, 0, 0)
	v.stick, v.beginning.kept = false, true
}

// asks reports whether the reply whose beginning is in view shows a question or a problem.
func (v *column) asks() bool {
	i, ok := v.index[v.beginning.reply]
	return ok && v.items[i].card != nil && v.items[i].card.Asks
}

// expectReply notes the last message if it is a reply that is not among the known messages. It may
// be longer than the view before it is shown.
func (v *column) expectReply(known map[chat.ID]int) {
	if len(v.items) == v.waiting || !v.stick {
		return
	}
	last := v.items[len(v.items)-v.waiting-1].head.ID
	if _, ok := known[last]; !ok && v.isWriting(last) {
		v.beginning = replyBeginning{reply: last}
	}
}

// isWriting reports whether a message is a reply that is being written.
func (v *column) isWriting(id chat.ID) bool {
	m := v.message(id)
	return m != nil && m.Role == chat.Assistant && !m.State.Ended()
}

// noteBeginning notes the reply that is being written if its beginning is in view.
func (v *column) noteBeginning() {
	if reply := v.beginning.reply; v.beginning.kept || reply != "" && (v.message(reply) == nil || v.isWriting(reply)) {
		return
	}
	v.beginning.reply = ""
	for _, at := range v.visible {
		if id := v.items[at.item].head.ID; at.y >= 0 && v.isWriting(id) {
			v.beginning.reply = id
		}
	}
}
