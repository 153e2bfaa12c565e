package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/client/practice"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// badges counts those of practice that can be seen in a window.
func badges(c fyne.Canvas) int { return len(badgeHeights(c)) }

// badgeHeights are the heights of the badges of practice that can be seen in a window.
func badgeHeights(c fyne.Canvas) (heights []float32) {
	seen.Walk(c, true, func(o fyne.CanvasObject, at fyne.Position) {
		if b, ok := o.(*widgets.Badge); ok && b.AccessibilityLabel() == "Practice" && at.X+b.Size().Width <= c.Size().Width {
			heights = append(heights, b.Size().Height)
		}
	})
	return heights
}

// wantsBadges walks through the pages and the quick window, and counts the badges of practice on
// each.
func (p *user) wantsBadges(want int) {
	p.t.Helper()
	count := func(where string, c fyne.Canvas) {
		p.t.Helper()
		p.drain()
		if n := badges(c); n != want {
			p.t.Errorf("%s, %v wide: %d badges, want %d", where, c.Size().Width, n, want)
		}
	}
	p.showChat()
	count("the chat", p.canvas)
	p.ShowSpeak()
	count("Read aloud", p.canvas)
	p.ShowTranscribe()
	count("Transcribe", p.canvas)
	p.settings.Open()
	count("Settings", p.canvas)
	shell.CloseOverlays(p.frame)
	p.showChat()
	p.ShowQuick()
	count("the quick window", p.quick.window.Canvas())
	p.quick.hide()
}

func TestEveryPageSaysWhetherItAsksPractice(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.looksAround()
		p.wantsBadges(1)
		for _, size := range []fyne.Size{{Width: 480, Height: 500}, {Width: 720, Height: 600}} {
			p.screen.Resize(size)
			p.wantsBadges(1)
		}
		p.ShowSpeak()
		p.Settings.Change(func(s *settings.Settings) { s.Speech.Local = true })
		p.wait(time.Second)
		if badges(p.canvas) != 0 {
			t.Error("Read aloud shows the badge while the voice of this computer reads")
		}
		p.Settings.Change(func(s *settings.Settings) { s.Speech.Local = false })
		p.wait(time.Second)

		practices := p.connection()
		r, err := p.Connections.Connect(t.Context(), "https://api.example.org", practice.Key, connections.ConnectOptions{Name: "Home"})
		if err != nil || !r.Connected {
			t.Fatalf("%+v, %v", r, err)
		}
		current, _ := p.Connections.Current()
		p.connections.UseForNewChats(current.ID)
		p.wantsBadges(0)
		p.settings.Open()
		p.connections.UseForNewChats(practices)
		p.until("the badge of practice in Settings", func() bool { return badges(p.canvas) == 1 })
		shell.CloseOverlays(p.frame)
		p.wantsBadges(1)
	})
}

func TestTheBadgeFollowsAChatToAnotherConnection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		r, err := p.Connections.Connect(t.Context(), "https://api.example.org", practice.Key, connections.ConnectOptions{Name: "Home"})
		if err != nil || !r.Connected {
			t.Fatalf("%+v, %v", r, err)
		}
		p.wait(time.Second)
		if n := badges(p.canvas); n != 1 {
			t.Errorf("%d badges in the chat with practice", n)
		}
		p.holdsWith(fyne.KeyM, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.sees("All connections…")
		p.presses(fyne.KeyDown)
		p.presses(fyne.KeyReturn)
		p.sees("This chat now uses Home.")
		if n := badges(p.canvas); n != 0 {
			t.Errorf("%d badges in the chat that was moved", n)
		}
		p.clicks("Undo")
		if n := badges(p.canvas); n != 1 {
			t.Errorf("%d badges in the chat that is back", n)
		}
	})
}

func TestTheBadgeInSettingsHasTheSizeOfTextThatIsChosen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		height := func() float32 {
			p.settings.Open()
			p.drain()
			defer shell.CloseOverlays(p.frame)
			heights := badgeHeights(p.canvas)
			if len(heights) != 1 {
				t.Fatalf("%d badges in Settings", len(heights))
			}
			return heights[0]
		}
		before := height()
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize = 2 })
		p.wait(time.Second)
		if got := height(); got < 1.5*before {
			t.Errorf("it is %v high with the largest text, %v with the usual", got, before)
		}
	})
}

func TestPracticePlaysWhatIsChosenByMouseAndByKeyboard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id := p.connection()
		plays := func(title string, models int) {
			t.Helper()
			p.until("practice to play "+title, func() bool { return p.named("Practice plays: "+title) && p.Connections.Abilities(id).Models == models })
		}
		p.connections.Open()
		p.clicks("More about Practice")
		p.clicks("Details…")
		plays("Everyday service", 10)
		p.sees("A service that says what each of its models can do.")
		p.clicks("Practice plays: Everyday service")
		p.clicks("Unusual speech models")
		plays("Unusual speech models", 16)
		p.sees("One ends in ten days, one ended yesterday.")
		shell.CloseOverlays(p.frame)
		p.quit()

		p = h.start()
		p.connections.Open()
		p.clicks("More about Practice")
		p.clicks("Details…")
		plays("Unusual speech models", 16)
		p.tabsTo("Practice plays: Unusual speech models")
		p.presses(fyne.KeySpace)
		p.presses(fyne.KeyDown)
		p.presses(fyne.KeyDown)
		p.presses(fyne.KeyReturn)
		plays("Speech models removed", 6)
		p.hasKeyboard("Practice plays: Speech models removed")
		p.presses(fyne.KeySpace)
		p.presses(fyne.KeyEscape)
		plays("Speech models removed", 6)
		p.hasKeyboard("Practice plays: Speech models removed")
		shell.CloseOverlays(p.frame)
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
	})
}

func TestEveryThingThatPracticePlaysHasItsWords(t *testing.T) {
	said := map[string]bool{}
	for _, s := range practice.Scenes() {
		title, about := words.PracticeScene(s.ID)
		if said[title] || said[about] || title == "" || about == "" {
			t.Errorf("%s is called %q: %q", s.ID, title, about)
		}
		said[title], said[about] = true, true
	}
}
