package client

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"testing"
)

// TestProxyOfTheEnvironmentIsUsed asks from a process of its own: net/http reads the environment
// once.
func TestProxyOfTheEnvironmentIsUsed(t *testing.T) {
	if os.Getenv("PARLANDO_TEST_BEHIND_PROXY") != "" {
		address, err := ParseAddress("http://service.invalid")
		if err != nil {
			t.Fatal(err)
		}
		models, err := New(Options{Address: address, Key: "sk-1234"}).Models(t.Context())
		if err != nil || len(models) != 1 || models[0].ID != "behind the proxy" {
			t.Fatalf("%v, %v", models, err)
		}
		return
	}
	asked := make(chan string, 10)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.String()
		_, _ = io.WriteString(w, `{"data":[{"id":"behind the proxy"}]}`)
	}))
	defer proxy.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProxyOfTheEnvironmentIsUsed$") //nolint:gosec // It is this test.
	cmd.Env = append(os.Environ(), "PARLANDO_TEST_BEHIND_PROXY=1", "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if to := <-asked; to != "http://service.invalid/v1/models" {
		t.Errorf("the proxy was asked for %s", to)
	}
}

func TestNoProxyIsAskedAboutThisComputer(t *testing.T) {
	elsewhere := &url.URL{Scheme: "http", Host: "proxy.invalid"}
	transport := NewTransportVia(func(*http.Request) (*url.URL, error) { return elsewhere, nil })
	for address, want := range map[string]*url.URL{
		"https://service.example/v1": elsewhere, "http://127.0.0.1:1/v1": nil, "http://localhost/v1": nil, "http://[::1]:80/v1": nil, "http://practice.localhost/v1": nil,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := transport.Proxy(r); got != want || err != nil {
			t.Errorf("%s goes through %v, %v; want %v", address, got, err, want)
		}
	}
}
