package updates

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// homepage serves the list of changes with the handler, and returns Updates that ask it.
func homepage(t *testing.T, serve http.HandlerFunc) (*Updates, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return New(Options{Homepage: server.URL + "/parlando", Version: "0.1.0", Transport: http.DefaultTransport}), server
}

func TestCheckReadsTheListOfTheHomepage(t *testing.T) {
	u, _ := homepage(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/parlando/releases/latest/download/CHANGELOG.md":
			http.Redirect(w, r, "/files/CHANGELOG.md", http.StatusFound)
		case "/files/CHANGELOG.md":
			io.WriteString(w, "# Changes\n\n## 0.2.0\n\n- Sings.\n\n## 0.1.0\n\n- Speaks.\n")
		default:
			http.NotFound(w, r)
		}
	})
	n, err := u.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(n), "{[{0.2.0 [Sings.]}] false 0}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheckBoundsTheChanges(t *testing.T) {
	u, _ := homepage(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "## 0.4.0\n"+strings.Repeat("- a\n", maxChanges-1)+"## 0.3.0\n- b\n- c\n## 0.2.0\n- d\n")
	})
	n, err := u.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(n.Later) != 2 || len(n.Later[1].Changes) != 1 || !n.More {
		t.Errorf("got %d versions, more %v", len(n.Later), n.More)
	}
}

func TestCheckRefusesWhatIsNoList(t *testing.T) {
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		want  error
	}{
		"a page of a hotel": {func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "<h1>Welcome</h1>\n## Wi-Fi\n- Log in\n")
		}, ErrNoList},
		"nothing there": {http.NotFound, ErrNoList},
		"not text":      {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "## 0.2.0\n- \xff\n") }, ErrNoList},
		"too much": {func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "## 0.2.0\n"+strings.Repeat("- a\n", maxListBytes/4))
		}, ErrNoList},
		"a server that fails": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, ErrNotReached},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "## 0.2.0\n- a\n")
		}, ErrNotReached},
		"redirected forever": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, ErrNoList},
	} {
		u, _ := homepage(t, c.serve)
		if _, err := u.Check(t.Context()); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func TestCheckWithoutANetwork(t *testing.T) {
	u, server := homepage(t, http.NotFound)
	server.Close()
	if _, err := u.Check(t.Context()); !errors.Is(err, ErrNotReached) {
		t.Errorf("got %v, want ErrNotReached", err)
	}
}

func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	u, _ := homepage(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, err := u.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestAnEncryptedAddressIsNotLeft(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "## 0.2.0\n- a\n") }))
	t.Cleanup(plain.Close)
	server := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	t.Cleanup(server.Close)
	u := New(Options{Homepage: server.URL, Version: "0.1.0", Transport: server.Client().Transport})
	if _, err := u.Check(t.Context()); !errors.Is(err, ErrNoList) {
		t.Errorf("got %v, want ErrNoList", err)
	}
}

func TestWithoutAHomepageThereIsNothingToAsk(t *testing.T) {
	if u := New(Options{Version: "0.1.0"}); u != nil {
		t.Errorf("got %v", u)
	}
}
