package list

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// world is a list in a window, its rows, and what was asked of it.
type world struct {
	t      *testing.T
	window fyne.Window
	rows   []string // a heading begins with #
	said   []string
}

func (w *world) say(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }

func (w *world) heard(want ...string) {
	w.t.Helper()
	if !slices.Equal(w.said, want) {
		w.t.Errorf("said %q, want %q", w.said, want)
	}
	w.said = nil
}

func (w *world) calls() Callbacks {
	return Callbacks{
		Key: func(i int) string { return w.rows[i] },
		Kind: func(i int) Kind {
			if strings.HasPrefix(w.rows[i], "#") {
				return Heading
			}
			return OneLine
		},
		Row: func(i int) Row {
			return Row{Title: w.rows[i], Buttons: []Button{{ID: "star", Icon: "star", Name: "Star " + w.rows[i]}, {ID: More, Icon: "ellipsis", Name: "More", HoverOnly: true}}}
		},
		Open: func(i int) { w.say("open %s", w.rows[i]) }, Delete: func(i int) { w.say("delete %s", w.rows[i]) },
		Button: func(i int, id string) { w.say("%s %s", id, w.rows[i]) },
		Rename: func(key, name string) { w.say("rename %s %s", key, name) },
		Move: func(from, to int) {
			w.say("move %s %d", w.rows[from], to)
			w.rows[from], w.rows[to] = w.rows[to], w.rows[from]
		},
		Menu: func(i int) []widgets.MenuItem { return []widgets.MenuItem{{Text: "Of " + w.rows[i], Do: func() {}}} },
	}
}

func begin(t *testing.T, rows ...string) *world {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := &world{t: t, rows: rows, window: test.NewTempWindow(t, nil)}
	w.window.SetPadded(false)
	return w
}

func (w *world) show(o fyne.CanvasObject) {
	w.window.SetContent(o)
	w.window.Resize(fyne.NewSize(200, 200))
}

func (w *world) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func thousands() (rows []string) {
	for i := range 20_000 {
		rows = append(rows, fmt.Sprint("row ", i))
	}
	return rows
}

// plain is a look in which each row is 36 high.
func plain() Style {
	return Style{Heights: func() Heights { return Heights{OneLine: 36, Heading: 30} }}
}

func TestOnlyRowsInSightExistAndAreUsedAgain(t *testing.T) {
	w := begin(t, thousands()...)
	l := NewFocus("Rows", plain(), w.calls())
	w.show(l)
	l.Set(len(w.rows), false)
	made := func() int { return len(l.rows) + len(l.spare) }
	for y := float32(0); y < 5000; y += 11 {
		l.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, l.scroll.Offset.Y-y)})
	}
	if n := made(); n > 9 {
		t.Errorf("%d rows exist for six in sight", n)
	}
	w.window.Canvas().Focus(l)
	w.press(fyne.KeyEnd, fyne.KeyReturn, fyne.KeyUp, fyne.KeyDelete, fyne.KeyHome, fyne.KeySpace)
	w.heard("open row 19999", "delete row 19998", "open row 0")
}

func TestTheWheelMovesAListByLines(t *testing.T) {
	w := begin(t, thousands()...)
	l := New(plain(), w.calls())
	w.show(l)
	l.Set(len(w.rows), false)
	test.Scroll(w.window.Canvas(), fyne.NewPos(50, 100), 0, -50)
	line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	if got, want := l.scroll.Offset.Y, 6*line; runtime.GOOS != "darwin" && got != want {
		t.Errorf("two notches move %v, want %v", got, want)
	}
}

