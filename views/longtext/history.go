package longtext

// edit is one change that can be taken back.
type edit struct {
	at                int
	removed, inserted string
	// caret is where it stood before.
	caret int
	// typed says that it came from the keyboard one by one: such edits grow together.
	typed bool
}

const (
	mostEdits     = 500
	mostEditBytes = 64 << 20
)

// edits are what was done, and what was taken back.
type edits struct {
	done, undone []edit
}

// add notes a change.
func (e *edits) add(c edit) {
	e.undone = nil
	if n := len(e.done); n > 0 && c.typed && c.removed == "" && c.inserted != "\n" && c.inserted != " " {
		if last := &e.done[n-1]; last.typed && last.at+len(last.inserted) == c.at {
			last.inserted += c.inserted
			return
		}
	}
	e.done = append(e.done, c)
	size := 0
	for i := len(e.done) - 1; i >= 0; i-- {
		size += len(e.done[i].removed) + len(e.done[i].inserted)
		if len(e.done)-i > mostEdits || size > mostEditBytes && i < len(e.done)-1 {
			e.done = append([]edit(nil), e.done[i+1:]...)
			return
		}
	}
}

// undo is the change to take back now.
func (e *edits) undo() (edit, bool) { return pop(&e.done, &e.undone) }

// redo is the change to do again.
func (e *edits) redo() (edit, bool) { return pop(&e.undone, &e.done) }

func pop(from, to *[]edit) (edit, bool) {
	n := len(*from)
	if n == 0 {
		return edit{}, false
	}
	c := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, c)
	return c, true
}
