package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// looksAround is the first run with one click.
func (h *home) looksAround() *user {
	h.t.Helper()
	p := h.start()
	p.clicks("Try it now")
	p.has("Message")
	return p
}

// isWriting reports whether a reply is being written.
func (p *user) isWriting() bool {
	_, ok := p.Replies.Active(p.open().ID)
	return ok
}

// readsToTheEnd waits until the reply is finished, and scrolls to its end.
func (p *user) readsToTheEnd() {
	p.t.Helper()
	p.until("the end of the reply", func() bool { return p.open().ID != "" && !p.isWriting() && !p.named("Stop") })
	p.wait(time.Second)
	p.view.GoToEnd()
	p.drain()
}

func TestFromFirstRunToEverythingStillThere(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.sees("Welcome to Parlando")
		p.clicks("Try it now")
		p.sees("What can I help with?")
		p.sees("Practice")

		p.sends("What is a lighthouse for?")
		p.sees("What is a lighthouse for?")
		p.has("Stop")
		p.wait(2 * time.Second)
		some := len(p.text())
		p.wait(2 * time.Second)
		if more := len(p.text()); more <= some {
			t.Errorf("the answer does not grow: %d, %d", some, more)
		}
		p.clicks("Stop")
		p.sees("You stopped this reply.")

		p.clicks("Try again")
		p.readsToTheEnd()
		p.sees("2 of 2")
		p.clicks("Previous reply")
		p.sees("1 of 2")
		p.sees("You stopped this reply.")
		p.clicks("Next reply")
		p.sees("2 of 2")

		p.clicks("Adjust replies")
		p.sees("Creativity")
		p.clicks("Creativity: as the model decides")
		p.types("1.5")
		p.presses(fyne.KeyReturn)
		p.wait(time.Second)
		p.quit()

		p = h.start()
		p.sees("What is a lighthouse for?")
		p.sees("2 of 2")
		p.sees("1.5")
	})
}
