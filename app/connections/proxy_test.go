package connections_test

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"parlando/app/connections"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/settings"
)

func itoa(n uint16) string { return strconv.Itoa(int(n)) }

// origin is a service with a certificate of its own for example.com, which can be reached through a
// proxy alone: no name of this test leads anywhere.
type origin struct {
	*httptest.Server
	mu   sync.Mutex
	keys []string
}

func newOrigin(t *testing.T) *origin {
	o := &origin{}
	o.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		o.keys = append(o.keys, r.Header.Get("Authorization"))
		o.mu.Unlock()
		_, _ = io.WriteString(w, `{"data":[{"id":"model-a"}]}`)
	}))
	o.EnableHTTP2 = true
	o.StartTLS()
	t.Cleanup(o.Close)
	return o
}

func (o *origin) address() string { return o.Listener.Addr().String() }

// took returns the keys that came since the last call.
func (o *origin) took() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	keys := o.keys
	o.keys = nil
	return keys
}

// online is a world with the real network, and the proxy of its system.
func online(t *testing.T, o *origin, system *url.URL) *world {
	w := newWorld(t)
	w.Connections = connections.New(connections.Options{
		Settings: w.set, Secrets: w.keys, Catalog: w.cat, CommonOptions: owner.CommonOptions{Marks: w.marks}, Practice: &wire{}, PracticeScenes: practiceScenes,
		System: func(*http.Request) (*url.URL, error) { return system, nil },
	})
	roots := x509.NewCertPool()
	roots.AddCert(o.Certificate())
	w.Trust(roots)
	t.Cleanup(func() { _ = w.Connections.Close(t.Context()) })
	return w
}

func (w *world) proxy(p connections.ProxyChoice) {
	w.t.Helper()
	if failed, err := w.SetProxy(w.t.Context(), p); failed != "" || err != nil {
		w.t.Fatal(failed, err)
	}
}

const throughProxy = "https://example.com/v1"

func TestAProxyCarriesTheKeyOnlyInsideTLSAndAChangeHoldsForTheNextRequest(t *testing.T) {
	o := newOrigin(t)
	web, socks := startProxy(t, o.address(), serveHTTP), startProxy(t, o.address(), serveSOCKS)
	web.name, web.password = "ana", "p@ss:w/rd"
	socks.name, socks.password = "ben", "geheim"
	system := startProxy(t, o.address(), serveHTTP)
	w := online(t, o, &url.URL{Scheme: "http", Host: system.Addr().String()})
	if r := w.connect(throughProxy, "sk-right", connections.ConnectOptions{}); !r.Connected {
		t.Fatalf("%+v", r.Problem)
	}
	if got := system.hosts(); fmt.Sprint(got) != "[example.com:443]" {
		t.Errorf("the proxy of the system was asked for %v", got)
	}
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: "http://ana:p%40ss%3Aw%2Frd@" + web.Addr().String()})
	if err := w.RefreshModels(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if got := web.hosts(); fmt.Sprint(got) != "[example.com:443]" {
		t.Errorf("the web proxy was asked for %v", got)
	}
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: "socks5://" + socks.Addr().String(), Name: "ben", Password: "geheim"})
	if err := w.RefreshModels(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if got := socks.hosts(); fmt.Sprint(got) != "[example.com:443]" {
		t.Errorf("the socks proxy was asked for %v", got)
	}
	if got := append(system.hosts(), web.hosts()...); len(got) != 0 {
		t.Errorf("a proxy of before was asked for %v", got)
	}
	if got := fmt.Sprint(o.took()); got != "[Bearer sk-right Bearer sk-right Bearer sk-right]" {
		t.Errorf("the service got %s", got)
	}
	for _, p := range []*proxyServer{system, web, socks} {
		if p.everHeard("sk-right") {
			t.Error("a proxy got the key")
		}
	}
	w.stop()
	files, err := filepath.Glob(filepath.Join(w.dir, "*"))
	for _, f := range files {
		if data, err := os.ReadFile(f); err != nil || strings.Contains(string(data), "geheim") || strings.Contains(string(data), "p@ss") || strings.Contains(string(data), "p%40ss") {
			t.Errorf("%s: %s, %v", f, data, err)
		}
	}
	if err != nil || strings.Contains(w.vault.String(), "ana") || !strings.Contains(w.vault.String(), "ben:geheim") {
		t.Errorf("kept %v, %v", w.vault, err)
	}
}

