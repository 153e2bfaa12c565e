package modelchoice_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/views/form"
	"parlando/views/modelchoice"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

func TestAnAnsweredNotePassesTheFocus(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	var f *form.Form
	chosen, menus := "", 0
	c := modelchoice.Choice{Model: "old", Question: words.ModelQuestion{Text: "It ends soon."}}
	c.Choose = func(id string) {
		chosen, c.Question = id, words.ModelQuestion{}
		f.Update()
	}
	f = form.New(6, func(f *form.Form) {
		c.AddNote(f, "Start", func(fyne.CanvasObject) { menus++ })
		f.AddRow(f.Button("Other", nil), f.Button("Start", nil))
	})
	f.Update()
	w := test.NewWindow(f.Object())
	t.Cleanup(w.Close)
	press := func(words string) {
		t.Helper()
		for _, o := range test.LaidOutObjects(f.Object()) {
			if b, ok := o.(*widgets.Button); ok && b.AccessibilityLabel() == words {
				w.Canvas().Focus(b)
				b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
				return
			}
		}
		t.Fatalf("no button %q in %q", words, seen.Texts(w.Canvas()))
	}
	press("Choose another…")
	if menus != 1 || !slices.Contains(seen.Texts(w.Canvas()), "It ends soon.") {
		t.Errorf("%d menus, %q", menus, seen.Texts(w.Canvas()))
	}
	c.Question = words.ModelQuestion{Offer: catalog.Offer{Gone: true, Instead: "new"}, Text: "It is gone.", Use: "Use new", Keep: "Keep it"}
	f.Update()
	press("Use new")
	if chosen != "new" || w.Canvas().Focused() != f.Named("Start").(fyne.Focusable) || slices.Contains(seen.Texts(w.Canvas()), "It is gone.") {
		t.Errorf("%q was chosen; the focus is on %v; %q", chosen, w.Canvas().Focused(), seen.Texts(w.Canvas()))
	}
}
