package connections

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// world is a page in a window, and what was asked of it.
type world struct {
	t      *testing.T
	window fyne.Window
	said   []string
}

func open(t *testing.T, p theme.Preference, width, height float32, content fyne.CanvasObject) *world {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(p, 1))
	w := &world{t: t, window: test.NewTempWindow(t, nil)}
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	if content != nil {
		w.show(content)
	}
	return w
}

// show shows content between the margins of a sheet, in one of which the scroll bar lies.
func (w *world) show(content fyne.CanvasObject) {
	margins := layout.NewCustomPaddedLayout(4, 4, widgets.SheetMargin, widgets.SheetMargin)
	w.window.SetContent(container.NewStack(canvas.NewRectangle(fynetheme.Color(theme.ColorCard)), container.New(margins, content)))
}

func (w *world) say(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }

// told checks the calls since the last time.
func (w *world) told(want ...string) {
	w.t.Helper()
	if !slices.Equal(w.said, want) {
		w.t.Errorf("said %q, want %q", w.said, want)
	}
	w.said = nil
}

func (w *world) press(name string) {
	w.t.Helper()
	for _, o := range w.all() {
		if b, ok := o.(fyne.Tappable); ok && name == nameOf(o) {
			b.Tapped(&fyne.PointEvent{})
			return
		}
	}
	w.t.Fatalf("there is no %q", name)
}

func (w *world) all() []fyne.CanvasObject {
	var all []fyne.CanvasObject
	seen.Walk(w.window.Canvas(), false, func(o fyne.CanvasObject, _ fyne.Position) { all = append(all, o) })
	return all
}

func (w *world) place(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

// field returns the field with this name.
func (w *world) field(name string) *widgets.Field {
	w.t.Helper()
	for _, o := range w.all() {
		if f, ok := o.(*widgets.Field); ok && nameOf(f) == name {
			return f
		}
	}
	w.t.Fatalf("there is no field %q", name)
	panic("unreachable")
}

func nameOf(o fyne.CanvasObject) string {
	if a, ok := o.(fyne.Accessible); ok {
		return a.AccessibilityLabel()
	}
	return ""
}

func (w *world) reads() string { return strings.Join(seen.Texts(w.window.Canvas()), " ") }

var now = time.Date(2026, 11, 21, 15, 30, 0, 0, time.Local)

func threeLines() []connectionLine {
	return []connectionLine{
		{ID: "home", Kind: settings.Local, Name: "Ollama", Where: "127.0.0.1:11434 · on this computer, without a key"},
		{ID: "work", Kind: settings.Service, Name: "Work", Where: "gateway.example.org", Current: true, Problem: "The service didn't accept your key."},
		{ID: "play", Kind: settings.Practice, Name: "Practice", Where: "Built into Parlando. Nothing leaves this computer."},
	}
}

func (w *world) list(lines []connectionLine) *listPage {
	l := newListPage()
	l.OnOpen = func(id chat.ID) { w.say("open %s", id) }
	l.OnUse = func(id chat.ID) { w.say("use %s", id) }
	l.OnForget = func(id chat.ID) { w.say("forget %s", id) }
	l.OnRename = func(id chat.ID, name string) { w.say("call %s %q", id, name) }
	l.OnMove = func(id chat.ID, to int) { w.say("move %s to %d", id, to) }
	l.OnAdd = func() { w.say("add") }
	l.Proxy.OnSet = func(p connections.ProxyChoice) {
		w.say("proxy %s %s %s %v %v", p.Mode, p.Address, p.Name, p.KeepLogin, p.KeepUntilQuit)
	}
	l.Set(lines)
	w.show(l)
	return l
}

func order(l *listPage) (ids []string) {
	for _, n := range l.lines {
		ids = append(ids, string(n.ID))
	}
	return ids
}

func TestEachConnectionIsUsedOpenedAndForgotten(t *testing.T) {
	w := open(t, theme.Light, 560, 700, nil)
	l := w.list(threeLines())
	w.press("Work")
	w.press("Use")
	w.press("Add connection")
	w.press("More about Work")
	w.press("Remove")
	w.told("open work", "use home", "add", "forget work")
	if !strings.Contains(w.reads(), "The service didn't accept your key.") {
		t.Error("it is not said what is wrong")
	}
	l.Set(nil)
	if !strings.Contains(w.reads(), "Not connected yet.") {
		t.Error("it is not said that there is none")
	}
}

func TestAConnectionIsMovedByKeysByTheMenuAndByDragging(t *testing.T) {
	w := open(t, theme.Light, 560, 700, nil)
	l := w.list(threeLines())
	l.Focus(w.window.Canvas(), "")
	c := w.window.Canvas()
	work, ok := c.Focused().(interface {
		fyne.Widget
		fyne.Focusable
		fyne.Shortcutable
		fyne.Draggable
	})
	if !ok || nameOf(work) != "Work" {
		t.Fatalf("the keyboard is at %v", c.Focused())
	}
	alt := func(k fyne.KeyName) {
		work.TypedShortcut(&desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierAlt})
	}
	alt(fyne.KeyUp)
	alt(fyne.KeyUp) // it is the first already
	w.told("move work to 0")
	if c.Focused() != fyne.Focusable(work) {
		t.Error("the keyboard is elsewhere")
	}
	alt(fyne.KeyDown)
	w.press("More about Work")
	w.press("Move down")
	w.told("move work to 1", "move work to 2")
	high := work.Size().Height + rowGap
	for range 10 {
		work.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -high*2/10)})
	}
	work.DragEnd()
	w.told("move work to 1", "move work to 0")
	if got := order(l); !slices.Equal(got, []string{"work", "home", "play"}) {
		t.Errorf("%q", got)
	}
	for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDelete} {
		c.Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
	w.told("open play", "forget play")
}

