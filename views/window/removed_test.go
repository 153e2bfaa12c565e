package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
	"parlando/client/practice"
)

// withoutConnection has a chat with a draft, whose connection, the only one, was removed.
func (h *home) withoutConnection(connect func(p *user)) *user {
	h.t.Helper()
	h.net.service = practice.New(practice.Options{}).Transport()
	h.net.work = practice.New(practice.Options{}).Transport()
	h.practice.TokenInterval = -1
	p := h.start()
	connect(p)
	p.has("Message")
	p.sends("What is a lighthouse for?")
	p.readsToTheEnd()
	p.types("And a foghorn?")
	p.connections.Open()
	p.presses(fyne.KeyDelete)
	p.wait(connections.UndoTimeout + time.Second)
	p.clicks("Close")
	p.sees("was removed. You can still read")
	return p
}

func atExample(p *user) { p.fillsIn("api.example.org", practice.Key) }

// wantsChat reports an error unless the chat is shown with its draft and marked in the list.
func (p *user) wantsChat() {
	p.t.Helper()
	p.wantsWritten("And a foghorn?")
	p.sees("Practice writer")
	p.seesNot("practice-writer")
	if id := p.open().ID; id == "" || !p.frame.IsCurrent(p.chat) || p.sidebar.Marked() != id {
		p.t.Errorf("open is the chat %q, marked %q, and the window shows %s", id, p.sidebar.Marked(), p.text())
	}
}

func TestAChatStaysWhereItsOnlyConnectionIsRemovedAndGoesOnOnceItIsAddedAgain(t *testing.T) {
	for name, add := range map[string]func(p *user){
		"in the chat": func(p *user) {},
		"in the settings": func(p *user) {
			p.holds(fyne.KeyComma)
			p.clicks("Connections and proxy…")
		},
		"by asking again": func(p *user) {
			p.holds(fyne.KeyR)
			p.sees("Address of the service")
		},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.withoutConnection(func(p *user) {
					atExample(p)
					p.has("Message")
					p.connector.Add()
					p.clicks("Address of the service")
					p.types("other.example")
					p.presses(fyne.KeyEscape)
				})
				p.wantsChat()
				if add(p); !p.reads("Address of the service") {
					p.clicks("Add connection")
				}
				p.sees("https://api.example.org/v1")
				p.hasKeyboard("Key from the service (API key)")
				p.types(practice.Key)
				p.presses(fyne.KeyReturn)
				p.hasNot("Key from the service (API key)")
				p.seesNot("was removed. You can still read")
				p.wantsChat()
				p.hasKeyboard("Message")
				h.net.requests()
				p.presses(fyne.KeyReturn)
				p.readsToTheEnd()
				p.goesTo(h, "api.example.org")
				if heads, err := p.History.Thread(t.Context(), p.open().ID); err != nil || len(heads) != 4 {
					t.Errorf("%d messages, %v", len(heads), err)
				}
			})
		})
	}
}

func TestAChatGoesOnWithAnotherConnectionThatIsAddedForIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.withoutConnection(atExample)
		p.clicks("Add connection")
		p.clicks("Address of the service")
		p.putsIn(curlOfWork)
		p.clicks("Connect")
		p.sees("This chat now uses work.example.org.")
		p.wantsChat()
		p.seesNot("was removed. You can still read")
		h.net.requests()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.goesTo(h, "work.example.org")
	})
}

func TestAChatGoesOnWithPracticeThatWasRemoved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.withoutConnection(func(p *user) { p.clicks("Try it now") })
		p.clicks("Add connection")
		p.hasKeyboard("Use practice service")
		if p.has("Use practice service").Y > p.has("Address of the service").Y {
			t.Error("practice stands below the form")
		}
		p.presses(fyne.KeySpace)
		p.hasNot("Key from the service (API key)")
		p.seesNot("was removed. You can still read")
		p.wantsChat()
	})
}

func TestNoChatIsMarkedWhileParlandoAsksForTheFirstConnection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.withoutConnection(atExample)
		id := p.open().ID
		p.clicks("New chat")
		p.sees("Welcome to Parlando")
		if got := p.sidebar.Marked(); got != "" {
			t.Errorf("the chat %q is marked", got)
		}
		p.clicks("What is a lighthouse for?")
		p.sees("was removed. You can still read")
		if p.wantsChat(); p.open().ID != id {
			t.Errorf("it is the chat %q", p.open().ID)
		}
	})
}
