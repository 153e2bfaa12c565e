package transcript

// layOutVisible lays out the visible parts of long lines, whose heights are estimated until then.
// The content that was visible before does not move.
func (t *table) layOutVisible() {
	for t.layOutLine() {
	}
	t.upward = false
}

// layOutLine lays out the first visible line whose visible part is not laid out; it returns false
// if there is none.
func (t *table) layOutLine() bool {
	for i, y := range t.view.VisibleRows() {
		for _, other := range []bool{false, true} {
			if other && !t.translated {
				continue
			}
			words := t.rows[i].paragraph(other)
			x, top := t.column(t.rows[i], other)
			high := words.LineHeight()
			top += y + above
			from, until := int(-top/high)-1, int((t.ViewHeight()-top)/high)+1
			if until < 0 {
				continue
			}
			by, found := words.LayOutLines(from, until, t.upward)
			if !found {
				continue
			}
			if x == t.shape.text {
				t.view.HiddenHeight += float32(by) * high
			}
			t.view.Scroll(0)
			return true
		}
	}
	return false
}
