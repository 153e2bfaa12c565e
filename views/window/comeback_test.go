package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

func TestAChatIsFoundWhereItWasLeft(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		for range 2 {
			p.sends("And then?")
			p.readsToTheEnd()
		}
		p.scrollsUp()
		e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -150)}
		e.Position = fyne.NewPos(100, 100)
		p.view.Scrolled(e)
		p.has("To the end")
		was, _ := p.view.FindClickableArea("Copy", 0)
		p.clicks("New chat")
		p.clicks("What is a lighthouse for?")
		p.has("To the end")
		if got, _ := p.view.FindClickableArea("Copy", 0); got != was {
			t.Errorf("the first button is at %v and was at %v", got, was)
		}

		p.quit()
		p = h.start()
		p.has("To the end")
		if got, _ := p.view.FindClickableArea("Copy", 0); got != was {
			t.Errorf("after a restart the first button is at %v and was at %v", got, was)
		}
		p.sends("And now?")
		p.readsToTheEnd()
		p.hasNot("To the end")
		p.quit()
		p = h.start()
		p.hasNot("To the end")
	})
}

// A quick service has sent more than the window holds before anything of the reply is shown.
func TestAQuickReplyIsShownFromItsBeginning(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		h.screen.Height = 420
		p := h.looksAround()
		for _, question := range []string{"What is a lighthouse for?", "And what is a bell for?"} {
			p.sends(question)
			p.until("the end of the reply", func() bool { return p.open().ID != "" && !p.isWriting() && !p.named("Stop") })
			p.wait(time.Second)
			if p.sees("but the practice service can't answer it"); !p.named("To the end") {
				t.Errorf("after %q the end is shown", question)
			}
		}
	})
}