func TestThisComputerAndADirectConnectionNeedNoProxy(t *testing.T) {
	o := newOrigin(t)
	p := startProxy(t, o.address(), serveHTTP)
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":[]}`) }))
	t.Cleanup(here.Close)
	w := online(t, o, nil)
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: p.Addr().String()})
	for _, address := range []string{here.URL, strings.Replace(here.URL, "127.0.0.1", "localhost", 1)} {
		if r := w.connect(address, "", connections.ConnectOptions{}); !r.Connected {
			t.Errorf("%s: %+v", address, r.Problem)
		}
	}
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.hosts(); len(got) != 0 {
		t.Errorf("the proxy was asked for %v", got)
	}
	service := w.connect(throughProxy, "sk-right", connections.ConnectOptions{}).Connection.ID
	if got := p.hosts(); len(got) != 1 {
		t.Errorf("the proxy was asked for %v", got)
	}
	if err := w.SetBypassProxy(service, true); err != nil {
		t.Fatal(err)
	}
	if to, err := w.ProxyOf(service); to != nil || err != nil {
		t.Errorf("a direct connection goes through %v, %v", to, err)
	}
	if err := w.SetBypassProxy(service, false); err != nil {
		t.Fatal(err)
	}
	if to, err := w.ProxyOf(service); to == nil || err != nil {
		t.Errorf("another goes through %v, %v", to, err)
	}
}

func TestAProxyErrorHasItsOwnKind(t *testing.T) {
	o := newOrigin(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // It is this test's own.
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	_ = closed.Close()
	says := func(answer string) *proxyServer {
		return startProxy(t, o.address(), func(_ *proxyServer, c net.Conn) {
			_, _ = http.ReadRequest(bufferedReader(c))
			_, _ = io.WriteString(c, answer)
		})
	}
	refusesSOCKS := func(reply byte) *proxyServer {
		return startProxy(t, o.address(), func(_ *proxyServer, c net.Conn) {
			_, _ = io.ReadFull(c, make([]byte, 3))
			_, _ = c.Write([]byte{5, 0})
			_, _ = c.Read(make([]byte, 512))
			_, _ = c.Write([]byte{5, reply, 0, 1, 0, 0, 0, 0, 0, 0})
		})
	}
	web := startProxy(t, o.address(), func(_ *proxyServer, c net.Conn) {
		_, _ = c.Read(make([]byte, 512))
		_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
	})
	locked, lockedSOCKS := startProxy(t, o.address(), serveHTTP), startProxy(t, o.address(), serveSOCKS)
	locked.name, lockedSOCKS.name, lockedSOCKS.password = "ana", "ben", "geheim"
	for name, c := range map[string]struct {
		wish   connections.ProxyChoice
		want   problem.Kind
		status int
	}{
		"nobody":                {connections.ProxyChoice{Address: nobody}, problem.ProxyUnreachable, 0},
		"nobody, tls":           {connections.ProxyChoice{Address: "https://" + nobody}, problem.ProxyUnreachable, 0},
		"nobody, socks":         {connections.ProxyChoice{Address: "socks5://" + nobody}, problem.ProxyUnreachable, 0},
		"forbidden":             {connections.ProxyChoice{Address: says("HTTP/1.1 403 Forbidden\r\n\r\n").Addr().String()}, problem.Proxy, 403},
		"bad gateway":           {connections.ProxyChoice{Address: says("HTTP/1.1 502 Bad Gateway\r\n\r\n").Addr().String()}, problem.ProxyCannotConnect, 502},
		"gateway timeout":       {connections.ProxyChoice{Address: says("HTTP/1.1 504 Gateway Timeout\r\n\r\n").Addr().String()}, problem.ProxyCannotConnect, 504},
		"not allowed":           {connections.ProxyChoice{Address: says("HTTP/1.1 405 Method Not Allowed\r\n\r\n").Addr().String()}, problem.Proxy, 405},
		"rules, socks":          {connections.ProxyChoice{Address: "socks5://" + refusesSOCKS(2).Addr().String()}, problem.Proxy, 0},
		"no route, socks":       {connections.ProxyChoice{Address: "socks5://" + refusesSOCKS(4).Addr().String()}, problem.ProxyCannotConnect, 0},
		"refused, socks":        {connections.ProxyChoice{Address: "socks5://" + refusesSOCKS(5).Addr().String()}, problem.ProxyCannotConnect, 0},
		"no proxy, socks":       {connections.ProxyChoice{Address: "socks5://" + web.Addr().String()}, problem.ProxyInvalid, 0},
		"no proxy, tls":         {connections.ProxyChoice{Address: "https://" + says("HTTP/1.1 400 Bad Request\r\n\r\n").Addr().String()}, problem.ProxyInvalid, 0},
		"no proxy":              {connections.ProxyChoice{Address: says("220 mail.example ESMTP\r\n").Addr().String()}, problem.ProxyInvalid, 0},
		"silence":               {connections.ProxyChoice{Address: says("").Addr().String()}, problem.ProxyInvalid, 0},
		"no login":              {connections.ProxyChoice{Address: locked.Addr().String()}, problem.ProxyLogin, 407},
		"a wrong login":         {connections.ProxyChoice{Address: locked.Addr().String(), Name: "ana", Password: "wrong"}, problem.ProxyLogin, 407},
		"no login, socks":       {connections.ProxyChoice{Address: "socks5://" + lockedSOCKS.Addr().String()}, problem.ProxyLogin, 0},
		"a wrong login, socks5": {connections.ProxyChoice{Address: "socks5://" + lockedSOCKS.Addr().String(), Name: "ben", Password: "wrong"}, problem.ProxyLogin, 0},
	} {
		w := online(t, o, nil)
		c.wish.Mode = settings.ProxyCustom
		w.proxy(c.wish)
		r := w.connect(throughProxy, "sk-right", connections.ConnectOptions{})
		if r.Problem == nil || r.Problem.Kind != c.want || r.Problem.Status != c.status || strings.Contains(r.Problem.Detail, "wrong") {
			t.Errorf("%s: %+v", name, r.Problem)
		}
	}
	w := online(t, o, nil)
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: locked.Addr().String()})
	r := w.connect("http://service.example", "sk-right", connections.ConnectOptions{AllowPlain: true})
	if r.Problem == nil || r.Problem.Kind != problem.ProxyLogin || r.Problem.Status != 407 {
		t.Errorf("without TLS: %+v", r.Problem)
	}
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: nobody})
	r = w.connect("http://service.example", "sk-right", connections.ConnectOptions{AllowPlain: true})
	if r.Problem == nil || r.Problem.Kind != problem.ProxyUnreachable {
		t.Errorf("without TLS: %+v", r.Problem)
	}
	if got := o.took(); len(got) != 0 {
		t.Errorf("the service got %v", got)
	}
}

