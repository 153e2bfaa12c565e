package conversation

// SetPlain leaves away who answered, with how many tokens and in what time, or shows it again.
func (v *View) SetPlain(plain bool) {
	if v.plain == plain {
		return
	}
	v.plain = plain
	for _, it := range v.items {
		if it.card != nil {
			it.card.parts, it.card.stale = nil, true
		}
	}
	v.place()
}
