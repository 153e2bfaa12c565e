package conversation_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/textview/edit"
	"parlando/views/theme"
)

// Of a text without an end the bubble shows the first part; copying includes all of it, and a page
// shows it.
func TestTheFirstPartOfALongMessageIsShown(t *testing.T) {
	text := strings.Repeat("lorem ipsum ", 100_000)
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", text))
	s.GoToEnd()
	s.TypedShortcut(&fyne.ShortcutSelectAll{})
	s.TypedShortcut(&fyne.ShortcutCopy{})
	if len(s.copied) != 1 || s.copied[0] != strings.TrimSuffix(text, " ") && s.copied[0] != text {
		t.Fatalf("%d bytes of %d are copied", len(strings.Join(s.copied, "")), len(text))
	}
	s.tap(t, "Show all", 0)
	box, ok := s.window.Canvas().Focused().(*edit.Box)
	if !ok || box.Text() != text || !box.ReadOnly {
		t.Error("no page shows the whole text")
	}
}
