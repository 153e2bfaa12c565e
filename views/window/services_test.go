package window

import (
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
	"parlando/client/practice"
)

func TestAServiceIsChosenByNameAndItsKeyIsOneClickAway(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.opensForm()
		p.sees("A key is like a password that you get on the service's website.")
		p.clicks("Get a key") // of no service yet
		p.sees("Choose a service first.")
		for _, s := range connections.KnownServices() {
			p.has(s.Name)
		}
		p.clicks("OpenAI")
		p.sees("https://api.openai.com/v1")
		p.clicks("Get a key")
		p.sees("Create a key there, copy it and paste it here.")
		if want := []string{"https://platform.openai.com/api-keys"}; !slices.Equal(p.app.opened, want) {
			t.Errorf("opened %q", p.app.opened)
		}
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent before Connect: %v", out)
		}
		p.clicks("Connect")
		p.sees("Enter your API key first.")
		p.hasNot("Connect without a key")
		p.clicks("Key from the service (API key)")
		p.types(practice.Key)
		p.presses(fyne.KeyReturn)
		p.sees("What can I help with?")
		p.goesTo(h, "api.openai.com")
		if c, _ := p.Connections.Current(); c.Name != "OpenAI" {
			t.Errorf("it is called %q", c.Name)
		}
	})
}

func TestTheKeyboardGoesOnInTheKeyOfAChosenServiceAndInTheAddressOfAnother(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.connector.Add()
		p.clicks("Mistral")
		p.types("sk-1")
		p.clicks("Address of the service")
		for range "https://api.mistral.ai/v1" {
			p.presses(fyne.KeyBackspace)
			p.presses(fyne.KeyDelete)
		}
		p.types("api.example.org")
		p.sees("https://api.example.org/v1")
		if len(holders(p, "sk-1")) == 0 {
			t.Error("the key is gone")
		}
	})
}

func TestWhereNoBrowserOpensThePageOfKeysThatIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.app.unopened = errors.New("no browser")
		p.opensForm()
		p.clicks("xAI")
		p.clicks("Get a key")
		p.sees("No program on this computer can open this address.")
	})
}
