package welcome

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parley/views/theme"
)

type tried struct {
	address, key string
	answers      Answers
}

// world is the way in in a window, and what was asked of it.
type world struct {
	*Welcome
	t      *testing.T
	window fyne.Window
	tried  []tried
}

func open(t *testing.T, p theme.Preference, width, height float32) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(p, 1))
	w := &world{Welcome: New(), t: t}
	w.Form.OnDescribe = func(address string) Description {
		switch {
		case strings.Contains(address, " x"):
			return Description{Trouble: "This is not an address."}
		case strings.HasPrefix(address, "http://"):
			return Description{Shown: address + "/v1", Warning: "Not encrypted."}
		}
		return Description{Shown: "https://" + strings.TrimPrefix(address, "https://") + "/v1"}
	}
	w.Form.OnConnect = func(address, key string, a Answers) { w.tried = append(w.tried, tried{address, key, a}) }
	w.window = test.NewWindow(w.Welcome)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	return w
}

// picture writes what the window shows to the folder in PARLEY_PICTURES, for looking at.
func (w *world) picture(name string) {
	dir := os.Getenv("PARLEY_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, w.window.Canvas().Capture()); err != nil {
		w.t.Fatal(err)
	}
}

func TestTheAddressIsShownAsItIsUnderstood(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("api.example.org")
	if w.Form.understood.Text() != "https://api.example.org/v1" || !w.Form.understoodBox.Visible() {
		t.Fatalf("shown %q", w.Form.understood.Text())
	}
	w.Form.address.SetText("a x")
	test.Tap(w.Form.connect)
	if len(w.tried) != 0 || w.Form.understood.Text() != "This is not an address." {
		t.Fatal("an address that is none was tried, or nothing was said")
	}
	w.picture("welcome-not-an-address")
}

func TestEnterGoesToTheKeyThenConnectsOnce(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.Focus()
	if w.window.Canvas().Focused() != fyne.Focusable(w.Form.address) {
		t.Fatal("the address is not where to begin")
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
	if len(w.tried) != 1 || w.tried[0] != (tried{"api.example.org", "sk-1", Answers{}}) {
		t.Fatalf("tried %+v", w.tried)
	}
	if !w.Form.connect.Disabled() || w.Form.connect.AccessibilityLabel() != "Connecting…" {
		t.Fatal("it does not say that it connects")
	}
	w.picture("welcome-connecting")
}

func TestTroubleOffersToUseItAnyway(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("api.example.org")
	test.Tap(w.Form.connect)
	w.Form.ShowTrouble("The service did not answer.", true)
	w.picture("welcome-trouble")
	test.Tap(w.Form.extra)
	if len(w.tried) != 2 || !w.tried[1].answers.UseAnyway {
		t.Fatalf("tried %+v", w.tried)
	}
	w.Form.AskKeepUntilQuit("The password store is locked.")
	test.Tap(w.Form.extra)
	if a := w.tried[2].answers; !a.UseAnyway || !a.KeepUntilQuit || a.AllowPlain {
		t.Fatalf("agreed to %+v", a)
	}
	w.Form.ShowTrouble("Your key was not accepted.", false)
	if w.Form.extra.Visible() || w.Form.connect.Disabled() {
		t.Fatal("a refused key cannot be tried again, or is used anyway")
	}
}

func TestPlainHTTPIsAskedForEachAddress(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.Form.address.SetText("http://10.0.0.2")
	test.Tap(w.Form.connect)
	w.Form.AskPlain()
	w.picture("welcome-plain")
	test.Tap(w.Form.extra)
	if !w.tried[1].answers.AllowPlain {
		t.Fatal("what was agreed to was not said")
	}
	w.Form.AskPlain()
	w.Form.address.SetText("http://10.0.0.3")
	if w.Form.extra.Visible() {
		t.Fatal("the offer stayed")
	}
	test.Tap(w.Form.connect)
	if w.tried[2].answers.AllowPlain {
		t.Fatal("what was agreed to for one address was used for another")
	}
}

func TestModelsOnThisComputerAreShownWhenThereAreAny(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	if len(w.cards.Objects) != 2 {
		t.Fatal("the card is there before anything was found")
	}
	w.picture("welcome-two")
	w.SetLocal([]Local{{Name: "Ollama", Models: 3}})
	if len(w.cards.Objects) != 3 {
		t.Fatal("the card is not there")
	}
	practice := 0
	w.OnPractice = func() { practice++ }
	test.Tap(w.practice)
	if practice != 1 {
		t.Fatal("Try it now does nothing")
	}
	w.SetLocal(nil)
	if len(w.cards.Objects) != 2 {
		t.Fatal("the card stayed")
	}
}

func TestEverythingIsReachedWithTab(t *testing.T) {
	w := open(t, theme.Light, 1280, 800)
	w.SetLocal([]Local{{Name: "Ollama", Models: 1}})
	c := w.window.Canvas()
	seen := map[string]bool{}
	for range 8 {
		c.FocusNext()
		if a, ok := c.Focused().(fyne.Accessible); ok {
			seen[a.AccessibilityLabel()] = true
		}
	}
	for _, want := range []string{"Service address", "API key", "Connect", "Use Ollama", "Try it now"} {
		if !seen[want] {
			t.Errorf("%s is not reached; seen %v", want, seen)
		}
	}
}

func TestPictures(t *testing.T) {
	for _, look := range []struct {
		name  string
		p     theme.Preference
		w, h  float32
		local bool
	}{{"light", theme.Light, 1280, 800, true}, {"dark", theme.Dark, 1280, 800, true}, {"narrow", theme.Light, 720, 800, true}, {"narrow-two", theme.Dark, 720, 800, false}} {
		w := open(t, look.p, look.w, look.h)
		if look.local {
			w.SetLocal([]Local{{Name: "Ollama", Models: 3}})
		}
		w.Form.key.SetText("sk-12345678901")
		w.picture("welcome-" + look.name)
		for _, o := range w.cards.Objects {
			if o.Position().X < 0 || o.Position().X+o.Size().Width > look.w {
				t.Errorf("%s: a card is cut off", look.name)
			}
		}
	}
}