func TestANameIsWrittenWhereItStands(t *testing.T) {
	w := open(t, theme.Light, 560, 700, nil)
	l := w.list(threeLines())
	c := w.window.Canvas()
	l.Focus(w.window.Canvas(), "")
	rename := func(name string, last fyne.KeyName) {
		c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
		field, ok := c.Focused().(*widgets.Field)
		if !ok {
			t.Fatalf("the keyboard is at %T", c.Focused())
		}
		field.SetText(name)
		field.TypedKey(&fyne.KeyEvent{Name: last})
	}
	rename(" The  office ", fyne.KeyReturn)
	w.told(`call work "The office"`)
	if o, ok := c.Focused().(fyne.CanvasObject); !ok || nameOf(o) != "Work" {
		t.Errorf("the keyboard is at %T", c.Focused())
	}
	rename("Something else", fyne.KeyEscape)
	rename("Work", fyne.KeyReturn)
	w.told()
	rename("", fyne.KeyReturn)
	w.told() // the old name stays; the page of the connection gives it back its own
	// What is being written stays when something else changes.
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	field, ok := c.Focused().(*widgets.Field)
	if !ok {
		t.Fatalf("the keyboard is at %T", c.Focused())
	}
	field.SetText("Half a na")
	l.Set(threeLines())
	if !field.Visible() || field.Text != "Half a na" || c.Focused() != fyne.Focusable(field) {
		t.Error("what was written is gone")
	}
}

func TestTwentyConnectionsWithLongNamesScroll(t *testing.T) {
	w := open(t, theme.Dark, 480, 560, nil)
	var many []connectionLine
	for i := range 20 {
		many = append(many, connectionLine{
			ID: chat.ID(fmt.Sprint(i)), Kind: settings.Service, Name: fmt.Sprintf("The gateway of the department of long names, number %d", i),
			Where: "a-host-with-a-name-that-never-ends.department.of.long.names.example.org:8443", Current: i == 17, Problem: "Parlando couldn't check that this is really the service (invalid certificate), so nothing was sent.",
		})
	}
	l := w.list(many)
	l.Focus(w.window.Canvas(), "")
	n, ok := w.window.Canvas().Focused().(fyne.Widget)
	if !ok || nameOf(n) != many[17].Name {
		t.Fatalf("the keyboard is at %v", w.window.Canvas().Focused())
	}
	if top := w.place(n).Y - w.place(l.Scroll).Y; top < 0 || top+n.Size().Height > l.Scroll.Size().Height {
		t.Errorf("the one in use is at %v of %v", top, l.Scroll.Size().Height)
	}
	rows := 0
	for _, o := range w.all() {
		if _, ok := o.(fyne.Draggable); ok && strings.HasPrefix(nameOf(o), "The gateway") {
			rows++
		}
		if o.Visible() && w.place(o).X+o.Size().Width > 480 && nameOf(o) != "" {
			t.Errorf("%s hangs out", nameOf(o))
		}
	}
	if rows > 18 {
		t.Errorf("%d rows exist", rows)
	}
}

