package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/client/practice"
)

// putsIn pastes a text into what has the focus, as Ctrl+V does.
func (p *user) putsIn(text string) {
	p.t.Helper()
	p.app.Clipboard().SetContent(text)
	f, ok := p.canvas.Focused().(fyne.Shortcutable)
	if !ok {
		p.t.Fatalf("nothing can be pasted into %T", p.canvas.Focused())
	}
	f.TypedShortcut(&fyne.ShortcutPaste{Clipboard: p.app.Clipboard()})
	p.drain()
}

// curlOfWork is what the service at work shows people who ask how to begin.
const curlOfWork = "curl https://work.example.org/v1/chat/completions \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Authorization: Bearer " + practice.Key + "\" \\\n  -d '{\"model\": \"practice-small\"}'"

// atTwoServices is somebody with two connections: api.example.org, called Home, and then Work.
func (h *home) atTwoServices() *user {
	h.t.Helper()
	h.net.service = practice.New(practice.Options{}).Transport()
	h.net.work = practice.New(practice.Options{}).Transport()
	p := h.start()
	p.fillsIn("api.example.org", practice.Key)
	p.has("Message")
	if r, err := p.Connections.Connect(h.t.Context(), "https://work.example.org", practice.Key, connections.ConnectOptions{Name: "Work"}); err != nil || !r.Connected {
		h.t.Fatalf("%+v, %v", r, err)
	}
	home := p.Connections.List()[0]
	if err := p.Connections.Rename(home.ID, "Home"); err != nil {
		h.t.Fatal(err)
	}
	if err := p.Connections.Select(home.ID); err != nil {
		h.t.Fatal(err)
	}
	p.chat.NewChat()
	p.drain()
	h.net.requests()
	return p
}

// goesTo reports whether all that was sent since it was last asked went to a host.
func (p *user) goesTo(h *home, host string) {
	p.t.Helper()
	out := h.net.requests()
	for _, r := range out {
		if !strings.Contains(r, "https://"+host+"/") {
			p.t.Errorf("sent %s", r)
		}
	}
	if len(out) == 0 {
		p.t.Error("nothing was sent")
	}
}

func TestASecondConnectionIsAddedByPastingACurlLine(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		h.net.work = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		h.net.requests()
		p.holds(fyne.KeyComma)
		p.clicks("Connections and proxy…")
		p.clicks("Add connection")
		p.clicks("Address of the service")
		p.putsIn(curlOfWork)
		p.sees("The address and key were filled in from what you pasted.")
		p.sees("https://work.example.org/v1")
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent before Connect: %v", out)
		}
		p.clicks("Connect")
		p.sees("What can I help with?")
		p.sees("work.example.org") // the bar says which of two it is
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.goesTo(h, "work.example.org")
		if n := len(p.Connections.List()); n != 2 {
			t.Errorf("%d connections", n)
		}
	})
}

func TestAModelOfAnotherServiceMovesTheChatByThatClickAlone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.atTwoServices()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.goesTo(h, "api.example.org")
		own := p.open().Model
		p.holds(fyne.KeyM)
		p.sees("Work")
		p.types("eyes")
		p.presses(fyne.KeyDown) // the one at work
		p.presses(fyne.KeyReturn)
		p.sees("This chat now uses Work.")
		p.sends("And a foghorn?")
		p.readsToTheEnd()
		p.goesTo(h, "work.example.org")
		p.clicks("Undo")
		p.seesNot("This chat now uses Work.")
		if p.open().Model != own || p.connection() != p.Connections.List()[0].ID {
			t.Errorf("it speaks to %s with %s", p.connection(), p.open().Model)
		}
		// New chats begin where they did.
		p.holdsWith(fyne.KeyM, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.sees("All connections…")
		p.presses(fyne.KeyDown) // from Home, which is marked
		p.presses(fyne.KeyReturn)
		p.sees("This chat now uses Work.")
		p.clicks("Work") // in the bar
		p.presses(fyne.KeyEscape)
		p.chat.NewChat()
		p.drain()
		p.sends("Who are you?")
		p.readsToTheEnd()
		p.goesTo(h, "api.example.org")
	})
}