func TestTheKeyboardStaysAtItsRowAndPassesOverHeadings(t *testing.T) {
	w := begin(t, "# a", "b", "c", "# d", "e")
	l := NewFocus("Rows", plain(), w.calls())
	w.show(l)
	l.Set(5, false)
	c := w.window.Canvas()
	c.Focus(l)
	w.press(fyne.KeyDown, fyne.KeyDown)
	w.rows = []string{"new", "# d", "e"}
	l.Set(3, false)
	w.press(fyne.KeyReturn, fyne.KeyUp, fyne.KeyReturn)
	w.heard("open e", "open new")
	// Shift-Tab and Tab: its button More is the next stop, and stays while it is one.
	c.FocusNext()
	c.FocusNext()
	w.press(fyne.KeyReturn)
	if top := c.Overlays().Top(); top == nil {
		t.Error("there is no menu")
	}
	l.Set(0, false)
	if !l.Disabled() {
		t.Error("Tab stops at an empty list")
	}
}

func TestARowIsDraggedOverOthersAndMovedByKeys(t *testing.T) {
	w := begin(t, "a", "b", "c")
	l := New(Style{Heights: plain().Heights, Stops: true}, w.calls())
	w.show(l)
	l.Set(3, false)
	c := w.window.Canvas()
	l.Focus(c, 0)
	r, ok := c.Focused().(*focusRow)
	if !ok {
		t.Fatalf("the keyboard is at %T", c.Focused())
	}
	r.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	w.heard("move a 1")
	r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 17)})
	if y := r.Position().Y; y != 36+17 {
		t.Errorf("it is at %v, away from the pointer", y)
	}
	w.heard()
	r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 2)})
	r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 500)})
	r.DragEnd()
	w.heard("move a 2")
	r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -1000)})
	r.DragEnd()
	w.heard("move a 1", "move a 0")
	if c.Focused() != fyne.Focusable(r) || r.key != "a" || r.Position().Y != 0 {
		t.Errorf("the keyboard is at %T of %s, at %v", c.Focused(), r.key, r.Position())
	}
}

// Tab goes through the rows that are out of sight as through those in sight.
func TestTabReachesEachRow(t *testing.T) {
	for name, look := range map[string]Style{"stops": {Stops: true}, "buttons": {Controls: true}} {
		w := begin(t, thousands()[:40]...)
		look.Heights = plain().Heights
		l := New(look, w.calls())
		w.show(l)
		l.Set(40, false)
		c := w.window.Canvas()
		for range 4 * 40 {
			c.FocusNext()
			if o, ok := c.Focused().(fyne.Accessible); ok && o.AccessibilityLabel() == "Star row 39" {
				break
			}
		}
		if o, ok := c.Focused().(fyne.Accessible); !ok || o.AccessibilityLabel() != "Star row 39" {
			t.Errorf("%s: the last row is never reached", name)
		}
	}
}

func TestANameIsKeptWhereItsRowGoesOutOfSight(t *testing.T) {
	w := begin(t, thousands()...)
	l := NewFocus("Rows", plain(), w.calls())
	w.show(l)
	l.Set(len(w.rows), false)
	l.Rename("row 2")
	f, ok := w.window.Canvas().Focused().(*widgets.Field)
	if !ok {
		t.Fatal("one cannot write")
	}
	f.SetText(" Other  name ")
	l.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -4000)})
	w.heard("rename row 2 Other name")
	if w.window.Canvas().Focused() != fyne.Focusable(l) {
		t.Errorf("the keyboard is at %T", w.window.Canvas().Focused())
	}
	l.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 4000)})
	if _, ok := w.window.Canvas().Focused().(*widgets.Field); ok || l.renaming != "" {
		t.Error("back in sight, it is renamed again")
	}
}

// A key is about the row that has the keyboard, also after its owner has shown another one.
func TestAKeyOfARowThatIsATabStop(t *testing.T) {
	w := begin(t, "a", "b", "c")
	l := New(Style{Heights: plain().Heights, Stops: true}, w.calls())
	w.show(l)
	l.Set(3, false)
	l.Focus(w.window.Canvas(), 0)
	l.MakeCurrent(2)
	w.press(fyne.KeyReturn)
	w.heard("open a")
}

