package composer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// world is a composer at the foot of a window, and what it said.
type world struct {
	*Composer
	*page
	t       *testing.T
	window  fyne.Window
	changed []chat.Draft
	resized int
}

func open(t *testing.T, p theme.Preference, width float32) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(p, 1))
	w := &world{page: &page{}, t: t}
	w.Composer = New(Options{Sender: w.page, Drafts: w.page, Attachments: w.page})
	w.page.composer = w.Composer
	w.OnChanged = func(d chat.Draft) { w.changed = append(w.changed, d) }
	w.window = test.NewWindow(nil)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	root := container.NewWithoutLayout(w.Composer)
	place := func() {
		h := w.HeightFor(width - 48)
		w.Composer.Resize(fyne.NewSize(width-48, h))
		w.Composer.Move(fyne.NewPos(24, 584-h))
	}
	w.OnResized = func() { w.resized++; place() }
	w.window.SetContent(root)
	w.window.Resize(fyne.NewSize(width, 600))
	place()
	w.FocusText()
	return w
}

func (w *world) key(name fyne.KeyName) { w.box.TypedKey(&fyne.KeyEvent{Name: name}) }

func (w *world) write(s string) {
	for _, r := range s {
		w.box.TypedRune(r)
	}
}

func (w *world) paste(s string) {
	clipboard := test.NewClipboard()
	clipboard.SetContent(s)
	w.box.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
}

func TestEnterSendsAndShiftEnterBreaksTheLine(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("one")
	w.box.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	w.key(fyne.KeyReturn)
	w.box.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	w.write("two")
	if len(w.sent) != 0 {
		t.Fatal("Shift+Enter sent the message")
	}
	w.key(fyne.KeyReturn)
	if len(w.sent) != 1 || w.sent[0].Text != "one\ntwo" {
		t.Fatalf("sent %+v", w.sent)
	}
	w.key(fyne.KeyReturn)
	if len(w.sent) != 1 {
		t.Fatal("the same message was sent twice")
	}
}

func TestCtrlEnterSends(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("hello")
	w.box.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	if len(w.sent) != 1 {
		t.Fatal("not sent")
	}
}

func TestNothingIsNotSent(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("  ")
	w.key(fyne.KeyReturn)
	test.Tap(w.send)
	if len(w.sent) != 0 {
		t.Fatalf("sent %+v", w.sent)
	}
	w.SetDraft(chat.Draft{Parts: []chat.Part{{Kind: chat.PartImage, Name: "a.png"}}})
	w.key(fyne.KeyReturn)
	if len(w.sent) != 1 {
		t.Fatal("a picture alone was not sent")
	}
}

func TestTabLeavesTheBoxAndShiftTabComesBack(t *testing.T) {
	w := open(t, theme.Light, 768)
	c := w.window.Canvas()
	c.FocusNext()
	if c.Focused() == fyne.Focusable(w.box) {
		t.Fatal("Tab stays in the box")
	}
	c.FocusPrevious()
	if c.Focused() != fyne.Focusable(w.box) {
		t.Fatal("Shift+Tab does not come back")
	}
	if w.box.AcceptsTab() {
		t.Fatal("the box keeps Tab")
	}
}

func TestTheBoxGrowsToAThirdOfTheWindow(t *testing.T) {
	w := open(t, theme.Light, 768)
	before := w.HeightFor(720)
	w.write("a\nb\nc")
	three := w.HeightFor(720)
	if three <= before || w.resized == 0 {
		t.Fatalf("height %v, then %v; told %d times", before, three, w.resized)
	}
	w.SetDraft(chat.Draft{Text: strings.Repeat("line\n", 200)})
	if most := w.HeightFor(720); most <= three || most > 200 {
		t.Fatalf("height of a long text in a window of 600: %v", most)
	}
	w.SetDraft(chat.Draft{Text: strings.Repeat("word ", 60)})
	if long := w.HeightFor(720); long <= before {
		t.Fatal("a wrapped line does not count")
	}
}

