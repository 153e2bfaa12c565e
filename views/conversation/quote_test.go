package conversation_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestAPassageIsQuotedWithItsCodeAsCode(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	const words = "First line.\n\nSay `x` now:\n\n```go\nfunc f() {\n\n\treturn\n}\n```\n\n- one\n- two"
	m := reply("r", words)
	s.SetThread("c", []chat.Head{{ID: "r", Role: chat.Assistant}}, []chat.Message{m})
	if got := s.QuotableText(); got != "" {
		t.Errorf("nothing is selected, and %q is quoted", got)
	}
	s.FocusGained()
	s.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierControl})
	if got := s.QuotableText(); got != words {
		t.Errorf("the message the keyboard is at: %q", got)
	}
	s.TypedShortcut(&fyne.ShortcutSelectAll{})
	const want = "First line.\n\nSay x now:\n\n```\nfunc f() {\n\n    return\n}\n```\n\n• one\n• two"
	if got := s.QuotableText(); got != want {
		t.Errorf("the selection\n got %q\nwant %q", got, want)
	}
}