func TestAPointerOverTheRowsIsTold(t *testing.T) {
	w := begin(t, "a", "b")
	calls := w.calls()
	calls.Hover = func(over bool) { w.say("over %v", over) }
	for _, calls := range []Callbacks{calls, w.calls()} { // nobody has to be told
		l := New(plain(), calls)
		w.show(l)
		l.Set(2, false)
		l.rows[1].MouseIn(&desktop.MouseEvent{})
		l.rows[1].MouseOut()
	}
	w.heard("over true", "over false")
}

func TestTheLastRowFloatsInSight(t *testing.T) {
	w := begin(t, thousands()[:40]...)
	calls := w.calls()
	calls.Kind = func(i int) Kind {
		if i == 39 {
			return Floating
		}
		return OneLine
	}
	l := New(Style{Heights: func() Heights { return Heights{OneLine: 36, Floating: 36} }, Follow: true}, calls)
	w.show(l)
	l.Set(40, false)
	l.MakeCurrent(12)
	last, at := l.rowAt(39), l.rowAt(12)
	if last == nil || last.Position().Y != l.scroll.Offset.Y+200-36 {
		t.Fatal("the last row is out of sight")
	}
	if end := at.Position().Y + at.Size().Height; end > last.Position().Y {
		t.Errorf("the current row ends at %v, behind the last at %v", end, last.Position().Y)
	}
}

func TestAListWithinAScrollOfOthersHasTheRowsAroundWhatIsSeen(t *testing.T) {
	w := begin(t, thousands()[:400]...)
	l := New(Style{MinHeight: 36}, w.calls())
	scroll := wheel.NewVScroll(nil)
	l.ScrollWithin(scroll, func() float32 { return l.Position().Y })
	scroll.Content = container.New(&widgets.Column{}, widgets.Gap(300), l)
	w.show(scroll)
	l.Set(400, false)
	scroll.Refresh()
	l.arrange()
	if n := len(l.rows); n > 20 {
		t.Errorf("%d rows exist", n)
	}
	scroll.Scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -300-200*36)})
	if l.rowAt(200) == nil || l.rowAt(205) == nil || len(l.rows) > 20 {
		t.Errorf("%d rows exist", len(l.rows))
	}
}

func TestAMarkStandsOnItsWordFromRightToLeft(t *testing.T) {
	begin(t)
	words := "שלום עולם 12"
	at := strings.Index(words, "עולם")
	var line markedLine
	line.set(words, [][2]int{{at, at + len("עולם")}}, theme.ColorMuted, "text")
	line.lay(10, 0, 500)
	places := map[string]float32{}
	for _, r := range line.runs {
		places[strings.Trim(r.words, " ")] = r.text.Position().X
		if marked := r.ground.Visible(); marked != (r.words == "עולם") {
			t.Errorf("%q is marked: %v", r.words, marked)
		}
	}
	if !(places["12"] < places["עולם"] && places["עולם"] < places["שלום"]) {
		t.Errorf("the words are at %v", places)
	}
}

func TestTheEllipsisOfALineFromRightToLeftIsAtItsLeftEnd(t *testing.T) {
	begin(t)
	var line markedLine
	line.set("In one sentence: مرحبا بالعالم، كيف حالك؟", nil, theme.ColorMuted, "text")
	line.lay(10, 0, 240)
	cut := false
	for _, r := range line.runs {
		ellipsis, letters := strings.Index(r.text.Text, "…"), strings.Index(r.text.Text, "م")
		cut = cut || ellipsis >= 0
		if ellipsis > letters {
			t.Errorf("drawn as %q", r.text.Text)
		}
	}
	if !cut {
		t.Error("the line is not cut")
	}
}