func TestALongPasteBecomesAChipAndLosesNothing(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("Look: ")
	long := strings.Repeat("päste ", 2000)
	w.paste(long)
	d := w.Draft()
	if d.Text != "Look: " || len(d.Parts) != 1 || d.Parts[0].Kind != chat.PartPasted || d.Parts[0].Text != long {
		t.Fatalf("draft has %d bytes of text and %d parts", len(d.Text), len(d.Parts))
	}
	if got := w.chips.chips[0].words(); got != "Pasted text · 12,000 characters" {
		t.Fatalf("chip says %q", got)
	}
	if len(w.changed) == 0 || len(w.changed[len(w.changed)-1].Parts) != 1 {
		t.Fatal("the draft was not given to be kept")
	}
	test.Tap(w.chips.chips[0])
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("the text cannot be read")
	}
	board := test.NewClipboard()
	shown, _ := w.window.Canvas().Focused().(fyne.Shortcutable)
	shown.TypedShortcut(&fyne.ShortcutSelectAll{})
	shown.TypedShortcut(&fyne.ShortcutCut{Clipboard: board})
	shown.TypedShortcut(&fyne.ShortcutCopy{Clipboard: board})
	if board.Content() != w.Draft().Parts[0].Text {
		t.Errorf("of the text %.20q can be copied", board.Content())
	}
}

func TestALongDraftIsKeptAsAChip(t *testing.T) {
	w := open(t, theme.Light, 768)
	long := strings.Repeat("x", longest+1)
	w.SetDraft(chat.Draft{Text: long, Edits: "m"})
	d := w.Draft()
	if d.Text != "" || len(d.Parts) != 1 || d.Parts[0].Text != long || d.Edits != "m" {
		t.Fatal("the long draft was changed")
	}
}

