package window

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/client/practice"
	settingssheet "parlando/views/sheets/settings"
	"parlando/views/theme"
)

func TestTextGrowsAndShrinksByKeysAndIsKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		want := func(size float64) {
			t.Helper()
			p.drain()
			if got := p.Settings.Get().TextSize; got != size {
				t.Errorf("text is %v, want %v", got, size)
			}
			if got := fynetheme.TextSize(); math.Abs(float64(got)-size*theme.SizeText) > 0.01 {
				t.Errorf("text of the theme is %v, want %v", got, size*theme.SizeText)
			}
		}
		const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
		p.holds(fyne.KeyEqual)
		want(1.2)
		p.holdsWith(fyne.KeyEqual, ctrl|shift)
		want(1.35)
		for range 9 {
			p.holdsWith(fyne.KeyPlus, ctrl)
		}
		want(settings.MaxTextSize)
		p.holds(fyne.Key0)
		want(1)
		// by hand, between two steps
		p.Settings.Change(func(s *settings.Settings) { s.TextSize = 1.25 })
		p.holds(fyne.KeyMinus)
		want(1.2)
		for range 9 {
			p.holds(fyne.KeyMinus)
		}
		want(settings.MinTextSize)
		p.quit()
		p = h.start()
		want(settings.MinTextSize)
	})
}

func TestTheSheetOfKeysTellsWhatSends(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sees("Enter to send")
		p.opensSection("Shortcuts")
		p.clicks("Shift+Enter or Ctrl+Enter")
		p.presses(fyne.KeyEscape)
		p.sees("Shift+Enter to send")
		if send, line := sendKeys(p.Settings.Get().Comfort); send != "Shift Enter" || line != "Enter" {
			t.Errorf("told: %s sends, %s begins a line", send, line)
		}
		p.sends("one")
		if p.isWriting() {
			t.Error("Enter sent")
		}
		p.wantsWritten("one\n")
		p.holds(fyne.KeyReturn)
		p.readsToTheEnd()
	})
}

func TestTheColumnIsAsWideAsChosen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1600, 900)
		p := h.chatsWith("What is a lighthouse for?")
		body := p.body().Size().Width
		for _, c := range []struct {
			choose string
			column float32
		}{{"Narrow", 600}, {"Wide", 960}, {"Entire window", body - 48}} {
			p.holds(fyne.KeyComma)
			p.clicks("Appearance")
			p.clicks(c.choose)
			if x, _ := p.view.FindClickableArea("Copy", 0); math.Abs(float64(x.X-(body-c.column)/2)) > 60 {
				t.Errorf("%s: the reply begins about %v before anything else is done", c.choose, x.X)
			}
			p.presses(fyne.KeyEscape)
			if got := p.composer.Size().Width; got != c.column {
				t.Errorf("%s: the composer is %v wide, want %v", c.choose, got, c.column)
			}
			if at := p.has("Copy"); math.Abs(float64(at.X-(1600-body+(body-c.column)/2))) > 60 {
				t.Errorf("%s: the reply begins about %v", c.choose, at.X)
			}
		}
		if got := p.Settings.Get().Comfort.ReadingWidth; got != settings.WidthFull {
			t.Errorf("kept %q", got)
		}
	})
}

func TestTheSimpleViewChangesNothingThatIsSentAndIsLeftInOneClick(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Adjust replies")
		p.sees("Creativity")
		before := p.Settings.Get()
		p.holds(fyne.KeyComma)
		p.clicks("Appearance")
		p.clicks("Simple view")
		p.presses(fyne.KeyEscape)
		p.holds(fyne.KeyComma)
		p.sees("Simple view") // they begin with the way out
		p.presses(fyne.KeyEscape)
		if got, want := fynetheme.TextSize(), theme.SizeText*settingssheet.SimpleTextScale; math.Abs(float64(got)-want) > 0.01 {
			t.Errorf("text is %v, want %v", got, want)
		}
		for _, away := range []string{"Adjust replies", "Voice chat", "Read replies aloud"} {
			p.hasNot(away)
		}
		p.seesNot("Creativity")
		p.seesNot(" tokens · ")
		for _, there := range []string{"Add a picture", "Dictate", "Send"} {
			p.has(there)
		}
		p.holds(fyne.KeyJ)
		p.sees("Simple view is on.")
		p.top.OnMenu(p.top) // a reply has a button of the same name
		p.clicks("Simple view · Turn off")
		p.sees("Creativity")
		p.has("Voice chat")
		if diff := cmp.Diff(before, p.Settings.Get()); diff != "" {
			t.Errorf("something is not as it was:\n%s", diff)
		}
	})
}

