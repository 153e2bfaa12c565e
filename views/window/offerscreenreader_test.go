package window

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// reader is a screen reader that runs, with the program for it at this path.
type reader string

func (reader) Runs() bool        { return true }
func (r reader) Program() string { return string(r) }

// The offer of Parlando for screen readers, as it is shown and as it is spoken.
const (
	offer      = "There is an early version of Parlando for screen readers. It may close unexpectedly, but nothing you typed is lost then. You can open it later, too, as “Parlando for screen readers”."
	offerAloud = "A screen reader is running. " + offer + " Press Enter to open it, or Escape to stay here."
)

// opensNext lists the programs that Parlando opens after it has closed.
func (p *user) opensNext() *[]string {
	var opened []string
	p.SetOpenNext(func(program string) { opened = append(opened, program) })
	return &opened
}

func TestParlandoForScreenReadersIsOfferedOnceAndDeclined(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.reader = reader("parlando-screen-reader")
		p := h.start()
		opened := p.opensNext()
		p.sees("A screen reader is running")
		p.sees(offer)
		p.hasKeyboard("Open it")
		h.hears(p, offerAloud)
		p.presses(fyne.KeyEscape)
		p.seesNot("A screen reader is running")
		p.clicks("Try it now")
		p.has("Message")
		h.hears(p)
		if p.screen.closed || len(*opened) > 0 {
			t.Errorf("closed: %v, opens %q next", p.screen.closed, *opened)
		}
		p.quit()

		p = h.start()
		p.has("Message")
		p.seesNot("A screen reader is running")
		h.hears(p)
	})
}

func TestParlandoForScreenReadersOpensAfterEverythingIsStored(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.types("not sent")
		p.wait(time.Second)
		p.quit()

		h.reader = reader("parlando-screen-reader")
		p = h.start()
		opened := p.opensNext()
		p.sees("A screen reader is running")
		p.presses(fyne.KeyReturn)
		if !p.screen.closed || !slices.Equal(*opened, []string{"parlando-screen-reader"}) {
			t.Errorf("closed: %v, opens %q next", p.screen.closed, *opened)
		}
		p.quit()

		p = h.start()
		p.sees("not sent")
		p.seesNot("A screen reader is running")
	})
}

func TestParlandoForScreenReadersIsOfferedOnlyWhereItIsInstalled(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.reader = reader("")
		p := h.looksAround()
		p.seesNot("A screen reader is running")
		h.hears(p)
		if p.Settings.Get().Comfort.ScreenReaderOffered {
			t.Error("it counts as offered")
		}
	})
}

func TestTheOfferIsSilentWithoutAVoice(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.voice.none = true
		h.reader = reader("parlando-screen-reader")
		p := h.start()
		p.sees("A screen reader is running")
		p.clicks("Stay here")
		p.seesNot("A screen reader is running")
	})
}