func TestPastedFilesAndPicturesAreHandedOn(t *testing.T) {
	w := open(t, theme.Light, 768)
	var files []string
	w.OnPasteFiles = func(p []string) { files = p }
	w.paste("file:///home/ana/Our%20garden.jpg\r\nfile:///tmp/b.png\r\n")
	if strings.Join(files, "|") != "/home/ana/Our garden.jpg|/tmp/b.png" {
		t.Fatalf("files %q", files)
	}
	program := filepath.Join(t.TempDir(), "a program")
	if err := os.WriteFile(program, []byte("\x7fELF"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w.paste(program + "\n"); len(files) != 1 || files[0] != program {
		t.Fatalf("the path of a file gives %q", files)
	}
	files = nil
	for _, text := range []string{program + " and more", filepath.Dir(program)} {
		if w.paste(text); files != nil {
			t.Fatalf("%q gives %q", text, files)
		}
	}
	w.SetDraft(chat.Draft{})
	w.paste("")
	if w.pictures != 1 {
		t.Fatal("an empty clipboard did not ask for a picture")
	}
	w.paste("see file:///tmp/b.png")
	if w.Draft().Text != "see file:///tmp/b.png" {
		t.Fatal("a text was taken for a file")
	}
}

func TestEscapeLeavesEditingThenStops(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.SetDraft(chat.Draft{Text: "old", Edits: "m"})
	w.SetStreaming(true)
	w.key(fyne.KeyEscape)
	w.key(fyne.KeyEscape)
	if strings.Join(w.asked, " ") != "cancel stop" {
		t.Fatal(w.asked)
	}
	test.Tap(w.send)
	if strings.Join(w.asked, " ") != "cancel stop stop" || w.send.AccessibilityLabel() != "Stop" {
		t.Fatal("the button does not stop")
	}
}

func TestUpInAnEmptyBoxEditsTheLastMessage(t *testing.T) {
	w := open(t, theme.Light, 768)
	n := 0
	w.OnEditLast = func() { n++ }
	w.write("x")
	w.key(fyne.KeyUp)
	w.SetDraft(chat.Draft{})
	w.key(fyne.KeyUp)
	if n != 1 {
		t.Fatalf("asked %d times", n)
	}
}

func TestWhenNothingCanBeSentItSaysWhy(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.SetCanSend(false, "Choose a model first.")
	w.write("hello")
	w.key(fyne.KeyReturn)
	if len(w.sent) != 0 || !w.send.Disabled() || w.hint.words != "Choose a model first." {
		t.Fatal("it was sent, or does not say why not")
	}
	w.SetCanSend(true, "")
	w.key(fyne.KeyReturn)
	if len(w.sent) != 1 {
		t.Fatal("it cannot be sent any more")
	}
}

func TestNoticesComeAndGoByTheirKey(t *testing.T) {
	w := open(t, theme.Light, 768)
	pressed := 0
	w.SetNotice(Notice{Key: "sight", Text: "oak-small doesn't accept pictures.", Button: "Switch", Action: func() { pressed++ }})
	w.SetNotice(Notice{Text: "Only the first picture is sent."})
	if len(w.notices) != 2 {
		t.Fatal("one took the place of the other")
	}
	test.Tap(w.notices[0].button)
	w.SetDraft(chat.Draft{})
	if pressed != 1 || len(w.notices) != 1 {
		t.Fatal("the notice of the last draft stayed")
	}
	w.ClearNotice("sight")
	if len(w.notices) != 0 {
		t.Fatal("not cleared")
	}
}

func TestRemovingAnAttachmentIsTold(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.SetDraft(chat.Draft{Parts: []chat.Part{{Kind: chat.PartImage, Name: "a"}, {Kind: chat.PartImage, Name: "b"}}})
	test.Tap(w.chips.chips[0].close)
	if d := w.Draft(); len(d.Parts) != 1 || d.Parts[0].Name != "b" || w.said.sentence != "a was removed." {
		t.Fatalf("left %+v, told %+v", d.Parts, w.said)
	}
	w.window.Canvas().Unfocus()
	w.said.do()
	if d := w.Draft(); len(d.Parts) != 2 || d.Parts[0].Name != "a" || w.window.Canvas().Focused() != fyne.Focusable(w.box) {
		t.Errorf("after Undo there are %+v, and the keyboard is at %T", d.Parts, w.window.Canvas().Focused())
	}
}

func TestEveryIconButtonHasAName(t *testing.T) {
	w := open(t, theme.Light, 768)
	for _, b := range []fyne.Accessible{w.attach, w.send, newChip(newChips(w.Composer), 0, 0, chat.Part{}).close, w.box} {
		if b.AccessibilityLabel() == "" {
			t.Errorf("%T has no name", b)
		}
	}
}

// In the simple view the buttons have words, if all of them have room.
func TestTheButtonsOfTheSimpleViewHaveWords(t *testing.T) {
	for width, labeled := range map[float32]bool{200: false, 768: true} {
		w := open(t, theme.Light, width)
		for _, b := range []*widgets.IconButton{w.attach, w.send} {
			if b.Size().Width != buttonSide() {
				t.Errorf("in the full view, %q is %v wide", b.AccessibilityLabel(), b.Size().Width)
			}
		}
		w.SetSimple(true)
		add, send := w.attach.Size().Width, w.send.Size().Width
		if (add > buttonSide()) != labeled || (send > buttonSide()) != labeled {
			t.Errorf("%v wide: Add is %v wide, Send %v", width, add, send)
		}
		if end := w.send.Position().X + send; end != w.Size().Width-side {
			t.Errorf("%v wide: Send ends at %v", width, end)
		}
		w.SetStreaming(true)
		if end := w.send.Position().X + w.send.Size().Width; end != w.Size().Width-side {
			t.Errorf("%v wide: Stop ends at %v", width, end)
		}
	}
}

func TestShiftEnterSendsAndEnterBreaksTheLineWhereThatWasChosen(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.SetKeys(true, false)
	w.write("one")
	w.key(fyne.KeyReturn)
	w.write("two")
	if len(w.sent) != 0 || w.Draft().Text != "one\ntwo" {
		t.Fatalf("sent %+v, written %q", w.sent, w.Draft().Text)
	}
	if w.hint.words != "Shift+Enter to send" {
		t.Errorf("the hint says %q", w.hint.words)
	}
	w.box.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftRight})
	w.key(fyne.KeyReturn)
	if len(w.sent) != 1 || w.sent[0].Text != "one\ntwo" {
		t.Fatalf("sent %+v", w.sent)
	}
}

