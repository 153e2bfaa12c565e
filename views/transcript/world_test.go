package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/transcripts"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// world is a view in a window, with an owner that does what it is asked, on call.
type world struct {
	*View
	t      *testing.T
	window fyne.Window
	did    []string
	later  []func()
	// owned are the lines as the owner has them; done and undone what can be taken back and made
	// again.
	owned        []Line
	done, undone [][]Line
	nextID       int64
	forms        formtest.Store
	// undo is the action of Undo.
	undo func()
}

func (w *world) say(what string) { w.did = append(w.did, what) }

// It is the Editor of its view.
func (w *world) Undo()                          { w.undo() }
func (w *world) Redo()                          { w.step(&w.undone, &w.done) }
func (w *world) RenameSpeaker(old, name string) { w.say(old + " is " + name) }

// It is the Playback of its view.
func (w *world) PlayFrom(at time.Duration) { w.say("hear " + at.String()) }
func (w *world) Toggle()                   { w.say("toggle") }
func (w *world) SetLoop(from, to time.Duration, on bool) {
	w.say(fmt.Sprintf("loop %v %v %v", from, to, on))
}

// It does the Actions of its view.
func (w *world) Rename(title string) { w.say("rename " + title) }
func (w *world) Copy()               { w.say("copy") }
func (w *world) Ask()                { w.say("ask") }
func (w *world) Locate()             { w.say("locate") }
func (w *world) Retry()              { w.say("retry") }

func (w *world) SaveItems() []widgets.MenuItem {
	return []widgets.MenuItem{{Text: "Word", Do: func() { w.say("word") }}}
}

func (w *world) MoreItems() []widgets.MenuItem {
	return []widgets.MenuItem{{Text: "Read aloud", Do: func() { w.say("read") }}}
}

func interview() []Line {
	var all []Line
	for i, s := range []struct {
		at   time.Duration
		text string
	}{
		{0, "Boa tarde, e obrigada por nos receber em sua casa."},
		{4, "É um prazer. Fiquem à vontade, o café já vem."},
		{9, "Gostava de começar pelo princípio: como era a rua quando era pequena?"},
		{15, "Era toda de terra. Quando chovia, não se passava; nós íamos descalços para a escola."},
		{23, "E a escola ficava longe?"},
		{25, "Uns três quilómetros. Mas íamos todos juntos, a cantar."},
		{31, "Ainda se lembra de alguma dessas canções?"},
		{34, "Lembro, lembro. Havia uma que a minha avó nos ensinou."},
		{41, "Cantava-se na apanha da azeitona, e cada aldeia tinha a sua maneira."},
		{47, "E a senhora, qual era a sua parte preferida?"},
		{50, "O fim. Porque no fim respondiam as raparigas do outro lado do vale."},
		{58, "Respondiam de longe?"},
		{60, "De longe, sim. Ouvia-se tudo naquele tempo."},
		{65, "E depois, o que mudou primeiro: a estrada ou a luz?"},
	} {
		all = append(all, Line{ID: int64(i + 1), Start: s.at * time.Second, Text: s.text})
		if i > 0 {
			all[i-1].End = s.at * time.Second
		}
	}
	all[len(all)-1].End = 70 * time.Second
	return all
}

func done() transcripts.Transcript {
	return transcripts.Transcript{
		ID: "t", Title: "Interview with Ms Costa", Language: "portuguese", State: transcripts.Done, Timed: true, Lines: 14,
		Length: 70 * time.Second, Covered: 70 * time.Second,
	}
}

func open(t *testing.T, look theme.Preference, width, height float32) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(look, 1))
	w := &world{t: t, nextID: 1000, forms: formtest.Store{}}
	w.undo = func() { w.step(&w.done, &w.undone) }
	w.View = New(Options{
		Editor: w, Playback: w, Actions: w, Draft: func(id string) *form.Draft { return form.Open(w.forms, id) },
		Say: func(sentence, _ string, _ func()) { w.say(sentence) },
		After: func(_ time.Duration, f func()) func() {
			stopped := false
			w.later = append(w.later, func() {
				if !stopped {
					f()
				}
			})
			return func() { stopped = true }
		},
	})
	w.Player.OnToggle, w.Player.OnFix = w.Toggle, func() { w.say("fix") }
	w.Player.OnSeek = func(at time.Duration) { w.say("seek " + at.String()) }
	w.Player.OnSpeed = func(s float64) { w.say(fmt.Sprint("speed ", s)) }
	w.window = test.NewTempWindow(t, w.View)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	return w
}

// shows is a view of the interview.
func shows(t *testing.T) *world {
	w := open(t, theme.Light, 744, 748)
	w.give(done(), interview())
	return w
}

func (w *world) give(t transcripts.Transcript, lines []Line) {
	w.owned = slices.Clone(lines)
	w.Set(t, true)
	w.SetLines(t.ID, lines)
}

