package composer

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestALongPasteIsAttachedToldAndCanStandInTheTextAfterAll(t *testing.T) {
	w := open(t, theme.Light, 800)
	last := &w.said
	w.write("Look: .")
	w.key(fyne.KeyLeft)
	long := strings.Repeat("words ", pasteMost/5)
	w.paste(long)
	if d := w.Draft(); d.Text != "Look: ." || len(d.Parts) != 1 || d.Parts[0].Text != long || last.button != "Insert as text" {
		t.Fatalf("pasted: %q, %d parts, told %+v", d.Text, len(d.Parts), last)
	}
	last.do()
	if d := w.Draft(); d.Text != "Look: "+long+"." || len(d.Parts) != 0 || last.button != "Undo" {
		t.Fatalf("as text: %.40q, %d parts, told %+v", d.Text, len(d.Parts), last)
	}
	if w.window.Canvas().Focused() != fyne.Focusable(w.box) {
		t.Error("the keyboard is elsewhere")
	}
	last.do()
	if d := w.Draft(); d.Text != "Look: ." || len(d.Parts) != 1 || d.Parts[0].Text != long {
		t.Errorf("undone: %.40q, %d parts", d.Text, len(d.Parts))
	}
}

func TestTextThatIsTakenOutAgainStandsInOnePlace(t *testing.T) {
	w := open(t, theme.Light, 800)
	last := &w.said
	long := strings.Repeat("words ", pasteMost/5)
	for name, c := range map[string]struct {
		meanwhile func()
		text      string
		parts     int
	}{
		"more behind it":    {func() { w.caretAt(1e6); w.write("more") }, "Look: .more", 1},
		"more before it":    {func() { w.caretAt(0); w.write("Do ") }, "Do Look: .", 1},
		"something in it":   {func() { w.caretAt(10); w.write("new ") }, "Look: word" + "new " + long[4:] + ".", 0},
		"all of it is gone": {func() { w.box.SetText("other") }, "other", 0},
	} {
		w.SetDraft(chat.Draft{Text: "Look: .", Parts: []chat.Part{{Kind: chat.PartPasted, Text: long}}})
		w.caretAt(len("Look: "))
		w.insertAsText(0)
		c.meanwhile()
		last.do()
		d := w.Draft()
		if d.Text != c.text || len(d.Parts) != c.parts {
			t.Errorf("%s: %.40q… of %d letters, want %.40q… of %d; %d parts", name, d.Text, len(d.Text), c.text, len(c.text), len(d.Parts))
		}
		if stays := strings.Contains(last.sentence, "so this wasn't undone"); stays != (c.parts == 0) {
			t.Errorf("%s: told %q", name, last.sentence)
		}
	}
	w.SetDraft(chat.Draft{Text: "Look: .", Parts: []chat.Part{{Kind: chat.PartPasted, Text: long}}})
	w.caretAt(len("Look: "))
	w.insertAsText(0)
	w.caretAt(1e6)
	w.write(" More")
	last.do()
	w.write("!")
	if got := w.Draft().Text; got != "Look: . More!" {
		t.Errorf("the caret went elsewhere: %q", got)
	}
}

func TestATextTooLongForTheBoxStaysAttached(t *testing.T) {
	w := open(t, theme.Light, 800)
	last := &w.said
	w.paste(strings.Repeat("x", longest+1))
	if d := w.Draft(); len(d.Parts) != 1 || last.do != nil || last.sentence == "" || whyNotInText(d.Text, d.Parts[0]) == "" {
		t.Errorf("%d parts, told %+v", len(d.Parts), last)
	}
	w.insertAsText(0)
	if d := w.Draft(); len(d.Parts) != 1 || d.Text != "" {
		t.Errorf("it was put in: %d parts", len(d.Parts))
	}
}

func TestARemovedAttachmentComesBackToItsPlace(t *testing.T) {
	w := open(t, theme.Light, 800)
	last := &w.said
	w.SetDraft(chat.Draft{Text: "t", Parts: []chat.Part{
		{Kind: chat.PartPasted, Name: "a.csv", Text: "1"}, {Kind: chat.PartPasted, Text: "2"}, {Kind: chat.PartPasted, Name: "c.go", Text: "3"},
	}})
	w.remove(1)
	if last.sentence != "The pasted text was removed." || len(w.Draft().Parts) != 2 {
		t.Errorf("told %+v", last)
	}
	last.do()
	if d := w.Draft(); len(d.Parts) != 3 || d.Parts[1].Text != "2" || len(w.changed) != 2 {
		t.Errorf("back: %+v, %d changes", d.Parts, len(w.changed))
	}
	w.remove(0)
	if last.sentence != "a.csv was removed." {
		t.Errorf("told %+v", last)
	}
}
