package transcripts_test

import (
	"testing"

	"parlando/app/transcripts"
)

func TestTheChangesOfOneRunAreOneStep(t *testing.T) {
	w := newWorld(t)
	id := w.told("One.", "Two.", "Three.")
	l := w.lines(id)
	before := shown(l)
	part := func(run string, line int, text string) {
		w.edit(id, transcripts.GroupedEdit{Run: run, Edit: transcripts.SetTranslations{l[line].ID: text}})
	}
	undo := func() {
		_, err := w.Undo(t.Context(), id)
		w.try(err)
	}
	part("german", 0, "Eins.")
	part("german", 1, "Zwei.")
	part("german", 2, "Drei.")
	all := shown(w.lines(id))
	undo()
	if got := shown(w.lines(id)); got != before {
		t.Errorf("it is %s", got)
	}
	_, err := w.Redo(t.Context(), id)
	w.try(err)
	if got := shown(w.lines(id)); got != all {
		t.Errorf("it is %s", got)
	}
	// What is changed by hand in between is a step of its own, and what follows too.
	w.edit(id, transcripts.SetText{Line: l[0].ID, Text: "Uno."})
	part("german", 0, "Ein.")
	undo()
	if got := w.lines(id)[0]; got.Text != "Uno." || got.Translation != "Eins." {
		t.Errorf("it is %+v", got)
	}
	undo()
	if got := shown(w.lines(id)); got != all {
		t.Errorf("it is %s", got)
	}
}
