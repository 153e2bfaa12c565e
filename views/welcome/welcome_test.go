package welcome

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/seen/seentest"
	"parlando/views/theme"
	"parlando/views/widgets"
)

type triedForm struct {
	address, key string
	answers      Permissions
}

// world is the way in in a window, and what was asked of it.
type world struct {
	*Welcome
	t      *testing.T
	window fyne.Window
	tried  []triedForm
}

func open(t *testing.T, p theme.Preference, width, height float32) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(p, 1))
	w := &world{Welcome: New(widgets.NewIconButton("circle-question-mark", "Help", nil)), t: t}
	w.Form.OnDescribe = func(address string) AddressDescription {
		switch {
		case strings.Contains(address, " x"):
			return AddressDescription{Problem: "This is not an address."}
		case strings.HasPrefix(address, "http://"):
			return AddressDescription{Shown: address + "/v1", Warning: "Not encrypted."}
		}
		return AddressDescription{Shown: "https://" + strings.TrimPrefix(address, "https://") + "/v1"}
	}
	w.Form.OnConnect = func(address, key string, a Permissions) { w.tried = append(w.tried, triedForm{address, key, a}) }
	w.window = test.NewWindow(w.Welcome)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	test.Tap(w.service) // most tests are about the form
	return w
}

func TestTheAddressIsShownAsItIsUnderstood(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("api.example.org")
	if !w.says("https://api.example.org/v1") {
		t.Fatalf("shown %q", seen.Texts(w.window.Canvas()))
	}
	w.Form.address.SetText("a x")
	test.Tap(w.button("Connect"))
	if len(w.tried) != 0 || !w.says("This is not an address.") {
		t.Fatal("an address that is none was tried, or nothing was said")
	}
}

func TestEnterGoesToTheKeyThenConnectsOnce(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.FocusIn(w.window.Canvas())
	if w.window.Canvas().Focused() != fyne.Focusable(w.Form.address) {
		t.Fatal("the address is not where to begin")
	}
	test.Type(w.Form.address, "a")
	if w.Form.address.Text != "a" {
		t.Errorf("what is typed makes %q", w.Form.address.Text)
	}
	w.Form.address.SetText("api.example.org")
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	w.Form.address.TypedKey(enter)
	if w.window.Canvas().Focused() != fyne.Focusable(w.Form.key) || len(w.tried) != 0 {
		t.Fatal("Enter did not go to the key")
	}
	w.Form.key.SetText("sk-1")
	w.Form.key.TypedKey(enter)
	w.Form.key.TypedKey(enter)
	if len(w.tried) != 1 || w.tried[0] != (triedForm{"api.example.org", "sk-1", Permissions{}}) {
		t.Fatalf("tried %+v", w.tried)
	}
	if !w.button("Connect").Disabled() || !w.says("Connecting…") {
		t.Fatal("it does not say that it connects")
	}
}

func TestWhatIsPastedAsAWholeFillsBothFieldsAndConnectsNothing(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	var got []string
	w.Form.OnPaste = func(text string) (PastedAccess, bool) {
		got = append(got, text)
		if !strings.HasPrefix(text, "curl") {
			return PastedAccess{}, false
		}
		return PastedAccess{Address: "https://api.example.org/v1", Key: "sk-1", Explanation: "Taken from the curl line: the address and the key."}, true
	}
	clipboard := test.NewClipboard()
	paste := func(text string) {
		clipboard.SetContent(text)
		w.Form.key.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	}
	paste("sk-alone")
	if w.Form.key.Text != "sk-alone" || w.Form.address.Text != "" {
		t.Errorf("a key alone: %q, %q", w.Form.address.Text, w.Form.key.Text)
	}
	paste("curl https://api.example.org/v1/models \\\n  -H …")
	if w.Form.address.Text != "https://api.example.org/v1" || w.Form.key.Text != "sk-1" || !strings.Contains(got[1], "\n") {
		t.Errorf("%q, %q of %q", w.Form.address.Text, w.Form.key.Text, got)
	}
	if !w.says("Taken from the curl line: the address and the key.") || len(w.tried) != 0 {
		t.Errorf("said %q, tried %v", seen.Texts(w.window.Canvas()), w.tried)
	}
	test.Type(w.Form.key, "x")
	if w.says("Taken from the curl line: the address and the key.") {
		t.Error("the sentence stays when something else is written")
	}
}

