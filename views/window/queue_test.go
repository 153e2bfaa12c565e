package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// asksAll sends messages while the reply to the first one comes.
func (p *user) asksAll(messages ...string) {
	p.t.Helper()
	for i, m := range messages {
		p.sends(m)
		if i == 0 {
			p.has("Stop")
		} else {
			p.sees(m)
		}
	}
}

func TestQueuedMessagesAreShownEachAndSentInOrder(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.asksAll("What is a lighthouse for?", "And a foghorn?", "And a buoy?")
		p.wantsWritten("")
		p.sees("This will be sent when the reply is finished.")
		p.sees("Will be sent after the message above.")
		p.until("six messages", func() bool {
			heads, err := p.History.Thread(t.Context(), p.open().ID)
			return err == nil && len(heads) == 6
		})
		p.seesNot("Will be sent after the message above.")
		p.readsToTheEnd()
		var asked []string
		heads, err := p.History.Thread(t.Context(), p.open().ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, head := range heads {
			m, err := p.History.Message(t.Context(), head.ID)
			if err != nil {
				t.Fatal(err)
			}
			if m.Role == "user" {
				asked = append(asked, m.Text())
			}
		}
		if got := strings.Join(asked, " "); got != "What is a lighthouse for? And a foghorn? And a buoy?" {
			t.Errorf("asked %q", got)
		}
		p.seesNot("This will be sent when the reply is finished.")
	})
}

func TestQueuedMessagesArePausedByAReplyThatWasStoppedAndByAStart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.asksAll("What is a lighthouse for?", "And a foghorn?", "And a buoy?")
		p.types("Also piers")
		p.hasNot("Send now")
		p.clicks("Stop")
		p.sees("Not sent because you stopped a reply.")
		p.sees("And a foghorn?")
		p.wantsWritten("Also piers")
		p.wait(time.Second)
		p.quit()
		p = h.start()
		p.wantsWritten("Also piers")
		p.sees("Not sent because Parlando was closed.")
		p.clicks("Send now")
		p.has("Stop")
		p.sees("This will be sent when the reply is finished.")
		p.readsToTheEnd()
		p.seesNot("This will be sent when the reply is finished.")
	})
}

func TestAMessageThatWaitsIsEditedOrTakenBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.asksAll("What is a lighthouse for?", "And a foghorn?", "And a buoy?")
		p.types("Also piers")
		p.clicks("Don't send") // the last
		p.wantsWritten("And a buoy?\n\nAlso piers")
		p.sees("And a foghorn?")
		p.clicks("Edit")
		p.wantsWritten("And a foghorn?")
		p.sees("Your draft returns when you send this message.")
		p.seesNot("This will be sent when the reply is finished.")
		p.presses(fyne.KeyReturn)
		p.sees("This will be sent when the reply is finished.")
		p.wantsWritten("And a buoy?\n\nAlso piers")
	})
}

// The actions of a message that waits are reached by Tab.
func TestTheActionsOfAMessageThatWaitsAreReachedByTab(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.asksAll("What is a lighthouse for?", "And a foghorn?")
		p.canvas.Focus(p.chat.ConversationView())
		view := p.chat.ConversationView()
		for range 2 { // Edit, Take back
			if !view.AcceptsTab() {
				t.Fatal("Tab leaves")
			}
			view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
		}
		view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		p.wantsWritten("And a foghorn?")
	})
}
