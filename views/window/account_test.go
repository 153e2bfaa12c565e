package window

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/client/practice"
)

func TestTheAccountPageIsTypedAndOpenedWhereTheCreditIsGone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		p.connections.Open()
		p.clicks("api.example.org")
		p.hasNot("Open account page")
		p.clicks("Account page")
		p.types("me:secret@billing.example.org")
		p.presses(fyne.KeyReturn)
		p.sees("Remove the name and password from the address.")
		p.hasNot("Open account page")
		for range "me:secret@billing.example.org" {
			p.presses(fyne.KeyBackspace)
		}
		p.types("billing.example.org/usage")
		p.presses(fyne.KeyReturn)
		p.clicks("Open account page")
		p.sees("https://billing.example.org/usage")
		if len(p.app.opened) != 0 {
			t.Error("opened unasked")
		}
		p.clicks("Open")
		p.clicks("Close")
		p.clicks("Close") // the connections below it
		p.chooses("practice-trouble/402")
		p.sends("Hello")
		p.sees("Your account with this service has run out of credit.")
		p.clicks("Open service website")
		p.clicks("Open")
		const page = "https://billing.example.org/usage"
		if want := []string{page, page}; !slices.Equal(p.app.opened, want) {
			t.Errorf("opened %q, want %q", p.app.opened, want)
		}
	})
}
