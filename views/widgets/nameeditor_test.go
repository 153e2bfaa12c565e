package widgets

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func TestANameIsChangedWhereItStands(t *testing.T) {
	n := NewNameEditor("Title")
	other := NewField("Other", "")
	w := room(t, container.NewVBox(n.Field, other))
	var said []string
	n.OnEnd = func(byKey bool) { said = append(said, fmt.Sprint("end ", byKey)) }
	n.OnName = func(name string) { said = append(said, "name "+name) }
	key := func(k fyne.KeyName) func() { return func() { n.Field.TypedKey(&fyne.KeyEvent{Name: k}) } }
	elsewhere := func() { w.Canvas().Focus(other) }
	for _, c := range []struct {
		why, written string
		end          func()
		want         []string
	}{
		{"Enter keeps it, as one line without space around it", "  The \n office ", key(fyne.KeyReturn), []string{"end true", "name The office"}},
		{"a click elsewhere keeps it", "Office", elsewhere, []string{"end false", "name Office"}},
		{"Escape takes it back", "Office", key(fyne.KeyEscape), []string{"end true"}},
		{"nothing keeps the old name", " ", key(fyne.KeyReturn), []string{"end true"}},
		{"nothing keeps the old name elsewhere too", "", elsewhere, []string{"end false"}},
		{"the same name is not told", "Work ", key(fyne.KeyReturn), []string{"end true"}},
		{"the end from outside tells nobody", "Office", func() { said = append(said, "took "+n.End(), "took "+n.End()) }, []string{"took Office", "took "}},
	} {
		said = nil
		n.Begin("Work")
		n.Focus(w.Canvas())
		if w.Canvas().Focused() != fyne.Focusable(n.Field) || n.Field.SelectedText() != "Work" {
			t.Fatalf("%s: one cannot type at once", c.why)
		}
		n.Field.SetText(c.written)
		c.end()
		w.Canvas().Unfocus() // nothing is told twice
		if !slices.Equal(said, c.want) || n.Open() {
			t.Errorf("%s: %q, want %q; open: %v", c.why, said, c.want, n.Open())
		}
	}
}

// A click beside a card closes it without a word to the field in it: the name is kept all the same.
func TestANameIsKeptWhenItsCardIsClosed(t *testing.T) {
	w := room(t, NewBody("behind"))
	n := NewNameEditor("Title")
	var said []string
	n.OnName = func(name string) { said = append(said, name) }
	o := ShowOverlay(w.Canvas(), n.Field, true, Centered(300))
	n.Begin("Work")
	n.Focus(w.Canvas())
	n.Field.SetText("Office")
	o.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	if !slices.Equal(said, []string{"Office"}) || o.shown {
		t.Errorf("told %q, the card is shown: %v", said, o.shown)
	}
}