func TestProblemOffersToUseItAnyway(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("api.example.org")
	test.Tap(w.button("Connect"))
	w.Form.ShowProblem("The service did not answer.", "Connect anyway")
	test.Tap(w.button("Connect anyway"))
	if len(w.tried) != 2 || !w.tried[1].answers.UseAnyway {
		t.Fatalf("tried %+v", w.tried)
	}
	w.Form.AskKeepUntilQuit("The password store is locked.")
	test.Tap(w.button("Keep the key until I close Parlando"))
	if a := w.tried[2].answers; !a.UseAnyway || !a.KeepUntilQuit || a.AllowUnencrypted {
		t.Fatalf("agreed to %+v", a)
	}
	w.Form.ShowProblem("The service didn't accept your key.", "")
	if w.says("Keep the key until I close Parlando") || w.says("Connect anyway") || w.button("Connect").Disabled() {
		t.Fatal("a refused key cannot be tried again, or is used anyway")
	}
}

func TestPlainHTTPIsAskedForEachAddress(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("http://10.0.0.2")
	test.Tap(w.button("Connect"))
	w.Form.AskAllowUnencrypted("")
	test.Tap(w.button("Connect anyway, not securely"))
	if !w.tried[1].answers.AllowUnencrypted {
		t.Fatal("what was agreed to was not said")
	}
	w.Form.AskAllowUnencrypted("")
	w.Form.address.SetText("http://10.0.0.3")
	if w.says("Connect anyway, not securely") {
		t.Fatal("the offer stayed")
	}
	test.Tap(w.button("Connect"))
	if w.tried[2].answers.AllowUnencrypted {
		t.Fatal("what was agreed to for one address was used for another")
	}
}

func (w *world) says(words string) bool {
	return strings.Contains(strings.Join(seen.Texts(w.window.Canvas()), " "), words)
}

func (w *world) button(words string) *widgets.Button {
	w.t.Helper()
	for _, o := range test.LaidOutObjects(w.Welcome) {
		if b, ok := o.(*widgets.Button); ok && b.AccessibilityLabel() == words {
			return b
		}
	}
	w.t.Fatalf("there is no button %q", words)
	return nil
}

