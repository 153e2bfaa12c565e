package longtext

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parley/views/theme"
)

func open(t *testing.T, body string) *Box {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	b := New("Text", "Nothing yet")
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
	for _, o := range b.stage.content.Objects {
		if w, ok := o.(*canvas.Text); ok && w.Visible() {
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

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
	b.Paste(board)
	typed(b, "!")
	t.Logf("%d bytes pasted and a key in %v", len(body), time.Since(begun))
	wants(t, b, body+"!")
	if laid := laidOut(b); laid > 60 {
		t.Errorf("%d paragraphs were laid out, and a window shows a handful", laid)
	}
	b.withCtrl(&desktop.CustomShortcut{KeyName: fyne.KeyHome, Modifier: fyne.KeyModifierShortcutDefault})
	if !strings.HasPrefix(shown(b), "The last train") {
		t.Errorf("at the top stands %.40q", shown(b))
	}
}

func laidOut(b *Box) (n int) {
	for _, s := range b.text.segments {
		if s.flow != nil {
			n++
		}
	}
	return n
}

func TestAMegabyteInOneLine(t *testing.T) {
	b := open(t, strings.Repeat("word ", 200_000))
	press(b, fyne.KeyEnd, fyne.KeyDown, fyne.KeyDown, fyne.KeyPageDown)
	b.scrolled(1e9)
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
	if len(b.stage.grounds) == 0 || b.stage.usedGrounds == 0 {
		t.Fatal("nothing is marked")
	}
	if !b.inWindow(at, at+37) {
		t.Fatal("the sentence is not in the window")
	}
	b.scrolled(-1e6)
	b.SetReading(true, at+38, at+75)
	if b.inWindow(at+38, at+75) {
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
	e.Position = fyne.NewPos(60, margin+3*b.line+2)
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
	down.Position = fyne.NewPos(margin, margin+b.line+4)
	b.MouseDown(down)
	if b.Caret() != 11 {
		t.Errorf("the caret is at %d", b.Caret())
	}
	drag := &fyne.DragEvent{}
	drag.Position = fyne.NewPos(590, margin+b.line+4)
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
	if b.Caret() != b.text.size {
		t.Errorf("the caret stopped at %d of %d", b.Caret(), b.text.size)
	}
	for range 40 {
		press(b, fyne.KeyBackspace)
	}
	wants(t, b, "")
}

func TestEveryKeyAtEveryPlace(t *testing.T) {
	b := open(t, "one\n\n   \n"+strings.Repeat("long words ", 40)+"\nשלום\n")
	keys := []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageDown, fyne.KeyPageUp}
	for at := 0; at <= b.text.size; at = max(b.text.next(at), at+1) {
		for _, k := range keys {
			b.SetCaret(at)
			press(b, k)
			if b.caret < 0 || b.caret > b.text.size {
				t.Fatalf("%s at %d went to %d", k, at, b.caret)
			}
		}
	}
}

func TestTheCaretLeavesTheFirstLetterOfThePlaceholderFree(t *testing.T) {
	b := open(t, "")
	before, _, _ := strings.Cut(b.stage.hint.Text, "N")
	end := b.stage.caret.Position().X + b.stage.caret.Size().Width
	if first := b.stage.hint.Position().X + fyne.MeasureText(before, b.stage.hint.TextSize, fyne.TextStyle{}).Width; first < end+1 {
		t.Errorf("the caret reaches to %v, and the first letter begins at %v", end, first)
	}
}