func TestAProxyWithAPasswordThatTheStoreDoesNotGiveSaysSo(t *testing.T) {
	o := newOrigin(t)
	p := startProxy(t, o.address(), serveHTTP)
	p.name, p.password = "ana", "geheim"
	w := online(t, o, nil)
	w.vault.Refuse(errors.New("failed to unlock correct collection '/org/freedesktop/secrets/collection/login'"))
	wish := connections.ProxyChoice{Mode: settings.ProxyCustom, Address: p.Addr().String(), Name: "ana", Password: "geheim"}
	if failed, err := w.SetProxy(t.Context(), wish); failed != secrets.Locked || err != nil || w.Proxy().Mode != settings.ProxySystem {
		t.Fatalf("%q, %v, %+v", failed, err, w.Proxy())
	}
	wish.KeepUntilQuit = true
	w.proxy(wish)
	if r := w.connect(throughProxy, "sk-right", connections.ConnectOptions{KeepUntilQuit: true}); !r.Connected {
		t.Fatalf("%+v", r.Problem)
	}
	// The same again, with nothing entered, leaves the login; another address does not take it
	// along.
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: p.Addr().String(), KeepLogin: true})
	if !w.Proxy().Login {
		t.Error("the login is gone")
	}
	w.proxy(connections.ProxyChoice{Mode: settings.ProxyCustom, Address: "proxy.example:3128", KeepLogin: true})
	if w.Proxy().Login {
		t.Error("another proxy gets the login")
	}
	// As after a restart: nobody knows the password.
	w.set.Change(func(s *settings.Settings) { s.Proxy.Login = true })
	var met problem.Problem
	if _, err := w.Client(t.Context(), ""); !errors.As(err, &met) || met.Kind != problem.ProxyLogin || secrets.KindOf(err) != secrets.Locked {
		t.Errorf("%v", err)
	}
}

func TestAnAddressOfAProxyIsReadAsPeopleWriteIt(t *testing.T) {
	for input, want := range map[string]string{
		" proxy.example:3128 ":                      "http://proxy.example:3128",
		"http://Proxy.example":                      "http://proxy.example:80",
		"https://proxy.example/":                    "https://proxy.example:443",
		"socks5h://10.0.0.1":                        "socks5://10.0.0.1:1080",
		"SOCKS5://ana:secret@[2001:db8::1]:1081":    "socks5://[2001:db8::1]:1081",
		`"http://ana:secret@proxy.example:8080"`:    "http://proxy.example:8080",
		"":                                          connections.ErrEmptyProxy.Error(),
		"ftp://proxy.example":                       connections.ErrProxyScheme.Error(),
		"socks4://proxy.example":                    connections.ErrProxyScheme.Error(),
		"http://proxy.example:0":                    connections.ErrBadProxy.Error(),
		"http://proxy.example:99999":                connections.ErrBadProxy.Error(),
		"http://proxy.example/path":                 connections.ErrBadProxy.Error(),
		"http://ana:sec ret@proxy.example:80\x00":   connections.ErrBadProxy.Error(),
		"http://":                                   connections.ErrBadProxy.Error(),
		"http://proxy one.example":                  connections.ErrBadProxy.Error(),
		"http://wpad.example/proxy.pac?key=1#there": connections.ErrBadProxy.Error(),
	} {
		got, err := connections.DescribeProxy(input)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is %s, want %s", input, got, want)
		}
	}
}
