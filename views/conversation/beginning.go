package conversation

import "parlando/app/chat"

// beginning is the beginning of a reply that is read while the reply is written. Following the end
// never scrolls it out of view; the user may.
type beginning struct {
	// reply is the reply whose beginning is in view, "" for none.
	reply chat.ID
	// kept means that the view has stopped following the end, to keep the beginning in view.
	kept bool
}

// follow scrolls to the end if the view sticks to it, but not past the beginning of a reply that is
// being read. A question in that reply is shown in any case: the reply waits for its answer.
func (v *column) follow() {
	if !v.stick {
		v.port.Scroll(0)
		if !v.kept || !v.asks() {
			return
		}
	}
	v.stick, v.kept = true, false
	v.port.ScrollToEnd()
	i, ok := v.index[v.beginning.reply]
	if !ok || v.asks() || i > v.port.Top || i == v.port.Top && v.port.HiddenHeight <= 0 {
		return
	}
	v.port.ScrollTo(i, 0, 0)
	v.stick, v.kept = false, true
}

// asks reports whether the reply whose beginning is in view waits for an answer of the user.
func (v *column) asks() bool {
	i, ok := v.index[v.beginning.reply]
	return ok && v.items[i].card != nil && v.items[i].card.Asks
}

// noteBeginning notes the reply that is being written if its beginning is in view.
func (v *column) noteBeginning() {
	if v.kept {
		return
	}
	v.beginning.reply = ""
	for _, at := range v.visible {
		if m := v.items[at.item].message; m != nil && m.Role == chat.Assistant && !m.State.Ended() && at.y >= 0 {
			v.beginning.reply = m.ID
		}
	}
}
