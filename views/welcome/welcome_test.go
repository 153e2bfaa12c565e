package welcome

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
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
	w := &world{Welcome: New(), t: t}
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
	w.Form.ShowProblem("The service did not answer.", true)
	test.Tap(w.button("Use it anyway"))
	if len(w.tried) != 2 || !w.tried[1].answers.UseAnyway {
		t.Fatalf("tried %+v", w.tried)
	}
	w.Form.AskKeepUntilQuit("The password store is locked.")
	test.Tap(w.button("Keep until I quit"))
	if a := w.tried[2].answers; !a.UseAnyway || !a.KeepUntilQuit || a.AllowUnencrypted {
		t.Fatalf("agreed to %+v", a)
	}
	w.Form.ShowProblem("The service didn't accept your key.", false)
	if w.says("Keep until I quit") || w.says("Use it anyway") || w.button("Connect").Disabled() {
		t.Fatal("a refused key cannot be tried again, or is used anyway")
	}
}

func TestPlainHTTPIsAskedForEachAddress(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("http://10.0.0.2")
	test.Tap(w.button("Connect"))
	w.Form.AskAllowUnencrypted("")
	test.Tap(w.button("Connect without encryption"))
	if !w.tried[1].answers.AllowUnencrypted {
		t.Fatal("what was agreed to was not said")
	}
	w.Form.AskAllowUnencrypted("")
	w.Form.address.SetText("http://10.0.0.3")
	if w.says("Connect without encryption") {
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

func TestModelsOnThisComputerMoveNothingWhenTheyAreFound(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	cards := w.cards.Objects
	places := func() []fyne.Position {
		return []fyne.Position{cards[0].Position(), cards[1].Position(), cards[2].Position(), w.mark.Position()}
	}
	before := places()
	again := 0
	w.Programs.OnAgain = func() { again++ }
	w.Programs.Set(nil)
	test.Tap(w.button("Search again"))
	if again != 1 || !w.says("Looking for local models…") {
		t.Errorf("looked again %d times; says %q", again, seen.Texts(w.window.Canvas()))
	}
	var used []string
	w.Programs.OnUse = func(l LocalProgram) { used = append(used, l.Name) }
	var seven []LocalProgram
	for _, name := range []string{"Ollama", "LM Studio", "llama.cpp", "LocalAI", "vLLM", "LiteLLM", "Jan"} {
		seven = append(seven, LocalProgram{Name: name, Models: 2})
	}
	for n := 1; n <= len(seven); n++ {
		w.Programs.Set(seven[:n])
		if got := places(); !slices.Equal(got, before) {
			t.Errorf("%d found: the cards are at %v, and were at %v", n, got, before)
		}
	}
	test.Tap(w.button("Use LM Studio"))
	test.Tap(w.button("Others"))
	menu := w.window.Canvas().Overlays().Top()
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if menu == nil || !slices.Equal(used, []string{"LM Studio", "llama.cpp"}) {
		t.Errorf("used %q", used)
	}
	w.Form.AskForKey("Jan", "http://127.0.0.1:1337/v1")
	test.Tap(w.button("Connect"))
	w.Form.ShowProblem("This service has no key.", true)
	w.Form.address.SetText("http://127.0.0.1:1338/v1")
	test.Tap(w.button("Connect"))
	if len(w.tried) != 2 || w.tried[0].answers.Name != "Jan" || w.tried[1].answers.Name != "" {
		t.Errorf("tried %+v", w.tried)
	}
	w.Programs.ShowProblem("Ollama no longer responds.")
	if !w.says("Ollama no longer responds.") {
		t.Error("the trouble is not shown")
	}
	practice := 0
	w.OnPractice = func() { practice++ }
	test.Tap(w.button("Try now"))
	if practice != 1 {
		t.Fatal("Try it now does nothing")
	}
}

// Hints and errors have their room from the start: nothing that is pressed or written in moves
// under the mouse.
func TestHintsAndErrorsMoveNothing(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1280, Height: 800}, {Width: 720, Height: 800}, {Width: 480, Height: 600}} {
		w := open(t, theme.Light, size.Width, size.Height)
		w.Programs.Set([]LocalProgram{{Name: "Ollama", Models: 1}})
		f := w.Form
		places := func() (all []fyne.Position) {
			for _, o := range []fyne.CanvasObject{f.address, f.key, w.button("Connect"), w.button("Use Ollama"), w.button("Try now"), w.title} {
				all = append(all, fyne.CurrentApp().Driver().AbsolutePositionForObject(o))
			}
			return all
		}
		before, height := places(), w.cards.Objects[0].Size().Height
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
			{"an error", func() { f.ShowProblem("The service didn't accept your key.", false) }},
			{"a program", func() { w.Programs.ShowProblem("Ollama no longer responds.") }},
		} {
			step.do()
			if got := places(); !slices.Equal(got, before) || w.cards.Objects[0].Size().Height != height && size.Width > 1000 {
				t.Errorf("%v, %s: things are at %v and were at %v; the card is %v high and was %v", size, step.said, got, before, w.cards.Objects[0].Size().Height, height)
			}
		}
		// What needs more room than that grows downwards.
		f.ShowProblem(strings.Repeat("This is a long explanation of what went wrong. ", 6), true)
		if got := places(); !slices.Equal(got[:3], before[:3]) || got[5] != before[5] {
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
		{"The service didn't", "danger", func() { f.ShowProblem("The service didn't accept your key.", false) }},
		{"Taken from", "muted", func() {
			f.OnPaste = func(string) (PastedAccess, bool) { return PastedAccess{Explanation: "Taken from the curl line."}, true }
			f.pasted("curl")
		}},
		{"The page opens", "muted", opens(true)},
		{"No program on this", "danger", opens(false)},
		{"Ollama no longer", "danger", func() { w.Programs.ShowProblem("Ollama no longer responds.") }},
	} {
		c.do()
		if got, want := seentest.Paint(w.window.Canvas(), c.words), c.color+" on card"; got != want {
			t.Errorf("%q is painted %q, want %q", c.words, got, want)
		}
	}
}

func TestEverythingIsReachedWithTab(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Programs.Set([]LocalProgram{{Name: "Ollama", Models: 1}})
	c := w.window.Canvas()
	seen := map[string]bool{}
	for range 8 {
		c.FocusNext()
		if a, ok := c.Focused().(fyne.Accessible); ok {
			seen[a.AccessibilityLabel()] = true
		}
	}
	for _, want := range []string{"Service address", "API key", "Connect", "Use Ollama", "Try now"} {
		if !seen[want] {
			t.Errorf("%s is not reached; seen %v", want, seen)
		}
	}
}
