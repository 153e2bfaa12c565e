package connector

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/welcome"
	"parlando/views/widgets"
)

func TestAConnectionIsAddedInTheSameWaysAsTheFirst(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	grown, said := 0, []string{}
	a := newAddPage("", practiceLast)
	a.OnUpdate = func() { grown++ }
	a.OnPractice = func() { said = append(said, "practice") }
	a.Programs.OnUse = func(l welcome.LocalProgram) { said = append(said, "use "+l.Name) }
	w := test.NewTempWindow(t, a.frame)
	w.Resize(fyne.NewSize(460, 760))
	a.Programs.Set([]welcome.LocalProgram{{Name: "Ollama", Models: 2}, {Name: "Jan", NeedsKey: true}})
	for _, name := range []string{"Use Jan", "Use practice service"} {
		press(t, w.Canvas(), name)
	}
	if want := []string{"use Jan", "practice"}; !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	if grown == 0 {
		t.Error("the page did not ask for another height")
	}
	a.Keys.AskForKey("Jan", "http://127.0.0.1:1337/v1")
	if f, ok := w.Canvas().Focused().(*widgets.Field); !ok || f.AccessibilityLabel() != "Key from the service (API key)" {
		t.Errorf("the keyboard is at %v", w.Canvas().Focused())
	}
}

func TestInVeryLargeTextTheAddPageFits(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Dark, 2))
	a := newAddPage("", practiceLast)
	w := test.NewTempWindow(t, a.frame)
	w.Resize(fyne.NewSize(520, 900))
	a.Programs.Set([]welcome.LocalProgram{{Name: "Ollama", Models: 2}, {Name: "LM Studio", Models: 2}, {Name: "llama.cpp"}, {Name: "Jan"}})
	seen.Walk(w.Canvas(), false, func(o fyne.CanvasObject, at fyne.Position) {
		if text, ok := o.(*canvas.Text); ok && at.X+o.MinSize().Width > 521 {
			t.Errorf("%q ends at %v", text.Text, at.X+o.MinSize().Width)
		}
	})
}

func press(t *testing.T, c fyne.Canvas, name string) {
	t.Helper()
	var button *widgets.Button
	seen.Walk(c, false, func(o fyne.CanvasObject, _ fyne.Position) {
		if b, ok := o.(*widgets.Button); ok && b.AccessibilityLabel() == name {
			button = b
		}
	})
	if button == nil {
		t.Fatalf("there is no %q", name)
	}
	button.Tapped(&fyne.PointEvent{})
}
