package edit

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

const margin = 18

func open(t *testing.T, body string) *Box {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	b := New("Text", "Nothing yet", LongTextStyle())
	w := app.NewWindow("")
	w.SetPadded(false)
	w.SetContent(b)
	w.Resize(fyne.NewSize(600, 400))
	t.Cleanup(w.Close)
	b.SetText(body)
	w.Canvas().Focus(b)
	return b
}

func typed(b *Box, s string) {
	for _, r := range s {
		b.TypedRune(r)
	}
}

func press(b *Box, keys ...fyne.KeyName) {
	for _, k := range keys {
		b.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func shown(b *Box) string {
	var out []string
	for _, o := range b.paint.Content.Objects {
		if w, ok := o.(*canvas.Text); ok && w.Visible() {
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

func isGround(o fyne.CanvasObject) bool {
	g, ok := o.(*canvas.Rectangle)
	return ok && g.Size().Width > caretSlack
}

// caretSlack is wider than the caret.
const caretSlack = 4

func wants(t *testing.T, b *Box, want string) {
	t.Helper()
	if got := b.Text(); got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestWriting(t *testing.T) {
	b := open(t, "")
	if !strings.HasSuffix(shown(b), "Nothing yet") {
		t.Errorf("an empty box shows %q", shown(b))
	}
	typed(b, "Hello wold")
	press(b, fyne.KeyLeft, fyne.KeyLeft)
	typed(b, "r")
	press(b, fyne.KeyEnd, fyne.KeyReturn)
	typed(b, "again")
	wants(t, b, "Hello world\nagain")
	press(b, fyne.KeyUp, fyne.KeyHome, fyne.KeyDelete)
	typed(b, "J")
	wants(t, b, "Jello world\nagain")
	press(b, fyne.KeyDown, fyne.KeyHome, fyne.KeyBackspace)
	wants(t, b, "Jello worldagain")
	for range 20 {
		b.Undo()
	}
	wants(t, b, "")
	for range 20 {
		b.Redo()
	}
	wants(t, b, "Jello worldagain")
}

func TestSelectingWithTheKeyboard(t *testing.T) {
	b := open(t, "one two three")
	b.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	press(b, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight)
	b.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	if from, to := b.Selection(); from != 0 || to != 3 {
		t.Errorf("selected %d to %d", from, to)
	}
	board := test.NewClipboard()
	b.TypedShortcut(&fyne.ShortcutCut{Clipboard: board})
	wants(t, b, " two three")
	b.TypedShortcut(&fyne.ShortcutSelectAll{})
	b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	wants(t, b, "one")
	b.TypedShortcut(&fyne.ShortcutUndo{})
	wants(t, b, " two three")
}

func TestAMegabyteIsThereAtOnce(t *testing.T) {
	body := strings.Repeat("The last train had gone, and the platform was quiet. ", 10)
	body = strings.Repeat(body+"\n\n", 2000)
	b := open(t, "")
	board := test.NewClipboard()
	board.SetContent(body)
	begun := time.Now()
	b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	typed(b, "!")
	t.Logf("%d bytes pasted and a key in %v", len(body), time.Since(begun))
	wants(t, b, body+"!")
	if laid := laidOut(b); laid > 60 {
		t.Errorf("%d paragraphs were laid out, and a window shows a handful", laid)
	}
	b.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyHome, Modifier: fyne.KeyModifierShortcutDefault})
	if !strings.HasPrefix(shown(b), "The last train") {
		t.Errorf("at the top stands %.40q", shown(b))
	}
}

func laidOut(b *Box) (n int) {
	for _, s := range b.page.doc.segments {
		if s.laid != nil {
			n++
		}
	}
	return n
}

func TestAMegabyteInOneLine(t *testing.T) {
	b := open(t, strings.Repeat("word ", 200_000))
	press(b, fyne.KeyEnd, fyne.KeyDown, fyne.KeyDown, fyne.KeyPageDown)
	b.scroll(1e9)
	typed(b, "x")
	if got := len(b.Text()); got != 1_000_001 {
		t.Errorf("%d bytes", got)
	}
}

func TestASentenceIsMarkedAndFollowed(t *testing.T) {
	body := strings.Repeat("A line that is long enough to be one.\n", 300)
	b := open(t, body)
	at := 38 * 200
	b.SetReading(true, at, at+37)
	if !slices.ContainsFunc(b.paint.Content.Objects, isGround) {
		t.Fatal("nothing is marked")
	}
	if !b.page.shows(at, at+37) {
		t.Fatal("the sentence is not in the window")
	}
	b.scroll(-1e6)
	b.SetReading(true, at+38, at+75)
	if b.page.shows(at+38, at+75) {
		t.Error("the view was taken away from a reader who had scrolled")
	}
	locked, chosen := 0, -1
	b.OnLocked = func() { locked++ }
	b.OnChoose = func(at int) { chosen = at }
	typed(b, "x")
	press(b, fyne.KeyBackspace)
	if b.Text() != body || locked != 2 {
		t.Errorf("the text was changed while it was read, and that was said %d times", locked)
	}
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = fyne.NewPos(60, margin+3*b.page.format.LineHeight+2)
	b.MouseDown(e)
	b.MouseUp(e)
	if want := 38 * 3; chosen < want || chosen > want+37 {
		t.Errorf("the click chose %d, want the fourth line", chosen)
	}
	b.SetReading(false, 0, 0)
	typed(b, "x")
	if len(b.Text()) != len(body)+1 {
		t.Error("it cannot be written in after reading")
	}
}

func TestClickingAndDragging(t *testing.T) {
	b := open(t, "first line\nsecond line")
	down := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	down.Position = fyne.NewPos(margin, margin+b.page.format.LineHeight+4)
	b.MouseDown(down)
	if b.Caret() != 11 {
		t.Errorf("the caret is at %d", b.Caret())
	}
	drag := &fyne.DragEvent{}
	drag.Position = fyne.NewPos(590, margin+b.page.format.LineHeight+4)
	b.Dragged(drag)
	b.DragEnd()
	if from, to := b.Selection(); from != 11 || to != 22 {
		t.Errorf("selected %d to %d", from, to)
	}
	typed(b, "x")
	wants(t, b, "first line\nx")
}

func TestTheCaretGoesThroughTextFromRightToLeft(t *testing.T) {
	b := open(t, "שלום עולם 😀 מה שלומך")
	for range 40 {
		press(b, fyne.KeyRight)
	}
	if b.Caret() != b.page.doc.size {
		t.Errorf("the caret stopped at %d of %d", b.Caret(), b.page.doc.size)
	}
	for range 40 {
		press(b, fyne.KeyBackspace)
	}
	wants(t, b, "")
}

func TestEveryKeyAtEveryPlace(t *testing.T) {
	b := open(t, "one\n\n   \n"+strings.Repeat("long words ", 40)+"\nשלום\n")
	keys := []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageDown, fyne.KeyPageUp}
	for at := 0; at <= b.page.doc.size; at = max(b.page.doc.Next(at), at+1) {
		for _, k := range keys {
			b.SetCaret(at)
			press(b, k)
			if b.Caret() < 0 || b.Caret() > b.page.doc.size {
				t.Fatalf("%s at %d went to %d", k, at, b.Caret())
			}
		}
	}
}

func TestThePlaceholderBeginsAtTheCaretWhereTheTextWill(t *testing.T) {
	b := open(t, "")
	hint, caret := b.paint.hint, b.paint.ink.Caret
	if hint.Text != "Nothing yet" || hint.Position().X != caret.Position().X+caret.Size().Width {
		t.Errorf("%q begins at %v, the caret at %v", hint.Text, hint.Position().X, caret.Position().X)
	}
	typed(b, "N")
	for _, o := range b.paint.Content.Objects {
		if w, ok := o.(*canvas.Text); ok && w.Visible() && w.Position().X != hint.Position().X {
			t.Errorf("what is typed begins at %v, the placeholder at %v", w.Position().X, hint.Position().X)
		}
	}
}

func TestLettersTakenAwayOneByOneComeBackTogether(t *testing.T) {
	b := open(t, "")
	typed(b, "one two")
	press(b, fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	wants(t, b, "one ")
	b.Undo()
	wants(t, b, "one two")
	press(b, fyne.KeyHome, fyne.KeyDelete, fyne.KeyDelete)
	wants(t, b, "e two")
	b.Undo()
	wants(t, b, "one two")
	b.Undo()
	wants(t, b, "one")
	b.Redo()
	wants(t, b, "one two")
}

func TestTheTextKeepsItsMargins(t *testing.T) {
	b := open(t, strings.Repeat("Many words in one paragraph. ", 40))
	for _, o := range b.paint.Content.Objects {
		w, ok := o.(*canvas.Text)
		if !ok || !w.Visible() || strings.TrimSpace(w.Text) == "" {
			continue
		}
		letters := fyne.MeasureText(strings.TrimRight(w.Text, " "), w.TextSize, w.TextStyle).Width
		if left, right := w.Position().X, w.Position().X+letters; left < margin-1 || right > b.Size().Width-margin+1 {
			t.Errorf("%q reaches from %v to %v in a box %v wide", w.Text, left, right, b.Size().Width)
		}
	}
}

// The lines of a text in a column are in the middle of a wide box, and a click at a letter finds
// it.
func TestAColumnIsInTheMiddle(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	b := New("Text", "", ReadingStyle())
	w := test.NewTempWindow(t, b)
	w.SetPadded(false)
	for _, width := range []float32{480, 1200} {
		w.Resize(fyne.NewSize(width, 400))
		b.SetText(strings.Repeat("Many words in one paragraph. ", 40))
		column := min(theme.ColumnWidth(), width-2*24)
		for _, o := range b.paint.Content.Objects {
			line, ok := o.(*canvas.Text)
			if !ok || !line.Visible() || strings.TrimSpace(line.Text) == "" {
				continue
			}
			letters := fyne.MeasureText(strings.TrimRight(line.Text, " "), line.TextSize, line.TextStyle).Width
			if left, right := line.Position().X, line.Position().X+letters; left < (width-column)/2-1 || right > (width+column)/2+1 {
				t.Errorf("%v wide: %q reaches from %v to %v", width, line.Text, left, right)
			}
		}
		if at := b.page.under((width-column)/2+1, 24+14); at != 0 {
			t.Errorf("%v wide: the first letter is %d", width, at)
		}
	}
}

func TestThreeClicksSelectAParagraph(t *testing.T) {
	b := open(t, "first line\nsecond line\nthird")
	at := fyne.NewPos(margin+10, margin+b.page.format.LineHeight+4)
	b.DoubleTapped(&fyne.PointEvent{Position: at})
	if from, to := b.Selection(); from != 11 || to != 17 {
		t.Errorf("two clicks selected %d to %d", from, to)
	}
	b.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: at}})
	if from, to := b.Selection(); from != 11 || to != 22 {
		t.Errorf("three clicks selected %d to %d", from, to)
	}
}

func TestWordsPutInAndTakenOutLeaveTheCaretBetweenTheSameLetters(t *testing.T) {
	b := open(t, "one three")
	b.SetCaret(6)
	b.Insert(4, "two ")
	wants(t, b, "one two three")
	if b.Caret() != 10 {
		t.Errorf("the caret is at %d", b.Caret())
	}
	b.Remove(4, 8)
	wants(t, b, "one three")
	if b.Caret() != 6 {
		t.Errorf("the caret is at %d", b.Caret())
	}
	b.Undo()
	b.Undo()
	wants(t, b, "one three")
}

func TestTheHeightGrowsWithTheLines(t *testing.T) {
	b := open(t, "")
	line := b.page.format.LineHeight
	for _, c := range []struct {
		text string
		want float32
	}{{"", 1}, {"one", 1}, {"one\ntwo\n", 3}, {strings.Repeat("x\n", 100), 4}} {
		b.SetText(c.text)
		if got := b.HeightFor(300, 2*margin+4*line+1); got != c.want*line+2*margin {
			t.Errorf("%.10q wants %v", c.text, got)
		}
	}
}

func TestATextFromRightToLeftStandsAtTheRight(t *testing.T) {
	b := open(t, "שלום")
	for _, o := range b.paint.Content.Objects {
		if w, ok := o.(*canvas.Text); ok && w.Text == "שלום" && w.Position().X < 300 {
			t.Errorf("it stands at %v of a box of 600", w.Position().X)
		}
	}
}

func BenchmarkTypingInAMegabyte(b *testing.B) {
	app := test.NewTempApp(b)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	box := New("Text", "", LongTextStyle())
	w := app.NewWindow("")
	w.SetContent(box)
	w.Resize(fyne.NewSize(600, 400))
	box.SetText(strings.Repeat("The last train had gone, and the platform was quiet.\n", 20_000))
	box.SetCaret(500_000)
	for b.Loop() {
		box.TypedRune('x')
		box.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	}
}

// BenchmarkLongText does with texts of 4 MB what a user does.
func BenchmarkLongText(b *testing.B) {
	const size = 4 << 20
	for _, in := range []struct{ name, text string }{
		{"lines", strings.Repeat("The last train had gone, and the platform was quiet.\n", size/53)},
		{"words", strings.Repeat("The last train had gone, and the platform was quiet. ", size/53)},
		{"word", strings.Repeat("train", size/5)},
		{"breaks", strings.Repeat("\n", size)},
	} {
		app := test.NewTempApp(b)
		app.Settings().SetTheme(theme.New(theme.Light, 1))
		box := New("Text", "", LongTextStyle())
		box.OnChanged = func() { _ = box.Text() }
		w := app.NewWindow("")
		w.SetContent(box)
		w.Resize(fyne.NewSize(600, 400))
		do := func(name string, what func()) {
			b.Run(in.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					what()
				}
			})
		}
		do("paste", func() {
			box.SetText("")
			box.Insert(0, in.text)
		})
		for name, at := range map[string]int{"begin": 0, "middle": size / 2, "end": len(in.text)} {
			box.SetCaret(at)
			do("type at "+name, func() {
				box.TypedRune('x')
				box.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
			})
		}
		do("undo a paste", func() {
			box.caret.SelectAll()
			box.caret.Insert("x", false)
			box.Undo()
		})
		width := float32(600)
		do("resize", func() {
			width = 1200 - width
			w.Resize(fyne.NewSize(width+1, 400))
		})
	}
}