func TestAProxyIsWrittenAndKept(t *testing.T) {
	w := open(t, theme.Light, 560, 900, nil)
	l := w.list(threeLines())
	w.press("None")
	w.told("proxy none   false false")
	l.Proxy.Done(settings.Proxy{Mode: settings.ProxyNone})
	w.press("Custom")
	w.told()
	if w.window.Canvas().Focused() != fyne.Focusable(w.field("Proxy address")) {
		t.Error("the address is not where to write")
	}
	w.field("Proxy address").SetText("proxy.example:3128")
	w.press("Use this proxy")
	w.told("proxy this proxy.example:3128  true false")
	l.Proxy.ShowProblem("This isn't a proxy address.")
	if !strings.Contains(w.reads(), "This isn't a proxy address.") {
		t.Error("the trouble is not said")
	}
	w.field("Proxy user name").SetText("ana")
	w.field("Proxy password").SetText("secret")
	w.press("Use this proxy")
	l.Proxy.AskKeepUntilQuit("This computer has no password store.")
	w.press("Keep the key until I close Parlando")
	w.told("proxy this proxy.example:3128 ana false false", "proxy this proxy.example:3128 ana false true")
	l.Proxy.Done(settings.Proxy{Mode: settings.ProxyCustom, Address: "http://proxy.example:3128", Login: true})
	if w.field("Proxy password").Text != "" || strings.Contains(w.reads(), "password store") {
		t.Error("the password is still there")
	}
	w.press("Same as this computer")
	w.told("proxy system   false false")
}

func TestTheSavedLoginOfAProxyStaysWhenTheProxyIsUsedAgain(t *testing.T) {
	w := open(t, theme.Light, 560, 900, nil)
	l := w.list(threeLines())
	w.press("Custom")
	w.field("Proxy address").SetText("http://ana:secret@proxy.example:3128")
	w.field("Proxy user name").SetText("ana")
	w.field("Proxy password").SetText("secret")
	w.press("Use this proxy")
	l.Proxy.Done(settings.Proxy{Mode: settings.ProxyCustom, Address: "http://proxy.example:3128", Login: true})
	w.press("Use this proxy")
	w.told("proxy this http://ana:secret@proxy.example:3128 ana false false", "proxy this http://proxy.example:3128  true false")
	// What is typed stays while another choice is tried, but no password.
	w.field("Proxy user name").SetText("eve")
	w.field("Proxy password").SetText("secret")
	l.Proxy.Done(settings.Proxy{Mode: settings.ProxyNone, Address: "http://proxy.example:3128"})
	w.press("Custom")
	if name, password := w.field("Proxy user name").Text, w.field("Proxy password").Text; name != "eve" || password != "" {
		t.Errorf("%q, %q", name, password)
	}
}

func pageState() detailState {
	return detailState{
		Connection: connections.Connection{ID: "work", Kind: settings.Service, Name: "Work", Named: true, Address: "https://gateway.example.org/v1", Model: "oak"},
		Model:      "Oak, large", ModelName: func(id string) string { return map[string]string{"oak": "Oak, large"}[id] }, Now: now,
		Abilities: connections.Abilities{
			Lists: catalog.Evidence{Can: catalog.Yes, At: now}, Models: 12,
			Chats: catalog.Evidence{Can: catalog.Yes, At: now.Add(-24 * time.Hour), Model: "oak"}, Speaks: catalog.Evidence{Can: catalog.No, At: now},
			Success: now.Add(-time.Hour),
			Problem: &problem.Problem{Kind: problem.KeyRejected, Status: 401, Host: "gateway.example.org", RequestID: "req-7", Detail: `{"error":"no"}`, At: now},
		},
	}
}

func (w *world) page(s detailState) *detailPage {
	say := func(words string) func() { return func() { w.say("%s", words) } }
	p := newDetailPage(s, form.Open(formtest.Store{}, "account page"), detailCalls{
		OnRename: func(name string) { w.say("call %q", name) },
		OnUse:    say("use"), OnChangeKey: say("key"), OnForget: say("forget"), OnModelUsed: say("last model"),
		OnModel:  func(fyne.CanvasObject) { w.say("model") },
		OnDials:  func(on bool) { w.say("dials %v", on) },
		OnTest:   func(k connections.Check) { w.say("test %s", k) },
		OnCopy:   func(text string) { w.say("copy %s", text) },
		OnDirect: func(on bool) { w.say("direct %v", on) },
	})
	w.show(p)
	return p
}