func TestLookAgainKeepsTheKeyboard(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.show(onThisComputer)
	again := 0
	w.Programs.OnAgain = func() { again++ }
	w.Programs.Set(nil)
	canvas := widgets.CanvasOf(w.button("Search again"))
	focused := func() string {
		if b, ok := canvas.Focused().(*widgets.Button); ok {
			return b.AccessibilityLabel()
		}
		return ""
	}
	canvas.Focus(w.button("Search again"))
	for range 2 { // the second time it is looking already
		canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	if again != 1 || focused() != "Search again" {
		t.Errorf("while it looks, for the %d. time, the keyboard is at %q", again, focused())
	}
	w.Programs.Set(nil)
	if focused() != "Search again" {
		t.Errorf("when nothing was found the keyboard is at %q", focused())
	}
	w.Programs.Set([]LocalProgram{{Name: "Ollama", Models: 2}})
	if focused() != "Use Ollama" {
		t.Errorf("when one was found the keyboard is at %q", focused())
	}
}

func TestTheChoicesOfTheFirstPage(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Back()
	c := w.window.Canvas()
	places := func() []fyne.Position {
		return []fyne.Position{w.practice.Position(), w.service.Position(), w.local.Position()}
	}
	before := places()
	var found []LocalProgram
	for _, name := range []string{"Ollama", "LM Studio", "Jan", "LiteLLM"} {
		found = append(found, LocalProgram{Name: name, Models: 3})
	}
	for _, step := range []struct {
		found []LocalProgram
		says  string
	}{
		{found[:1], "Ollama is running here, with 3 models."},
		{[]LocalProgram{{Name: "Jan", Models: 1}}, "Jan is running here, with one model."},
		{[]LocalProgram{{Name: "llama.cpp"}}, "llama.cpp is running here."},
		{[]LocalProgram{{Name: "Jan", NeedsKey: true}}, "Jan is running here. It needs a key."},
		{found, "Running here: Ollama, LM Studio, Jan, LiteLLM."},
		{nil, "None is running. Start one, such as Ollama or LM Studio."},
	} {
		w.Programs.Set(step.found)
		if !w.says(step.says) || !slices.Equal(places(), before) {
			t.Errorf("%v: the choices are at %v and were at %v; it says %q", step.found, places(), before, seen.Texts(c))
		}
	}
	said := []string{}
	w.OnPractice = func() { said = append(said, "practice") }
	w.Programs.OnUse = func(l LocalProgram) { said = append(said, l.Name) }
	w.Programs.Set(found)
	for i, row := range []*widgets.ChoiceRow{w.practice, w.service, w.local} {
		c.Focus(row)
		row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if want := []pageStep{choosing, connecting, onThisComputer}[i]; w.shown != want {
			t.Errorf("after choice %d step %d is shown", i, w.shown)
		}
		if back := w.Back(); back != (i > 0) || back && c.Focused() != fyne.Focusable(row) {
			t.Errorf("back from choice %d: %v, the keyboard is at %v", i, back, c.Focused())
		}
	}
	test.Tap(w.local)
	test.Tap(w.button("Use LiteLLM"))
	if !slices.Equal(said, []string{"practice", "LiteLLM"}) {
		t.Errorf("said %q", said)
	}
	w.Programs.ShowProblem("Ollama no longer responds.")
	if !w.says("Ollama no longer responds.") {
		t.Error("the problem is not shown")
	}
	w.Form.AskForKey("Jan", "http://127.0.0.1:1337/v1")
	if w.shown != connecting || c.Focused() != fyne.Focusable(w.Form.key) {
		t.Errorf("step %d is shown, the keyboard is at %v", w.shown, c.Focused())
	}
	test.Tap(w.button("Connect"))
	w.Form.ShowProblem("Enter your API key first.", "Connect without a key")
	w.Form.address.SetText("http://127.0.0.1:1338/v1")
	test.Tap(w.button("Connect"))
	if len(w.tried) != 2 || w.tried[0].answers.Name != "Jan" || w.tried[1].answers.Name != "" {
		t.Errorf("tried %+v", w.tried)
	}
}

// The list shows the services that fit what is typed; the arrow keys and Enter choose one.
func TestAServiceIsFoundAndChosenInTheList(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	f := w.Form
	rows := func() (names []string) {
		for _, o := range test.LaidOutObjects(w.Welcome) {
			if r, ok := o.(*widgets.OptionRow); ok && r.Size().Width > 0 {
				names = append(names, r.AccessibilityLabel())
			}
		}
		return names
	}
	all := rows()
	keyAt := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.key)
	for _, c := range []struct {
		typed string
		rows  []string
	}{
		{"open", []string{"OpenAI", "OpenRouter"}},
		{"MISTRAL", []string{"Mistral"}},
		{"api.x.ai", all}, // it is chosen
		{"api.example.org", nil},
		{"", all},
	} {
		f.address.SetText(c.typed)
		if got := rows(); !slices.Equal(got, c.rows) {
			t.Errorf("%q: the list has %q, want %q", c.typed, got, c.rows)
		}
		if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.key); at != keyAt {
			t.Errorf("%q: the key is at %v, and was at %v", c.typed, at, keyAt)
		}
	}
	f.OnGetKey = func(string) bool { return true }
	test.Tap(w.button("Get a key"))
	if !w.says("Choose a service first.") {
		t.Errorf("without a service it says %q", seen.Texts(w.window.Canvas()))
	}
	f.address.SetText("open")
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyDown, fyne.KeyReturn} {
		f.address.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if f.address.Text != "https://openrouter.ai/api/v1" || w.window.Canvas().Focused() != fyne.Focusable(f.key) {
		t.Errorf("chosen is %q, the keyboard is at %v", f.address.Text, w.window.Canvas().Focused())
	}
	if got := rows(); !slices.Equal(got, all) {
		t.Errorf("once one is chosen the list has %q", got)
	}
}

// Hints and errors have their room from the start: nothing that is pressed or written in moves
// under the mouse.
func TestHintsAndErrorsMoveNothing(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1280, Height: 800}, {Width: 720, Height: 800}, {Width: 480, Height: 600}} {
		w := open(t, theme.Light, size.Width, size.Height)
		f := w.Form
		places := func() (all []fyne.Position) {
			for _, o := range []fyne.CanvasObject{f.address, f.key, w.button("Connect")} {
				all = append(all, fyne.CurrentApp().Driver().AbsolutePositionForObject(o))
			}
			return all
		}
		before := places()
		for _, step := range []struct {
			said string
			do   func()
		}{
			{"an address", func() { f.address.SetText("api.example.org") }},
			{"a warning", func() { f.address.SetText("http://10.0.0.2") }},
			{"no address", func() { f.address.SetText("a x"); test.Tap(w.button("Connect")) }},
			{"connecting", func() { f.address.SetText("api.example.org"); test.Tap(w.button("Connect")) }},
			{"seconds", func() { f.ShowElapsed(12 * time.Second) }},
			{"the store waits", func() {
				f.ShowWaiting("Waiting for this computer's password store. It may ask for your password.")
			}},
			{"an error", func() { f.ShowProblem("The service didn't accept your key.", "") }},
		} {
			step.do()
			if got := places(); !slices.Equal(got, before) {
				t.Errorf("%v, %s: things are at %v and were at %v", size, step.said, got, before)
			}
		}
		// What needs more room than that grows downwards.
		f.ShowProblem(strings.Repeat("This is a long explanation of what went wrong. ", 6), "Connect anyway")
		if got := places(); !slices.Equal(got, before) {
			t.Errorf("%v, a long error: things are at %v and were at %v", size, got, before)
		}
	}
}

