package form_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func TestAFormInACardSetsValuesAndIsDiscarded(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, widgets.Gap(0))
	w.Resize(fyne.NewSize(600, 500))
	format, on, escaped := "plain", false, 0
	f := form.New(6, func(f *form.Form) {
		f.Add(form.DropdownOf(f, "Type", []string{"plain", "rich"}, strings.ToUpper, &format), f.CheckOf("With times", &on),
			f.Field(form.Field{Name: "Title", Kept: "title", OnEscape: func() { escaped++ }}))
		f.AddEndRow(f.Button("Cancel", nil))
	})
	f.Draft = form.Open(formtest.Store{}, "card")
	f.ShowOver(w.Canvas(), 400)
	title, ok := w.Canvas().Focused().(*widgets.Field)
	if !ok {
		t.Fatalf("the focus is on %v", w.Canvas().Focused())
	}
	press := func(name string) {
		t.Helper()
		at := seen.Find(w.Canvas(), true, name).Best()
		if at == nil {
			t.Fatalf("no %q in %q", name, seen.Texts(w.Canvas()))
		}
		test.TapCanvas(w.Canvas(), at.Center())
	}
	test.Type(title, "typed")
	press("Type: PLAIN")
	press("RICH")
	press("With times")
	if !slices.Contains(seen.Texts(w.Canvas()), "RICH") || format != "rich" || !on || title.Text != "typed" {
		t.Errorf("%q, %v, %q: %q", format, on, title.Text, seen.Texts(w.Canvas()))
	}
	title.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	press("Discard")
	if escaped != 1 || title.Text != "" || seen.Find(w.Canvas(), true, "Discard").Best() != nil {
		t.Errorf("escaped %d times; %q", escaped, title.Text)
	}
}

func TestACardGrowsWithItsForm(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, widgets.Gap(0))
	w.Resize(fyne.NewSize(600, 500))
	lines := 1
	f := form.New(6, func(f *form.Form) {
		f.Add(f.Field(form.Field{Name: "Title", OnChange: func(string) {}}))
		for range lines {
			f.AddRow(f.Button("Line", nil))
		}
	})
	f.ShowOver(w.Canvas(), 400)
	before := f.Object().Size().Height
	lines = 3
	f.Update()
	if now := f.Object().Size().Height; now != before+2*(f.Named("Line").MinSize().Height+6) {
		t.Errorf("the form has a height of %v, was %v", now, before)
	}
}

func TestAPageGrowsWithItsFormAndFoot(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, widgets.Gap(0))
	w.Resize(fyne.NewSize(600, 500))
	wrong := ""
	f := form.New(12, func(f *form.Form) {
		f.Add(f.Field(form.Field{Name: "Text", OnChange: func(string) {}}))
		f.Foot(func() {
			if wrong != "" {
				f.Body(wrong)
			}
			f.AddRow(f.Button("Save", func() {
				wrong = "Not saved"
				f.Update()
			}))
		})
	})
	f.ShowPage(w.Canvas(), "Page", 400)
	top := func() float32 { return seen.Find(w.Canvas(), true, "Page").Best().Position.Y }
	before := top()
	save := f.Named("Save").(*widgets.Button)
	w.Canvas().Focus(save)
	test.Tap(save)
	if !slices.Contains(seen.Texts(w.Canvas()), "Not saved") || w.Canvas().Focused() != fyne.Focusable(save) {
		t.Errorf("the focus is on %v: %q", w.Canvas().Focused(), seen.Texts(w.Canvas()))
	}
	said, button := seen.Find(w.Canvas(), true, "Not saved").Best(), seen.Find(w.Canvas(), true, "Save").Best()
	if said.Center().Y >= button.Center().Y || top() >= before {
		t.Errorf("Save is at %v, the sentence at %v; the page begins at %v and began at %v", button.Position, said.Position, top(), before)
	}
}
