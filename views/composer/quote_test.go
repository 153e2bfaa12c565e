package composer

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestAPassageIsQuotedAtTheCaretAsOneStep(t *testing.T) {
	for name, c := range map[string]struct {
		before  string
		at      int
		passage string
		after   string
		rest    string // what stands behind the caret
	}{
		"an empty box":             {"", 0, "one", "> one\n\n", ""},
		"several lines":            {"", 0, "one\n\ntwo\r\nthree\n", "> one\n>\n> two\n> three\n\n", ""},
		"code":                     {"", 0, "So:\n\n```go\n\tx := 1\n```", "> So:\n>\n> ```go\n> \tx := 1\n> ```\n\n", ""},
		"behind words":             {"Look:", 5, "one", "Look:\n\n> one\n\n", ""},
		"behind a line":            {"Look:\n", 6, "one", "Look:\n\n> one\n\n", ""},
		"behind another quotation": {"> a\n\n", 5, "b", "> a\n\n> b\n\n", ""},
		"amid words":               {"Before after", 7, "one", "Before \n\n> one\n\nafter", "after"},
		"right to left":            {"", 0, "שלום עולם\nأهلا", "> שלום עולם\n> أهلا\n\n", ""},
		"a quotation":              {"", 0, "> a", "> > a\n\n", ""},
		"nothing":                  {"stays", 5, " \n ", "stays", ""},
	} {
		d := open(t, theme.Light, 800)
		d.SetDraft(chat.Draft{Text: c.before})
		d.caretAt(c.at)
		d.Quote(c.passage)
		if got := d.box.Text(); got != c.after {
			t.Errorf("%s: %q, want %q", name, got, c.after)
		}
		if got, want := d.caret(), len([]rune(c.after))-len(c.rest); got != want {
			t.Errorf("%s: the caret is at %d, want %d", name, got, want)
		}
		if c.after == c.before {
			continue
		}
		if d.window.Canvas().Focused() != fyne.Focusable(d.box) {
			t.Errorf("%s: the keyboard is at %T", name, d.window.Canvas().Focused())
		}
		d.box.Undo()
		if got := d.box.Text(); got != c.before {
			t.Errorf("%s: one step back is %q", name, got)
		}
	}
}

func TestAPassageTooLongForTheBoxBecomesAnAttachmentAndNothingIsReplaced(t *testing.T) {
	d := open(t, theme.Light, 800)
	d.SetDraft(chat.Draft{Text: "all of it"})
	d.box.TypedShortcut(&fyne.ShortcutSelectAll{})
	d.Quote("one")
	if got := d.box.Text(); got != "all of it\n\n> one\n\n" {
		t.Errorf("what was selected: %q", got)
	}
	d.Quote(strings.Repeat("long ", longest/4))
	if p := d.Draft().Parts; len(p) != 1 || p[0].Kind != chat.PartPasted || !strings.HasPrefix(p[0].Text, "> long ") {
		t.Errorf("parts %+v", p)
	}
}