// A failure is red and a warning amber. Progress, help, and an address that is still being typed
// are muted.
func TestEachSentenceOfTheKeyFormHasItsColor(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	f := w.Form
	opens := func(ok bool) func() {
		return func() {
			f.OnGetKey = func(string) bool { return ok }
			f.address.SetText("https://api.openai.com/v1")
			test.Tap(w.button("Get a key"))
		}
	}
	for _, c := range []struct {
		words, color string
		do           func()
	}{
		{"https://api.example.org/v1", "muted", func() { f.address.SetText("api.example.org") }},
		{"Not encrypted.", "caution", func() { f.address.SetText("http://10.0.0.2") }},
		{"This is not an address.", "muted", func() { f.address.SetText("a x") }},
		{"This is not an address.", "danger", func() { test.Tap(w.button("Connect")) }},
		{"Connecting…", "muted", func() { f.address.SetText("http://10.0.0.2"); test.Tap(w.button("Connect")) }},
		{"Connecting… 12 s", "muted", func() { f.ShowElapsed(12 * time.Second) }},
		{"Waiting for", "muted", func() { f.ShowWaiting("Waiting for the password store.") }},
		{"This address isn't", "caution", func() { f.AskAllowUnencrypted("") }},
		{"The password store", "caution", func() { f.AskKeepUntilQuit("The password store is locked.") }},
		{"The service didn't", "danger", func() { f.ShowProblem("The service didn't accept your key.", "") }},
		{"Taken from", "muted", func() {
			f.OnPaste = func(string) (PastedAccess, bool) { return PastedAccess{Explanation: "Taken from the curl line."}, true }
			f.pasted("curl")
		}},
		{"The page opens", "muted", opens(true)},
		{"No program on this", "danger", opens(false)},
		{"Ollama no longer", "danger", func() { w.show(onThisComputer); w.Programs.ShowProblem("Ollama no longer responds.") }},
	} {
		c.do()
		if got, want := seentest.Paint(w.window.Canvas(), c.words), c.color; got != want {
			t.Errorf("%q is painted %q, want %q", c.words, got, want)
		}
	}
}

func TestEverythingIsReachedWithTab(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Programs.Set([]LocalProgram{{Name: "Ollama", Models: 1}})
	c := w.window.Canvas()
	for s, want := range map[pageStep][]string{
		choosing: {
			"Try it now", "Connect to a service", "AI on this computer", "Coming from ChatGPT or Claude?", "Bring your chats from another computer…",
			"English", "Simple view", "Announce aloud", "Help",
		},
		connecting:     {"Back", "Address of the service", "Key from the service (API key)", "Get a key", "Connect"},
		onThisComputer: {"Back", "Use Ollama"},
	} {
		w.setStep(s)
		reached := map[string]bool{}
		for range 20 { // more than there are controls
			c.FocusNext()
			if a, ok := c.Focused().(fyne.Accessible); ok {
				reached[a.AccessibilityLabel()] = true
			}
		}
		for _, name := range want {
			if !reached[name] {
				t.Errorf("%s is not reached; reached %v", name, reached)
			}
		}
	}
}

// In other languages, or in large letters, both do not fit beside one another.
func TestTheLabelOfTheKeyAndItsButtonLeaveOneAnotherRoom(t *testing.T) {
	test.NewTempApp(t)
	label, field := widgets.NewMuted("Schlüssel des Dienstes (API-Schlüssel)").NoWrap(), widgets.NewField("key", "")
	button := widgets.NewButton("Schlüssel besorgen", widgets.Link, nil)
	row := container.New(&keyRows{}, label, field, button)
	for _, width := range []float32{560, 280} {
		row.Resize(fyne.NewSize(width, 10))
		row.Resize(fyne.NewSize(width, row.MinSize().Height))
		if beside := button.Position().Y < label.Size().Height; beside != (width == 560) {
			t.Errorf("at %v, the label is %v high, the button at %v", width, label.Size().Height, button.Position())
		}
		if foot := button.Position().Y + button.Size().Height; field.Position().Y < foot || field.Size().Height < field.MinSize().Height {
			t.Errorf("at %v, the field is at %v and %v, the button ends at %v", width, field.Position(), field.Size(), foot)
		}
	}
}
