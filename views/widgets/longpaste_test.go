package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// Fyne's Entry would take seconds for each key.
func TestATextThatWouldMakeAFieldSlowIsNotPasted(t *testing.T) {
	for name, c := range map[string]struct {
		there, pasted string
		area, refused bool
	}{
		"prose":            {"", strings.Repeat("five words and a space ", 1000), true, false},
		"long prose":       {"", strings.Repeat("five words and a space ", 20_000), true, true},
		"line breaks":      {"", strings.Repeat("\n", 40_000), true, true},
		"with what is in":  {"kept", strings.Repeat("\n", 40_000), true, true},
		"into one line":    {"", strings.Repeat("long", 50_000), false, false},
		"little into much": {strings.Repeat("a", 100), "b", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			test.NewTempApp(t)
			f := NewField("Key", "")
			if c.area {
				f = NewTextArea("Result", "", 3)
			}
			w := test.NewTempWindow(t, container.NewVBox(f))
			f.SetText(c.there)
			board := fyne.CurrentApp().Clipboard()
			board.SetContent(c.pasted)
			f.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
			if refused := f.Text == c.there; refused != c.refused {
				t.Errorf("%d bytes are in it", len(f.Text))
			}
			if said := w.Canvas().Overlays().Top() != nil; said != c.refused {
				t.Errorf("said so: %v", said)
			}
			if c.refused && board.Content() != c.pasted {
				t.Error("the clipboard lost it")
			}
		})
	}
}
