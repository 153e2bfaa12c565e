package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/i18n"
)

func TestTheLanguageIsChosenOnTheFirstPage(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.start()
		p.sees("Welcome to Parlando")
		p = h.reopens(p, func() {
			p.clicks("English")
			p.clicks("Deutsch")
		})
		p.sees("Willkommen bei Parlando")
		p.sees("Deutsch")
		p = h.reopens(p, func() {
			p.clicks("Deutsch")
			p.clicks("日本語")
		})
		p.seesNot("Willkommen bei Parlando")
		p = h.reopens(p, func() {
			p.clicks("日本語")
			p.clicks("English")
		})
		p.sees("Welcome to Parlando")
	})
}

// The draft, the chat and the settings are there afterwards; a reply is waited for.
func TestTheLanguageChangesAfterTheReply(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.clicks("Try it now")
		p.sends("Count to 100, one number a line")
		p.until("the reply", func() bool { return p.isWriting() })
		chat := p.open().ID
		p.types("and then?")
		p = h.reopens(p, func() {
			p.opensSection("Language")
			p.clicks("Same as this computer")
			p.clicks("Deutsch")
			p.sees("The language changes when the reply or recording is finished.")
			if !p.isWriting() {
				t.Error("the reply was stopped")
			}
		})
		if got := i18n.Speaks(); got != "de" {
			t.Errorf("the window speaks %q", got)
		}
		p.sees("Deutsch")
		p.presses(fyne.KeyEscape)
		if got := p.open().ID; got != chat {
			t.Errorf("chat %s is open, not %s", got, chat)
		}
		if got := p.composer.Draft().Text; got != "and then?" {
			t.Errorf("the draft is %q", got)
		}
		p = h.reopens(p, func() {
			p.opensSection(i18n.Text("Language"))
			p.clicks("Deutsch")
			p.clicks("English")
		})
		p.sees("Language of the window")
	})
}

func TestTheLanguageThatIsSpokenAlreadyChangesNothing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.SetReopen(func(Next) { t.Error("it is opened again") })
		p.clicks("Try it now")
		p.opensSection("Language")
		p.clicks("Same as this computer")
		p.clicks("English")
		p.drain()
		if got := p.Settings.Get().Language; got != "en" {
			t.Errorf("%q is stored", got)
		}
	})
}
