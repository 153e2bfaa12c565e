package window

import (
	"net/http"
	"net/http/httptest"
	"testing"
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

const noAIService = "This address answers, but not like an AI service. Is the path right (often /v1)?"

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
		p.clicks("Use it anyway")
		p.sees("What can I help with?")
		p.seesNot(noAIService)
	})
}