// Somebody new to computers finds the help without a menu.
func TestTheSimpleViewShowsTheHelp(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.seesNot("Help")
		p.settings.SetSimple(true)
		p.settings.SetTextSize(settings.MaxTextSize)
		p.sees("Help")
		p.clicks("Help")
		p.has("Search help")
		p.presses(fyne.KeyEscape)
		p.settings.SetSimple(false)
		p.seesNot("Help")
	})
}

// In the simple view, menus have few lines; the others are behind "More…".
func TestTheMenusOfTheSimpleViewAreShort(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		rare := []string{"Copy chat as Markdown", "What is sent…", "Temporary chat (Ctrl+Shift+N)", "Move to project…"}
		p.top.OnMenu(p.top)
		for _, name := range rare {
			p.has(name)
		}
		p.hasNot("More…")
		p.presses(fyne.KeyEscape)
		p.settings.SetSimple(true)
		p.top.OnMenu(p.top)
		for _, name := range []string{"Rename", "Pin", "Save chat as…", "Print chat…", "Delete", "Recently deleted", "Help (F1)", "More…", "Simple view · Turn off"} {
			p.has(name)
		}
		for _, name := range rare {
			p.hasNot(name)
		}
		p.clicks("More…")
		p.hasNot("Rename")
		p.clicks("Copy chat as Markdown")
		p.sees("Copied.")

		p.opensExample()
		p.clicks("Save as…")
		p.hasNot("Subtitles (.srt)")
		p.has("Word (.docx)")
		p.clicks("More…")
		p.clicks("Subtitles (.srt)")
		p.sees("Subtitles (.srt), to be saved in ")
	})
}

func TestTheSimpleViewSendsTheSame(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{TokenInterval: -1}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.sees("What can I help with?")
		warm, long, seed := 0.7, 400, int64(7)
		p.Settings.Change(func(s *settings.Settings) {
			s.Parameters = chat.Parameters{Temperature: &warm, MaxTokens: &long, Seed: &seed, Stop: []string{"END"}, Instructions: "Be kind.", User: "reader-7"}
		})
		asked := func(do func()) string {
			t.Helper()
			do()
			p.readsToTheEnd()
			h.net.mu.Lock()
			defer h.net.mu.Unlock()
			for i := len(h.net.body) - 1; i >= 0; i-- {
				if bytes.Contains(h.net.body[i], []byte(`"messages"`)) {
					return string(h.net.body[i])
				}
			}
			t.Fatal("nothing was asked")
			return ""
		}
		begin := func() { p.holds(fyne.KeyN); p.sends("What is a lighthouse for?") }
		goOn := func() { p.sends("And a buoy?") }
		before := [2]string{asked(begin), asked(goOn)}
		p.settings.SetSimple(true)
		p.drain()
		p.hasNot("Adjust replies")
		if diff := cmp.Diff(before, [2]string{asked(begin), asked(goOn)}); diff != "" {
			t.Errorf("something else is sent:\n%s", diff)
		}
		if !strings.Contains(before[0], `"seed":7`) || !strings.Contains(before[1], "Be kind.") {
			t.Errorf("sent before: %s", before)
		}
	})
}

func TestLessMovesWhereThatIsWanted(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if theme.ReducesMotion() {
			t.Error("everything stands still from the start")
		}
		p.holds(fyne.KeyComma)
		p.clicks("Appearance")
		p.clicks("Less")
		if !theme.ReducesMotion() {
			t.Error("things still move")
		}
	})
}