// Only what was found is marked: not the ellipsis where the line is cut, and nothing that is out of
// sight.
func TestTheEllipsisOfALineIsNeverMarked(t *testing.T) {
	begin(t)
	words := "The recipe for plum jam with much sugar and more jam"
	var line markedLine
	line.set(words, [][2]int{{20, 23}, {49, 52}, {60, 63}}, theme.ColorMuted, "text")
	for right := float32(10); right < 500; right += 7 {
		end, ellipses := line.lay(10, 0, right), 0
		// where the first letter has no room there is the ellipsis
		if end > right+12 && right > 30 {
			t.Errorf("at %v: it ends at %v", right, end)
		}
		for _, r := range line.runs {
			letters := strings.TrimSuffix(r.text.Text, "…")
			if letters != r.text.Text {
				ellipses++
			}
			if want := fyne.MeasureText(letters, r.text.TextSize, r.text.TextStyle).Width; r.ground.Visible() && (r.ground.Size().Width < want-0.5 || r.ground.Size().Width > want+0.5) {
				t.Errorf("at %v: the mark of %q is %v wide, its letters %v", right, r.text.Text, r.ground.Size().Width, want)
			}
		}
		if ellipses > 1 {
			t.Errorf("at %v: the line is cut %d times", right, ellipses)
		}
	}
}

// A row that is used again shows nothing of the one before.
func TestARowThatIsUsedAgainShowsOnlyItsOwn(t *testing.T) {
	w := begin(t, "full", "bare")
	calls := w.calls()
	calls.Row = func(i int) Row {
		if w.rows[i] == "bare" {
			return Row{Title: "Bare"}
		}
		return Row{
			Title: "Full", Marks: [][2]int{{0, 2}}, Detail: "detail one", DetailMarks: [][2]int{{0, 2}}, Suffix: "tail", Tag: "tag", IconsAfter: []widgets.Mark{{Icon: "eye", Name: "eye"}}, IconBefore: "pin",
			End: "end", Checked: true, Dot: true, ShowProgress: true, Progress: 0.5, Caution: "caution", Note: "note", Leading: Button{Icon: "pin", Side: 16},
			Buttons: []Button{{ID: "a", Name: "a"}}, Links: []Button{{ID: "b", Name: "b"}}, Choices: []Button{{ID: "c", Name: "c"}},
		}
	}
	l := New(Style{Gap: 3}, calls)
	w.show(l)
	l.Set(1, false)
	if got, want := strings.Join(seen.Texts(w.window.Canvas()), "|"), "Fu|…|tail|tag|de|tail one| · |b|end|a|caution|note|c"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	w.rows = w.rows[1:]
	l.Set(1, false)
	if len(l.rows) != 1 || len(l.spare) != 0 {
		t.Fatalf("%d rows, %d spare", len(l.rows), len(l.spare))
	}
	for _, o := range l.rows[0].painter.Objects() {
		switch o := o.(type) {
		case *canvas.Text:
			if o.Visible() && o.Text != "" && o.Text != "Bare" {
				t.Errorf("it says %q", o.Text)
			}
		case *canvas.Rectangle:
			if o.Visible() && o != l.rows[0].painter.ground.Rectangle {
				t.Error("something is marked")
			}
		default:
			if o.Visible() {
				t.Errorf("%T is seen", o)
			}
		}
	}
}

func BenchmarkScroll(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(theme.New(theme.Light, 1))
	w := &world{rows: thousands()}
	l := NewFocus("Rows", plain(), w.calls())
	window := test.NewTempWindow(b, l)
	window.Resize(fyne.NewSize(250, 600))
	l.Set(len(w.rows), false)
	y := float32(0)
	for b.Loop() {
		y += 40
		if y > 700_000 {
			y = 0
		}
		l.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, l.scroll.Offset.Y-y)})
	}
}

func BenchmarkSet(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(theme.New(theme.Light, 1))
	w := &world{rows: thousands()}
	l := NewFocus("Rows", plain(), w.calls())
	window := test.NewTempWindow(b, l)
	window.Resize(fyne.NewSize(250, 600))
	for b.Loop() {
		l.Set(len(w.rows), false)
	}
}