// Edit does to the owned lines what the owner of them is promised to do.
func (w *world) Edit(e Edit) {
	w.done, w.undone = append(w.done, slices.Clone(w.owned)), nil
	at := e.Line
	if i := slices.IndexFunc(w.owned, func(l Line) bool { return l.ID == e.ID }); e.ID != 0 {
		at = i
	}
	switch e.Kind {
	case SetText:
		if w.owned[at].Text = oneLine(e.Text); w.owned[at].Text == "" {
			w.owned = slices.Delete(w.owned, at, at+1)
		}
	case SetTranslation:
		w.owned[at].Translation = oneLine(e.Text)
	case Split:
		w.nextID++
		second := w.owned[at]
		second.ID, second.Start, second.Text = w.nextID, e.Time, strings.TrimSpace(second.Text[e.At:])
		w.owned[at].Text, w.owned[at].End = strings.TrimSpace(w.owned[at].Text[:e.At]), e.Time
		w.owned = slices.Insert(w.owned, at+1, second)
	case Join:
		w.owned[at].Text += " " + w.owned[at+1].Text
		w.owned[at].End = w.owned[at+1].End
		w.owned = slices.Delete(w.owned, at+1, at+2)
	case SetSpeaker:
		for i := e.Line; i < e.Until; i++ {
			w.owned[i].Speaker = e.Text
		}
	case ReplaceAll:
		for i := range w.owned {
			w.owned[i].Text = strings.ReplaceAll(w.owned[i].Text, e.Old, e.Text)
		}
	}
}

func (w *world) step(from, to *[][]Line) {
	if n := len(*from); n > 0 {
		*to = append(*to, slices.Clone(w.owned))
		w.owned, *from = (*from)[n-1], (*from)[:n-1]
	}
	w.answer()
}

// answer has the owner's lines shown, as they are after each change.
func (w *world) answer() { w.SetLines(w.View.t.ID, slices.Clone(w.owned)) }

// rests lets what waits for the typing to stand still happen.
func (w *world) rests() {
	all := w.later
	w.later = nil
	for _, f := range all {
		f()
	}
}

func (w *world) types(s string) {
	for _, r := range s {
		w.window.Canvas().Focused().TypedRune(r)
	}
}

func (w *world) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func (w *world) ctrl(key fyne.KeyName, more ...fyne.KeyModifier) {
	mod := fyne.KeyModifierShortcutDefault
	for _, m := range more {
		mod |= m
	}
	w.lines.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: mod})
}

// click presses what can be read somewhere in the lines.
func (w *world) click(words string) {
	w.t.Helper()
	found := seen.Find(w.window.Canvas(), true, words)
	place := cmp.Or(found.Text, found.LongerText)
	if place == nil {
		w.t.Fatalf("%q is not to be seen: %q", words, seen.Texts(w.window.Canvas()))
	}
	w.clickAt(place.Position.AddXY(2, place.Size.Height/2))
}

func (w *world) clickAt(at fyne.Position) {
	in := at.Subtract(w.lines.Position())
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at, Position: in}, Button: desktop.MouseButtonPrimary}
	w.lines.MouseMoved(e)
	w.lines.MouseDown(e)
	w.unfocusOthers()
	w.lines.MouseUp(e)
	w.unfocusOthers()
}

// unfocusOthers does what the driver does after a press, and after a release: what has the focus
// elsewhere loses it.
func (w *world) unfocusOthers() {
	if c := w.window.Canvas(); c.Focused() != fyne.Focusable(w.lines) {
		c.Unfocus()
	}
}

// tap presses a control of a name.
func (w *world) tap(name string) {
	w.t.Helper()
	place := seen.Find(w.window.Canvas(), true, name).Control
	if place == nil {
		w.t.Fatalf("there is no %q", name)
	}
	test.TapCanvas(w.window.Canvas(), place.Center())
}

func (w *world) reads(words string) bool {
	return strings.Contains(strings.Join(seen.Texts(w.window.Canvas()), "\n"), words)
}

func (w *world) wantDid(want string) {
	w.t.Helper()
	if got := strings.Join(w.did, ", "); got != want {
		w.t.Errorf("it did %q, want %q", got, want)
	}
	w.did = nil
}

// wantLine checks a line, both here and with the owner.
func (w *world) wantLine(i int, want string) {
	w.t.Helper()
	if got := w.Text()[i].Text; got != want {
		w.t.Errorf("line %d is %q, want %q", i, got, want)
	}
	if got := w.owned[i].Text; got != want {
		w.t.Errorf("the owner has %q in line %d, want %q", got, i, want)
	}
}

// grounds are the rectangles behind the words, and the caret.
func (w *world) grounds() (out []*canvas.Rectangle) {
	for _, o := range w.lines.paint.Content.Objects {
		if g, ok := o.(*canvas.Rectangle); ok {
			out = append(out, g)
		}
	}
	return out
}

// marked is the ground of the line that sounds; nil for none.
func (w *world) marked() *canvas.Rectangle {
	for _, g := range w.grounds() {
		if g.FillColor == fyne.CurrentApp().Settings().Theme().Color(theme.ColorReadingMark, fyne.CurrentApp().Settings().ThemeVariant()) && g.Size().Width > 300 {
			return g
		}
	}
	return nil
}