func TestAChatRemembersItsConnectionAndSaysWhenThatIsGone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.atTwoServices()
		if err := p.Connections.UsePractice(t.Context()); err != nil {
			t.Fatal(err)
		}
		work := p.Connections.List()[1]
		p.connections.UseForNewChats(work.ID)
		p.drain()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		chat := p.open().ID
		p.goesTo(h, "work.example.org")
		p.connections.UseForNewChats(p.Connections.List()[0].ID)
		p.chat.NewChat()
		p.drain()
		p.connections.Remove(work.ID)
		p.sees("“Work” was removed. Your chats are still here.")
		p.quit()

		p = h.start()
		p.chat.Open(chat)
		p.sees("“Work” was removed.")
		p.sees("This is a practice reply")
		p.composer.FocusText()
		p.types("And a foghorn?")
		p.presses(fyne.KeyReturn)
		p.wait(1)
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent %v", out)
		}
		if !p.reads("And a foghorn?") || p.composer.Draft().Text == "" {
			t.Error("what was written is gone")
		}
		p.clicks("Choose another")
		p.sees("All connections…")
		p.clicks("Home")
		p.sees("This chat now uses Home.")
		p.seesNot("was removed. You can still read")
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.goesTo(h, "api.example.org")
	})
}

func TestThePageOfAConnectionChangesWhatNewChatsBeginWith(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 1400)
		p := h.atTwoServices()
		p.connections.Open()
		p.clicks("More about Home")
		p.clicks("Rename")
		p.types("Kitchen")
		p.presses(fyne.KeyReturn)
		p.sees("Kitchen")
		p.clicks("Kitchen")
		p.sees("Saved safely in the keyring")
		h.net.requests()
		p.clicks("Test")
		p.sees("The connection works and offers")
		if out := h.net.requests(); len(out) != 1 || out[0] != "GET https://api.example.org/v1/models" {
			t.Errorf("sent %v", out)
		}
		h.net.requests()
		p.clicks("Ask a quick question")
		p.until("a question", func() bool { return len(h.net.requests()) > 0 })
		p.clicks("Model: The one you chose last")
		p.types("eyes")
		p.presses(fyne.KeyReturn)
		p.sees("Practice eyes")
		temperature := 0.3
		p.adjust.OnChange(chat.Parameters{Temperature: &temperature})
		p.clicks("Use this chat's settings")
		p.sees("Creativity: 0.3")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		p.chat.NewChat()
		p.drain()
		if p.model() != practice.VisionModel || p.open().Params.Temperature == nil || *p.open().Params.Temperature != 0.3 {
			t.Errorf("a new chat begins with %s, %+v", p.model(), p.open().Params)
		}
	})
}

func TestAProxyIsChosenAndAConnectionGoesWithout(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 1400)
		p := h.atTwoServices()
		p.connections.Open()
		p.clicks("Custom")
		p.types("ftp://proxy.example")
		p.presses(fyne.KeyReturn)
		p.sees("A proxy address starts with http://")
		for range "ftp://proxy.example" {
			p.presses(fyne.KeyBackspace)
		}
		p.types("proxy.example:3128")
		p.presses(fyne.KeyReturn)
		p.until("the proxy is kept", func() bool {
			return p.Connections.Proxy() == settings.Proxy{Mode: settings.ProxyCustom, Address: "http://proxy.example:3128"}
		})
		p.clicks("Home")
		p.sees("http://proxy.example:3128, like all connections")
		p.clicks("Never use a proxy")
		p.seesNot("like all connections")
		if !p.Connections.List()[0].Direct {
			t.Error("it was not kept")
		}
	})
}

// A new chat begins with the model that was chosen last for a new chat, whatever chats were read or
// continued since.
func TestANewChatBeginsWithTheModelChosenForOne(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		begins := func(when, model string) {
			t.Helper()
			p.clicks("New chat")
			p.drain()
			if p.model() != model {
				t.Errorf("%s: a new chat begins with %s", when, p.model())
			}
		}
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.chooses("Practice eyes")
		p.sends("And a lighthouse keeper?")
		p.readsToTheEnd()
		begins("after a chat with another model", practice.WriterModel)
		p.clicks("What is a lighthouse for?")
		begins("after the chat was read", practice.WriterModel)
		p.chooses("Practice eyes")
		begins("after a choice", practice.VisionModel)
		p.quit()
		p = h.start()
		begins("after a restart", practice.VisionModel)
	})
}
