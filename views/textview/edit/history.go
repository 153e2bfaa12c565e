package edit

// change is an undoable change.
type change struct {
	at                int
	removed, inserted string
	// caret is the offset of the caret before the change.
	caret int
	// typed means that a single key caused the change; consecutive typed changes are merged.
	typed bool
}

const (
	maxChanges     = 500
	maxChangeBytes = 64 << 20
)

// history is the undo and redo stack.
type history struct {
	done, undone []change
}

// add records a change.
func (h *history) add(c change) {
	h.undone = nil
	if n := len(h.done); n > 0 && h.done[n-1].grow(c) {
		return
	}
	h.done = append(h.done, c)
	size := 0
	for i := len(h.done) - 1; i >= 0; i-- {
		size += len(h.done[i].removed) + len(h.done[i].inserted)
		if len(h.done)-i > maxChanges || size > maxChangeBytes && i < len(h.done)-1 {
			h.done = append([]change(nil), h.done[i+1:]...)
			return
		}
	}
}

// grow merges the next change into c if both were typed: characters typed into a word, or deleted
// one after the other. It reports whether it did.
func (c *change) grow(next change) bool {
	switch {
	case !c.typed || !next.typed:
		return false
	case next.removed == "" && c.removed == "" && next.inserted != "\n" && next.inserted != " " && c.at+len(c.inserted) == next.at:
		c.inserted += next.inserted
	case next.inserted == "" && c.inserted == "" && next.at == c.at:
		c.removed += next.removed
	case next.inserted == "" && c.inserted == "" && next.at+len(next.removed) == c.at:
		c.at, c.removed = next.at, next.removed+c.removed
	default:
		return false
	}
	return true
}

// undo moves the last change to the redo stack and returns it.
func (h *history) undo() (change, bool) { return pop(&h.done, &h.undone) }

// redo moves the change that was undone last back to the undo stack and returns it.
func (h *history) redo() (change, bool) { return pop(&h.undone, &h.done) }

func pop(from, to *[]change) (change, bool) {
	n := len(*from)
	if n == 0 {
		return change{}, false
	}
	c := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, c)
	return c, true
}