func TestThePlaceholderBeginsAtTheCaret(t *testing.T) {
	for _, scale := range []float32{0.85, 1, 2} {
		w := open(t, theme.Light, 768)
		test.ApplyTheme(t, theme.New(theme.Light, scale))
		words := textOf(t, w.box, "Write a message…")
		caret := caretOf(t, w.box)
		if first, end := words.Position().X, caret.Position().X+caret.Size().Width; first != end {
			t.Errorf("at a scale of %v the caret reaches to %v, and the first letter begins at %v", scale, end, first)
		}
	}
}

// caretOf is the caret of a box.
func caretOf(t *testing.T, o fyne.CanvasObject) *canvas.Rectangle {
	t.Helper()
	for _, shown := range test.LaidOutObjects(o) {
		if r, ok := shown.(*canvas.Rectangle); ok && r.Visible() && r.FillColor == fynetheme.Color(theme.ColorAccent) {
			return r
		}
	}
	t.Fatal("there is no caret")
	return nil
}

// textOf is the text that shows some words in an object.
func textOf(t *testing.T, o fyne.CanvasObject, words string) *canvas.Text {
	t.Helper()
	for _, shown := range test.LaidOutObjects(o) {
		if text, ok := shown.(*canvas.Text); ok && strings.Contains(text.Text, words) {
			return text
		}
	}
	t.Fatalf("%q is not shown", words)
	return nil
}

// Whoever goes through the window with Tab sees that the message has the keyboard.
func TestTheMessageShowsThatItHasTheKeyboard(t *testing.T) {
	for _, look := range []theme.Preference{theme.Light, theme.Dark} {
		w := open(t, look, 768)
		card, _ := test.WidgetRenderer(w.Composer).Objects()[0].(*canvas.Rectangle)
		ring := func() bool {
			return card.StrokeColor == fynetheme.Color(theme.ColorAccent) && card.StrokeWidth == 2
		}
		w.window.Canvas().Unfocus()
		if ring() || card.StrokeColor != fynetheme.Color(theme.ColorFrame) {
			t.Errorf("without the keyboard the border is %v, %v wide", card.StrokeColor, card.StrokeWidth)
		}
		w.FocusText()
		if !ring() {
			t.Errorf("with the keyboard the border is %v, %v wide", card.StrokeColor, card.StrokeWidth)
		}
		w.window.Canvas().Focus(w.attach)
		if ring() {
			t.Error("the ring stays")
		}
	}
}

// The hint which key sends goes once the user knows it; what is unusual is still said.
func TestTheHintGoesOnceTheKeyIsKnown(t *testing.T) {
	w := open(t, theme.Light, 768)
	if w.hint.words != "Enter to send" {
		t.Errorf("at first the hint says %q", w.hint.words)
	}
	w.SetKeys(false, true)
	if w.hint.words != "" {
		t.Errorf("with the key known the hint says %q", w.hint.words)
	}
	w.SetKeys(true, false)
	if w.hint.words != "Shift+Enter to send" {
		t.Errorf("with another key the hint says %q", w.hint.words)
	}
}

func TestTabGoesThroughTheBoxAsTheEyeDoes(t *testing.T) {
	w := open(t, theme.Light, 900)
	w.OnTools, w.OnSearch, w.OnReadReplies, w.Dictation = func() {}, func() {}, func(bool) {}, w.page
	w.SetSearch(Search{Shown: true})
	w.Refresh()
	var got []string
	for range 5 {
		w.window.Canvas().FocusNext()
		if o, ok := w.window.Canvas().Focused().(fyne.Accessible); ok {
			got = append(got, o.AccessibilityLabel())
		}
	}
	if want := []string{"Add a picture or file", "Tools", "Search the web", "Read replies aloud", "Dictate"}; !slices.Equal(got, want) {
		t.Errorf("after the message Tab reaches %q, want %q", got, want)
	}
}

func TestPageUpAndDownInAnEmptyBoxTurnThePagesOfTheChat(t *testing.T) {
	w := open(t, theme.Light, 768)
	var turned []fyne.KeyName
	w.OnTurnPage = func(k fyne.KeyName) { turned = append(turned, k) }
	w.key(fyne.KeyPageUp)
	w.key(fyne.KeyPageDown)
	w.write("one")
	w.key(fyne.KeyPageUp)
	if !slices.Equal(turned, []fyne.KeyName{fyne.KeyPageUp, fyne.KeyPageDown}) {
		t.Errorf("it turned %v", turned)
	}
}