func TestThePageOfAConnectionSaysHowManyModelsUseTools(t *testing.T) {
	w := open(t, theme.Light, 560, 1400, nil)
	listed := catalog.Evidence{Can: catalog.Yes, At: now}
	for want, a := range map[string]connections.Abilities{
		"3 of its models can use tools":         {Lists: listed, Models: 12, UseTools: 3, ToolsKnown: true},
		"One of its models can use tools":       {Lists: listed, UseTools: 1, ToolsKnown: true},
		"No model says that it uses tools":      {Lists: listed, ToolsKnown: true},
		"Not reported by the service":           {Lists: listed, Models: 12},
		"Worked with Oak, large · Today, 15:30": {CallsTools: catalog.Evidence{Can: catalog.Yes, At: now, Model: "oak"}},
	} {
		s := pageState()
		s.Abilities = a
		w.page(s)
		if said := w.reads(); !strings.Contains(said, "Tools") || !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
}

func TestThePageOfAConnectionSaysOnlyWhatWasLearned(t *testing.T) {
	w := open(t, theme.Light, 560, 1400, nil)
	p := w.page(pageState())
	said := w.reads()
	for _, want := range []string{"12 · Today, 15:30", "Worked with Oak, large · Yesterday, 15:30", "Didn't work · Today, 15:30", "Not tested yet", "The service didn't accept your key.", "Oak, large"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
	if n := strings.Count(said, "Not tested yet"); n != 4 {
		t.Errorf("%d abilities are not known, want 4", n)
	}
	w.press("Use for new chats")
	w.press("Change key…")
	w.press("Model: Oak, large")
	w.press("Use the one you chose last")
	w.press("Use this chat's settings")
	w.press("Remove this connection")
	w.told("use", "key", "model", "last model", "dials true", "forget")
	w.field("Name").SetText("The office")
	w.field("Name").OnSubmitted("")
	w.told(`call "The office"`)
	w.press("Details")
	w.press("Copy")
	w.told("copy Work\nThe service didn't accept your key.\n401 Unauthorized from gateway.example.org, 15:30:00\nRequest: req-7\n{\"error\":\"no\"}")
	if said := w.reads(); !strings.Contains(said, `{"error":"no"}`) || !strings.Contains(said, "Copied") {
		t.Errorf("the details are not shown, or not that they were copied: %s", said)
	}
	s := pageState()
	s.Abilities.Success = now.Add(time.Minute)
	temperature := 0.2
	s.Connection.Parameters = &chat.Parameters{Temperature: &temperature, Instructions: "Be kind."}
	p.Set(s)
	if said := w.reads(); !strings.Contains(said, "It has worked since then.") || !strings.Contains(said, "Creativity: 0.2 · Instructions") {
		t.Errorf("%s", said)
	}
	w.press("Use default settings")
	w.told("dials false")
}

func TestOnlyTheFreeTestIsMadeAtOnce(t *testing.T) {
	w := open(t, theme.Dark, 560, 1500, nil)
	p := w.page(pageState())
	for _, dear := range []string{"Ask a quick question", "Read a word aloud", "Transcribe a word"} {
		if slices.ContainsFunc(w.all(), func(o fyne.CanvasObject) bool { return nameOf(o) == dear }) {
			t.Errorf("%s is offered before it is said what it costs", dear)
		}
	}
	c := w.window.Canvas()
	p.Focus(c, "Test")
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // once at a time
	w.told("test models")
	p.Tested(connections.CheckResult{Check: connections.CheckModels, OK: true, Models: 1212, Took: 320 * time.Millisecond})
	if b, ok := c.Focused().(*widgets.Button); !ok || nameOf(b) != "Test" {
		t.Errorf("the keyboard is at %v", c.Focused())
	}
	w.press("Ask a quick question")
	w.press("Read a word aloud")
	w.told("test chat", "test speech")
	p.Tested(connections.CheckResult{Check: connections.CheckChat, OK: true, Model: "oak", Answer: "pear", Streamed: true, Took: 1200 * time.Millisecond})
	p.Tested(connections.CheckResult{Check: connections.CheckSpeech, Problem: &problem.Problem{Kind: problem.NoSpeech}})
	said := w.reads()
	for _, want := range []string{"The connection works and offers 1,212 models (0.3 s).", "Oak, large replied “pear” as it arrived. 1.2 s", "This service has no voices.", "may charge a small amount"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
}

func TestThePageOfPracticeHasNoKeyAndNoProxy(t *testing.T) {
	w := open(t, theme.Light, 480, 900, nil)
	s := detailState{Connection: connections.Connection{ID: "p", Kind: settings.Practice, Name: "Practice", Address: "http://practice.localhost/v1"}, Current: true, Now: now}
	w.page(s)
	if said := w.reads(); strings.Contains(said, "Key") || strings.Contains(said, "Proxy") || strings.Contains(said, "Most recent problem") || !strings.Contains(said, "New chats use this connection") {
		t.Errorf("%s", said)
	}
	s.Connection = connections.Connection{ID: "s", Kind: settings.Service, Name: strings.Repeat("long ", 16), Address: "https://" + strings.Repeat("a-long-host.", 12) + "example.org/v1"}
	s.UntilQuit = true
	p := w.page(s)
	if said := w.reads(); !strings.Contains(said, "Kept until you close Parlando") || p.Object().Size().Width > 480 {
		t.Errorf("%v wide: %s", p.Object().Size().Width, said)
	}
	s.UntilQuit, s.Abilities.Problem = false, &problem.Problem{Kind: problem.NoKey, At: now}
	p.Set(s)
	if said := w.reads(); !strings.Contains(said, "The key isn't saved. Enter it again.") {
		t.Errorf("%s", said)
	}
}

func TestThePageOfPracticeOffersWhatItPlays(t *testing.T) {
	w := open(t, theme.Light, 480, 900, nil)
	s := detailState{
		Connection: connections.Connection{ID: "p", Kind: settings.Practice, Name: "Practice", Address: "http://practice.localhost/names-only/v1"}, Now: now,
		Scenes: []connections.PracticeScene{{ID: "everyday", Address: "http://practice.localhost/v1"}, {ID: "names-only", Address: "http://practice.localhost/names-only/v1"}},
	}
	p := w.page(s)
	p.OnScene = func(id string) { w.say("scene %s", id) }
	if said := w.reads(); !strings.Contains(said, "Practice plays") || !strings.Contains(said, "Only model names") || !strings.Contains(said, "Parlando guesses it from their names.") {
		t.Errorf("%s", said)
	}
	w.press("Practice plays: Only model names")
	w.press("Everyday service")
	w.told("scene everyday")
	s.Connection.Address = "http://practice.localhost/v1"
	p.Set(s)
	if said := w.reads(); !strings.Contains(said, "Everyday service") || strings.Contains(said, "Only model names") {
		t.Errorf("%s", said)
	}
	s.Connection.Kind = settings.Service
	p.Set(s)
	if said := w.reads(); strings.Contains(said, "Practice plays") {
		t.Errorf("a service plays: %s", said)
	}
}

func TestInVeryLargeTextNothingHangsOut(t *testing.T) {
	w := open(t, theme.Dark, 520, 900, nil)
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Dark, 2))
	within := func(what string) {
		t.Helper()
		seen.Walk(w.window.Canvas(), false, func(o fyne.CanvasObject, at fyne.Position) {
			if _, ok := o.(*canvas.Text); ok && at.X+o.MinSize().Width > 521 {
				t.Errorf("%s: %q ends at %v", what, o.(*canvas.Text).Text, at.X+o.MinSize().Width)
			}
		})
	}
	lines := threeLines()
	lines[1].Problem = "Parlando couldn't check that this is really the service (invalid certificate), so nothing was sent."
	l := w.list(lines)
	within("list")
	if said := w.reads(); !strings.Contains(said, l.lines[1].Problem) {
		t.Errorf("the trouble is cut: %s", said)
	}
	failed := seen.Find(w.window.Canvas(), true, l.lines[1].Problem).Text
	if below := seen.Find(w.window.Canvas(), true, "Practice").Control; failed.Position.Y+failed.Size.Height > below.Position.Y {
		t.Error("the trouble hangs out of its line")
	}
	l.Proxy.choose(settings.ProxyCustom)
	within("proxy")
	p := w.page(pageState())
	within("page")
	p.Tested(connections.CheckResult{Check: connections.CheckChat, OK: true, Model: "oak", Answer: "pear", Took: time.Second})
	within("tested")
}

func TestAServiceThatMovedSaysWhereItIsNow(t *testing.T) {
	p := problem.Problem{Kind: problem.WrongAddress, MovedTo: "https://a.example/v2", At: time.Now()}
	wrong, support := words.ConnectionProblem(connections.Abilities{Problem: &p}), support("Work", p)
	if want := "moved to https://a.example/v2"; !strings.Contains(wrong, want) || !strings.Contains(support, want) {
		t.Errorf("said: %q; for the service's support: %q", wrong, support)
	}
}
