package core_test

import (
	"bytes"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/core"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/client"
	"parlando/client/practice"
)

// plainly is a Connect in which the user has agreed to nothing.
var plainly = connections.ConnectOptions{}

// service is a gateway on a real socket of this computer, in real time and without pauses.
func (h *home) service() (address string) {
	h.t.Helper()
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	h.t.Cleanup(server.Close)
	h.net.service = client.NewTransport()
	return server.URL
}

func TestAnAddressAKeyAndOneClick(t *testing.T) {
	h := newHome(t)
	address := h.service()
	p := h.start()
	typed := " " + strings.TrimPrefix(address, "http://") + "/v1/chat/completions "
	r, err := p.Connections.Connect(t.Context(), typed, ` "Bearer `+practice.Key+"\"\n", plainly)
	if err != nil || !r.Connected || r.Models == 0 || r.Connection.Address != address+"/v1" {
		t.Fatalf("%+v, %v", r, err)
	}
	reply := p.asks(p.newChat(""), "Hello")
	p.waitsFor(reply, chat.Done)
	var what []string
	for _, s := range h.net.requests() {
		what = append(what, s.what)
		if s.key != "Bearer "+practice.Key {
			t.Errorf("%s was sent with %q", s.what, s.key)
		}
	}
	if want := []string{"GET " + address + "/v1/models", "POST " + address + "/v1/chat/completions"}; !slices.Equal(what, want) {
		t.Errorf("sent %q, want %q", what, want)
	}
	p.quit()

	if !h.net.idle {
		t.Error("connections are left open")
	}
	if got := h.keys.All(); !slices.Equal(got, []string{practice.Key}) {
		t.Errorf("the password store has %q", got)
	}
	h.mustNotContain(practice.Key)

	p = h.start()
	p.waitsFor(p.asks(p.newChat(""), "And tomorrow?"), chat.Done)
}

func TestAWrongKeySaysSoAndNothingElseIsSent(t *testing.T) {
	h := newHome(t)
	address := h.service()
	p := h.start()
	r, err := p.Connections.Connect(t.Context(), address, "sk-wrong-9876", plainly)
	if err != nil || r.Connected || r.Problem == nil || r.Problem.Kind != problem.KeyRejected || r.Problem.Status != 401 || !r.CanUseAnyway {
		t.Fatalf("%+v, %v", r, err)
	}
	if out := h.net.requests(); len(out) != 1 || out[0].what != "GET "+address+"/v1/models" {
		t.Errorf("sent %v", out)
	}
	if len(p.Connections.List()) != 0 || len(h.keys.All()) != 0 {
		t.Error("the refused key was kept")
	}
	p.quit()
	h.mustNotContain("sk-wrong-9876")
}

// The key goes wrong later on: the reply says so, and the message is safe.
func TestAKeyThatIsRefusedLaterLosesNothing(t *testing.T) {
	h := newHome(t)
	address := h.service()
	p := h.start()
	use := connections.ConnectOptions{UseAnyway: true}
	if r, err := p.Connections.Connect(t.Context(), address, "sk-wrong-9876", use); err != nil || !r.Connected {
		t.Fatalf("%+v, %v", r, err)
	}
	if out := h.net.requests(); len(out) != 0 {
		t.Errorf("sent %v", out)
	}
	c := p.newChat(practice.WriterModel)
	reply := p.asks(c, "Do you know me?")
	m := p.waitsFor(reply, chat.Failed)
	if failed := m.Request.Problem; failed.Kind != problem.KeyRejected || failed.Host == "" || failed.RequestID == "" || strings.Contains(failed.Detail, "9876") {
		t.Errorf("trouble %+v", failed)
	}
	// The right key, and the same question again.
	if r, err := p.Connections.Connect(t.Context(), address, practice.Key, plainly); err != nil || !r.Connected || len(p.Connections.List()) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	second, err := p.Replies.Regenerate(t.Context(), reply, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.waitsFor(second, chat.Done)
	if read := p.reads(c); read[0] != "user: Do you know me?" {
		t.Errorf("shown %q", read)
	}
	p.quit()
	h.mustNotContain("sk-wrong-9876")
	h.mustNotContain(practice.Key)
}

// Without a password store the key is kept until Parlando quits, and asked for the next time.
func TestWithoutAPasswordStoreTheKeyLastsUntilParlandoQuits(t *testing.T) {
	h := newHome(t)
	address := h.service()
	h.keys.Refuse(&secrets.Error{Kind: secrets.Missing})
	p := h.start()
	r, err := p.Connections.Connect(t.Context(), address, practice.Key, plainly)
	if err != nil || r.Connected || r.KeyRefused != secrets.Missing {
		t.Fatalf("%+v, %v", r, err)
	}
	r, err = p.Connections.Connect(t.Context(), address, practice.Key, connections.ConnectOptions{KeepUntilQuit: true})
	if err != nil || !r.Connected || !p.Connections.KeptUntilQuit(r.Connection.ID) {
		t.Fatalf("%+v, %v", r, err)
	}
	c := p.newChat("")
	p.waitsFor(p.asks(c, "Hello"), chat.Done)
	p.quit()
	h.mustNotContain(practice.Key)

	p = h.start()
	h.net.requests()
	m := p.waitsFor(p.asks(c, "Still there?"), chat.Failed)
	if m.Request.Problem.Kind != problem.NoKey || m.Request.Problem.Host == "" {
		t.Errorf("trouble %+v", m.Request.Problem)
	}
	if out := h.net.requests(); len(out) != 0 {
		t.Errorf("sent without a key: %v", out)
	}
	if read := p.reads(c); read[2] != "user: Still there?" {
		t.Errorf("shown %q", read)
	}
}

// Words and key are nowhere to be read but where they belong.
func (h *home) mustNotContain(secret string) {
	h.t.Helper()
	files := 0
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(secret)) {
			h.t.Errorf("%s has the key", path)
		}
		return err
	})
	if err != nil || files < 3 {
		h.t.Errorf("looked into %d files, %v", files, err)
	}
}

func TestTwoFoldersAreTwoPeople(t *testing.T) {
	h, other := newHome(t), newHome(t)
	h.practice.TokenInterval, other.practice.TokenInterval = -1, -1
	p, q := h.start(), other.start() // both at once
	p.waitsFor(p.asks(p.looksAround(""), "Mine"), chat.Done)
	if list, err := q.History.Order(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the other sees %v, %v", list, err)
	}
	if _, ok := q.Connections.Current(); ok {
		t.Error("the other is connected")
	}
	if p.Paths != core.PathsIn(h.dir) {
		t.Errorf("paths %+v", p.Paths)
	}
}
