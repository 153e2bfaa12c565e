package window

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/client/practice"
)

// roundTrip is a service that answers in memory.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// webServer answers every request with an error page, as plain web servers do.
func webServer(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.WriteString("<!DOCTYPE HTML>\n<html><head><title>Error response</title></head><body>File not found</body></html>")
	w.Result().Request = r
	return w.Result(), nil
}

const noAIService = "Something answers at this address, but it isn't an AI service. Check the address; it often ends in /v1."

func TestAWebServerIsNoService(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = roundTrip(webServer)
		p := h.start()
		p.fillsIn("api.example.org/wrong", "sk-1")
		p.sees(noAIService)
		p.sees("https://api.example.org/wrong")
		if len(holders(p, "sk-1")) == 0 {
			t.Error("the key is not in the form any more")
		}
		p.clicks("Connect anyway")
		p.sees("What can I help with?")
		p.seesNot(noAIService)
	})
}

// silent accepts requests and never answers them.
func silent(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestConnectingShowsSecondsAndIsCanceled(t *testing.T) {
	for where, open := range map[string]func(h *home) *user{
		"welcome": func(h *home) *user { return h.start() },
		"Connections": func(h *home) *user {
			p := h.looksAround()
			p.connector.Add()
			return p
		},
	} {
		for how, cancel := range map[string]func(p *user){
			"the button": func(p *user) { p.clicks("Cancel") },
			"Escape":     func(p *user) { p.presses(fyne.KeyEscape) },
		} {
			t.Run(where+" with "+how, func(t *testing.T) {
				story(t, func(t *testing.T, h *home) {
					h.net.service = roundTrip(silent)
					p := open(h)
					before := len(p.Connections.List())
					p.fillsIn("api.example.org", practice.Key)
					p.wait(5 * time.Second)
					if !p.reads("Connecting… 5 s") {
						t.Fatalf("the window shows %s", p.text())
					}
					cancel(p)
					p.hasNot("Cancel")
					p.has("Connect")
					if p.wait(time.Minute); p.reads("The service") || len(p.Connections.List()) != before {
						t.Errorf("after a minute there are %d connections, and the window shows %s", len(p.Connections.List()), p.text())
					}
					if !p.reads("https://api.example.org/v1") || len(holders(p, practice.Key)) == 0 {
						t.Errorf("what was typed is gone: %s", p.text())
					}
					h.net.service = practice.New(practice.Options{}).Transport()
					p.clicks("Connect")
					p.until("the new connection", func() bool { return len(p.Connections.List()) == before+1 })
					p.sees("What can I help with?")
				})
			})
		}
	}
}

func TestClosingTheSheetCancelsConnecting(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = roundTrip(func(r *http.Request) (*http.Response, error) {
			select {
			case <-time.After(5 * time.Second):
				return practice.New(practice.Options{}).Transport().RoundTrip(r)
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		})
		p := h.looksAround()
		p.connector.Add()
		p.fillsIn("api.example.org", practice.Key)
		p.clicks("Close") // as Escape, it ends what is under way first
		p.has("Connect")
		p.clicks("Close")
		p.hasNot("Key from the service (API key)")
		if p.wait(time.Minute); len(p.Connections.List()) != 1 {
			t.Errorf("connected to %v", p.Connections.List())
		}
	})
}
