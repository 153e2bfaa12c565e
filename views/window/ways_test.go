package window

import (
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
	"parlando/client/practice"
)

// fillsIn enters an address and a key on the way in, and connects.
func (p *user) fillsIn(address, key string) {
	p.t.Helper()
	p.opensForm()
	p.clicks("Address of the service")
	p.types(address)
	p.clicks("Key from the service (API key)")
	p.types(key)
	p.presses(fyne.KeyReturn)
}

// opensForm opens the form of the first page if it is closed.
func (p *user) opensForm() {
	p.t.Helper()
	if p.named("Connect to a service") {
		p.clicks("Connect to a service")
	}
}

func TestAKeyAndOneClickConnect(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.opensForm()
		p.clicks("Address of the service")
		p.types("api.example.org")
		p.sees("https://api.example.org/v1")
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent before Connect: %v", out)
		}
		p.clicks("Key from the service (API key)")
		p.types("sk-wrong")
		p.clicks("Connect")
		p.sees("The service didn't accept your key.")
		if len(h.keys.All()) != 0 {
			t.Error("a wrong key was kept")
		}
		p.clicks("Key from the service (API key)")
		for range "sk-wrong" {
			p.presses(fyne.KeyBackspace)
		}
		p.types(` "Bearer ` + practice.Key + `" `)
		p.clicks("Connect")
		p.sees("What can I help with?")
		p.seesNot("Practice badge")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		if got := h.keys.All(); !slices.Equal(got, []string{practice.Key}) {
			t.Errorf("the password store has %q", got)
		}
		want := []string{"GET https://api.example.org/v1/models", "GET https://api.example.org/v1/models", "POST https://api.example.org/v1/chat/completions"}
		if out := h.net.requests(); !slices.Equal(out, want) {
			t.Errorf("sent %q", out)
		}
	})
}

func TestPlainHTTPIsAskedAbout(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("http://api.example.org", practice.Key) // behind the https:// that stands there
		p.sees("This address isn't secure: other people on the network could read your key")
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent %v", out)
		}
		p.clicks("Connect anyway, not securely")
		p.sees("What can I help with?")
	})
}

func TestAComputerInThisNetworkIsAskedAboutHTTPWhereHTTPSDoesNotAnswer(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.fillsIn("nas.local:11434", practice.Key)
		p.sees("The service can't be reached.")
		p.seesNot("This address isn't secure")
		h.net.service = practice.New(practice.Options{}).Transport()
		p.clicks("Connect")
		p.sees("This address isn't secure")
		p.sees("http://nas.local:11434/v1")
		p.clicks("Connect anyway, not securely")
		p.sees("What can I help with?")
	})
}

func TestAProgramOnThisComputerThatIsNotStartedIsNamed(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.fillsIn("127.0.0.1:4031", "")
		p.sees("No response from 127.0.0.1:4031.")
	})
}

func TestWithoutAPasswordStoreTheKeyIsKeptUntilQuit(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		h.keys.Refuse(errors.New("there is no such service"))
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.clicks("Keep the key until I close Parlando")
		p.sees("What can I help with?")
		p.sends("Hello")
		p.readsToTheEnd()
		p.quit()
		p = h.start()
		p.sends("Hello again")
		p.sees("There's no key for this service yet.")
		p.clicks("Enter a key")
		p.sees("Address and key")
		h.keys.Refuse(nil)
		p.types(practice.Key)
		p.clicks("Connect")
		p.sees("The service is connected.")
		p.clicks("Try again")
		p.readsToTheEnd()
		p.seesNot("There's no key for this service yet.")
	})
}

func TestAServiceThatIsGoneIsAskedAgainWhenItIsBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := practice.New(practice.Options{}).Transport()
		h.net.service = service
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		h.net.service = nil
		p.sends("Is anybody there?")
		p.sees("The service can't be reached.")
		p.sees("Your message is saved.")
		h.net.service = service
		p.clicks("Try again")
		p.readsToTheEnd()
		p.seesNot("The service can't be reached.")
		p.seesNot("2 of 2")
	})
}

func TestAServiceIsForgottenAndTheWayInIsBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		p.connections.Open()
		p.clicks("More about api.example.org")
		p.clicks("Remove")
		p.sees("“api.example.org” was removed. Your chats are still here.")
		p.clicks("Undo")
		p.sees("Used for new chats")
		p.presses(fyne.KeyDelete)
		p.sees("Not connected yet.")
		p.wait(connections.UndoTimeout + time.Second)
		p.clicks("Close")
		p.sees("Welcome to Parlando")
		if len(h.keys.All()) != 0 {
			t.Error("its key is still in the password store")
		}
	})
}
