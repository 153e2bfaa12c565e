package window

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/client/practice"
	"parlando/views/theme"
)

// Fyne forgets which window an object belongs to where nothing of it is painted for a minute, as
// the message box behind the welcome.
func TestAfterConnectingTheMessageHasTheKeyboardHoweverLongItTook(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.sees("The service can't be reached.")
		if p.canvas.Focused() == nil {
			t.Error("nothing has the keyboard after it did not connect")
		}
		h.net.service = practice.New(practice.Options{}).Transport()
		p.app.driver.forgetful = true
		p.presses(fyne.KeyReturn)
		p.sees("What can I help with?")
		p.types("hello there")
		if got := p.composer.Draft().Text; got != "hello there" {
			t.Errorf("the message is %q", got)
		}
	})
}

func TestWhatIsTypedWhileParlandoConnectsStandsInTheMessage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.opensForm()
		p.clicks("Key from the service (API key)")
		p.welcome.ConnectPractice()
		p.types("hello there")
		p.sees("What can I help with?")
		if got := p.composer.Draft().Text; got != "hello there" {
			t.Errorf("the message is %q", got)
		}
		if holding := holders(p, "hello"); strings.Contains(strings.Join(holding, " "), "KeyForm") {
			t.Errorf("typed into the form: %q", holding)
		}
	})
}

func TestLeavingTheWelcomeWhileItConnectsIsFinal(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.welcome.ConnectPractice()
		p.ShowSpeak()
		p.sees("The service is connected.")
		if !p.frame.IsCurrent(p.speak) {
			t.Error("another page is shown")
		}
		p.clicks("New chat")
		p.sees("What can I help with?")
	})
}

func TestForgettingTheLastConnectionLeavesNoKeyInTheWindowAndTheChatsInReach(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		if at := holders(p, practice.Key); len(at) > 0 {
			t.Errorf("connected, and the key stands in %q", at)
		}
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.connections.Open()
		p.presses(fyne.KeyDelete)
		p.wait(connections.UndoTimeout + time.Second)
		p.clicks("Close")
		p.sees("was removed. You can still read")
		if at := holders(p, practice.Key); len(at) > 0 {
			t.Errorf("forgotten, and the key stands in %q", at)
		}
		p.clicks("New chat")
		p.sees("Welcome to Parlando")
		p.hasNot("Connecting…")

		p.clicks("What is a lighthouse for?")
		p.sees("was removed. You can still read")
		p.quit()

		p = h.start()
		p.sees("Welcome to Parlando")
		p.has("What is a lighthouse for?")
		p.fillsIn("api.example.org", practice.Key)
		p.sees("What can I help with?")

		// The chat is back with its service.
		p.clicks("What is a lighthouse for?")
		p.sees("This is a practice reply")
		p.seesNot("was removed. You can still read")
		h.net.requests()
		p.sends("And a foghorn?")
		p.readsToTheEnd()
		p.goesTo(h, "api.example.org")
	})
}

// A further connection is asked for on a page of its own.
func TestNoWidgetHoldsTheKeyOfAFurtherConnection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.looksAround()
		p.connector.Add()
		p.clicks("Key from the service (API key)")
		p.types(practice.Key)
		if len(holders(p, practice.Key)) == 0 {
			t.Fatal("what is typed is not found")
		}
		p.presses(fyne.KeyEscape)
		p.hasNot("Key from the service (API key)")
		p.canvas.refreshed = nil // what the test keeps itself
		if at := holders(p, practice.Key); len(at) > 0 {
			t.Errorf("closed, and the key stands in %q", at)
		}
		p.connector.Add()
		p.clicks("Discard") // what was typed before
		p.fillsIn("api.example.org", practice.Key)
		p.sees("What can I help with?")
		p.hasKeyboard("Message")
		p.canvas.refreshed = nil
		if at := holders(p, practice.Key); len(at) > 0 {
			t.Errorf("connected, and the key stands in %q", at)
		}
	})
}

// holders are the places in the window that hold a text: every field of every widget that can be
// reached, shown or not.
func holders(p *user, text string) (out []string) {
	seen := map[uintptr]bool{}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.String:
			if strings.Contains(v.String(), text) {
				out = append(out, path)
			}
		case reflect.Pointer:
			if v.IsNil() || seen[v.Pointer()] || strings.HasPrefix(v.Type().Elem().PkgPath(), "parlando/app/") {
				return // what the owners hold is not in a widget
			}
			seen[v.Pointer()] = true
			walk(v.Elem(), path)
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), path)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), fmt.Sprintf("%s.%s", v.Type(), v.Type().Field(i).Name))
			}
		case reflect.Slice, reflect.Array:
			if k := v.Type().Elem().Kind(); k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Int32 {
				return
			}
			var runes []rune
			for i := range v.Len() {
				if e := v.Index(i); e.Kind() == reflect.Int32 {
					runes = append(runes, rune(e.Int()))
				} else {
					walk(e, path)
				}
			}
			if strings.Contains(string(runes), text) {
				out = append(out, path)
			}
		case reflect.Map:
			for i := v.MapRange(); i.Next(); {
				walk(i.Key(), path)
				walk(i.Value(), path)
			}
		}
	}
	w := p.Window
	for _, root := range []any{w.frame, p.canvas.Overlays().List(), w.welcome, w.connections, w.connector, w.chat.Composer(), w.speak, w.transcribe} {
		walk(reflect.ValueOf(root), "")
	}
	return out
}

func TestTheTextOfTheFirstPageBecomesLarger(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		for _, size := range []float64{1.2, 1.35, 1.5, 1.75, settings.MaxTextSize} {
			p.clicks("Larger text")
			if got := p.Settings.Get().TextSize; got != size {
				t.Errorf("text is %v, want %v", got, size)
			}
			if got := fynetheme.TextSize(); math.Abs(float64(got)-size*theme.SizeText) > 0.01 {
				t.Errorf("text of the theme is %v, want %v", got, size*theme.SizeText)
			}
		}
		p.quit()
		p = h.start()
		p.hasNot("Larger text")
		p.clicks("Normal text size")
		p.has("Larger text")
		if got := p.Settings.Get().TextSize; got != 1 {
			t.Errorf("text is %v", got)
		}
	})
}

// Who needs large letters finds them before anything else.
func TestTheSimpleViewIsOfferedOnTheFirstPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		title := p.has("Welcome to Parlando")
		p.clicks("Simple view")
		p.has("Turn off simple view")
		if !p.Settings.Get().Comfort.Simple {
			t.Error("the simple view is not on")
		}
		if p.has("Welcome to Parlando") == title {
			t.Error("nothing is larger")
		}
		p.clicks("Turn off simple view")
		p.has("Simple view")
		if p.has("Welcome to Parlando") != title {
			t.Error("something is still larger")
		}
		p.clicks("Simple view")
		p.clicks("Try it now")
		p.has("Message")
		p.hasNot("Adjust replies")
		p.hasNot("Temporary chat (Ctrl+Shift+N)") // it is in the menu
	})
}
