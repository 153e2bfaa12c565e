package client

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"parlando/client/failure"
	"parlando/client/hostiletest"
)

// TestHostileInputs grades the kinds whose guard is the client.
func TestHostileInputs(t *testing.T) {
	hostiletest.Grade(t, "client", map[string]func(*testing.T, hostiletest.Case){
		"redirect": gradeRedirect, "base-url": gradeBaseURL,
	})
}

// gradeBaseURL wants an address normalized or refused, and plain http known as such.
func gradeBaseURL(t *testing.T, c hostiletest.Case) {
	text := c.Text(t)
	a, err := ParseAddress(text)
	if err != nil {
		return // refused
	}
	u, err := url.Parse(a.String())
	if err != nil || u.User != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || strings.HasSuffix(u.Path, "/") ||
		u.Scheme != "https" && u.Scheme != "http" || strings.Contains(u.Path, "//") || strings.Contains(u.Path, ":") {
		t.Errorf("%q became %q, %v", text, a, err)
	}
	if a.IsUnencrypted() != (u.Scheme == "http") || a.IsUnencrypted() && !a.IsLoopback() && !strings.Contains(strings.ToLower(text), "http://") {
		t.Errorf("%q became plain http by itself: %q", text, a)
	}
}

// canary notes what arrives where nothing should.
type canary struct {
	*httptest.Server
	requests, keys, bodies atomic.Int32
}

func newCanary(t *testing.T) *canary {
	t.Helper()
	c := &canary{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		c.requests.Add(1)
		if r.Header.Get("Authorization") != "" {
			c.keys.Add(1)
		}
		if body, _ := io.ReadAll(r.Body); len(body) > 0 {
			c.bodies.Add(1)
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// gradeRedirect serves the redirect and wants neither key nor question to go along, and the user
// told.
func gradeRedirect(t *testing.T, c hostiletest.Case) {
	var in struct {
		Redirect int
		To       string
		Loop     bool `json:"redirect_loop"`
	}
	hostiletest.Decode(t, c.Input, &in)
	trap := newCanary(t)
	var requests atomic.Int32
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		status, to := in.Redirect, trap.URL+r.URL.Path
		if status == 0 {
			status = http.StatusTemporaryRedirect
		}
		switch {
		case in.Loop:
			to = r.URL.Path
		case strings.Contains(in.To, "other host"):
			to = strings.Replace(to, "127.0.0.1", "localhost", 1)
		case strings.Contains(in.To, "://"):
			to = in.To
		}
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	})
	server := httptest.NewUnstartedServer(handler)
	if strings.Contains(in.To, "from https") {
		server.StartTLS()
	} else {
		server.Start()
	}
	defer server.Close()
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := New(Options{Address: address, Key: "sk-secret-123", Transport: server.Client().Transport})
	told := func(err error) {
		t.Helper()
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.WrongAddress || e.Detail == "" {
			t.Errorf("the person is told %v", err)
		}
	}
	_, err = client.Chat(t.Context(), ChatRequest{Model: "m", Messages: []Message{{Role: "user", Content: []ContentPart{{Text: "secret"}}}}})
	told(err)
	_, err = client.Speech(t.Context(), say("secret"))
	told(err)
	_, err = client.Transcribe(t.Context(), TranscriptionRequest{Model: "m", Audio: bytes.NewReader(silentWAV(100))})
	told(err)
	if n := requests.Load(); n != 3 {
		t.Errorf("three questions were sent %d times", n)
	}
	_, err = client.Models(t.Context())
	told(err)
	if n := requests.Load(); n > 4+maxRedirects {
		t.Errorf("%d requests in a circle", n)
	}
	if trap.requests.Load() != 0 {
		t.Errorf("%d requests followed, %d with the key, %d with a body", trap.requests.Load(), trap.keys.Load(), trap.bodies.Load())
	}
}

func TestRedirectOfTheListWithinItsOwnOriginIsFollowed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models/" {
			http.Redirect(w, r, "/v1/models/", http.StatusMovedPermanently)
			return
		}
		_, _ = io.WriteString(w, `{"data":[{"id":"m"}]}`)
	}))
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	models, err := New(Options{Address: address}).Models(t.Context())
	if err != nil || len(models) != 1 {
		t.Errorf("%v, %v", models, err)
	}
}

func TestAMoveOnTheSameHostIsToldWithItsPath(t *testing.T) {
	var to string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	host, _, _ := strings.Cut(address.Host(), ":")
	for location, want := range map[string]string{
		"/v1/chat/completions/":                             server.URL + "/v1/chat/completions/",
		"/openai/v1/chat/completions?key=sk-secret-1234567": server.URL + "/openai/v1/chat/completions",
		"https://" + host + "/v1/chat/completions":          "https://" + host + "/v1/chat/completions",
		"/login": "",
		"/":      "",
		"http://portal.example/v1/chat/completions": "",
		"ftp://" + host + "/v1/chat/completions":    "",
	} {
		to = location
		got := collect(New(Options{Address: address, Key: "sk-secret-1234567"}), t.Context(), hello())
		var e *failure.Error
		if !errors.As(got.err, &e) || e.Kind != failure.WrongAddress || e.MovedTo != want {
			t.Errorf("%s: moved to %q, %v", location, e.MovedTo, got.err)
		}
	}
}
