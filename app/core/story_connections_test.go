package core_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/connections"
	"parley/app/problem"
	"parley/app/speech"
	"parley/app/transcripts"
	"parley/assets/spoken"
	"parley/client/practice"
)

// services answers for several hosts, each with a key of its own, and refuses any other key.
type services struct {
	keys map[string]string // by host
	to   http.RoundTripper
}

func newServices(keys map[string]string) *services {
	return &services{keys, practice.New(practice.Options{Pace: -1}).Transport()}
}

func (s *services) RoundTrip(r *http.Request) (*http.Response, error) {
	key, ok := s.keys[r.URL.Host]
	if !ok {
		return nil, errors.New("nobody is there")
	}
	r = r.Clone(r.Context())
	r.URL.Scheme = "http"
	if r.Header.Get("Authorization") == "Bearer "+key {
		r.Header.Set("Authorization", "Bearer "+practice.Key)
	}
	return s.to.RoundTrip(r)
}

// keysByHost are the hosts that were asked, each with all the keys it was sent.
func keysByHost(t *testing.T, all []sent) map[string]map[string]int {
	t.Helper()
	out := map[string]map[string]int{}
	for _, s := range all {
		_, address, _ := strings.Cut(s.what, " ")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if out[u.Host] == nil {
			out[u.Host] = map[string]int{}
		}
		out[u.Host][s.key]++
	}
	return out
}

func (p *person) connects(address, key string, o connections.ConnectOptions) connections.Connection {
	p.t.Helper()
	r, err := p.Connections.Connect(p.t.Context(), address, key, o)
	if err != nil || !r.Connected {
		p.t.Fatalf("%s: %+v, %v", address, r.Problem, err)
	}
	return r.Connection
}

// chatWith begins a conversation with a connection.
func (p *person) chatWith(connection chat.ID) chat.ID {
	p.t.Helper()
	b := p.Connections.Begins(connection)
	c := chat.Conversation{ID: chat.NewID(), Connection: connection, Model: b.Model, Params: b.Parameters}
	if err := p.History.Create(p.t.Context(), c); err != nil {
		p.t.Fatal(err)
	}
	return c.ID
}

// Ana has two services and practice. Whatever she does in a chat goes to the service of that chat, with its key and no other, whichever
// one new chats use.
func TestEachChatSpeaksToItsOwnServiceWithItsOwnKey(t *testing.T) {
	h := newHome(t)
	h.net.service = newServices(map[string]string{"work.example": "sk-work-1111", "home.example": "sk-home-2222"})
	p := h.start()
	work := p.connects("work.example", "sk-work-1111", connections.ConnectOptions{Name: "Work"})
	home := p.connects("home.example", "sk-home-2222", connections.ConnectOptions{Name: "Home"})
	inWork, inHome := p.chatWith(work.ID), p.chatWith(home.ID)
	loose := p.newChat("") // of an earlier Parley: it names no connection
	first := map[chat.ID]chat.ID{}
	for _, c := range []chat.ID{inWork, inHome, loose} {
		first[c] = p.asks(c, "What is a lighthouse for?")
		p.waitsFor(first[c], chat.Done)
	}
	if err := p.Connections.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.net.requests()
	p.quit()

	// The next day practice is what new chats use.
	p = h.start()
	for c, reply := range first {
		p.waitsFor(p.asks(c, "And a foghorn?"), chat.Done)
		again, err := p.Replies.Regenerate(t.Context(), reply)
		if err != nil {
			t.Fatal(err)
		}
		p.waitsFor(again, chat.Done)
	}
	stored, err := p.History.Conversation(t.Context(), loose)
	if err != nil || stored.Connection != home.ID {
		t.Errorf("a chat without a connection of its own: %+v, %v", stored, err)
	}
	// It is read aloud, written down and looked up where it belongs.
	p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: string(first[inWork])}, Conversation: inWork, Body: "Lighthouses warn ships."}, speech.Voice{Connection: work.ID})
	p.until("the voice", func() bool { return p.Connections.Abilities(work.ID).Speaks.Can != catalog.Unknown })
	p.Speech.Stop()
	if err := p.Connections.RefreshModels(t.Context(), home.ID); err != nil {
		t.Error(err)
	}
	sent := h.net.requests()
	keys := keysByHost(t, sent)
	if len(keys) != 2 || len(keys["work.example"]) != 1 || keys["work.example"]["Bearer sk-work-1111"] < 3 || len(keys["home.example"]) != 1 || keys["home.example"]["Bearer sk-home-2222"] < 5 {
		t.Errorf("keys by host: %v", keys)
	}
	for _, s := range sent {
		if strings.Contains(string(s.body), "sk-work") || strings.Contains(string(s.body), "sk-home") {
			t.Errorf("a key is in %s", s.what)
		}
	}
	if a := p.Connections.Abilities(work.ID); a.Chats.Can != catalog.Yes || a.Streams.Can != catalog.Yes || a.Speaks.Can != catalog.Yes || a.Transcribes.Can != catalog.Unknown || a.Trouble != nil {
		t.Errorf("what was learnt: %+v", a)
	}
	p.quit()
	h.mustNotContain("sk-work-1111")
	h.mustNotContain("sk-home-2222")
}

// A service is forgotten by mistake, and comes back; then it is forgotten for good. Its chats stay, say so, and go nowhere else unasked.
func TestAChatOfAForgottenServiceStaysAndGoesNowhereUnasked(t *testing.T) {
	h := newHome(t)
	h.net.service = newServices(map[string]string{"work.example": "sk-work-1111", "home.example": "sk-home-2222"})
	p := h.start()
	work := p.connects("work.example", "sk-work-1111", connections.ConnectOptions{Name: "Work"})
	home := p.connects("home.example", "sk-home-2222", connections.ConnectOptions{Name: "Home"})
	c := p.chatWith(work.ID)
	reply := p.asks(c, "What is a lighthouse for?")
	p.waitsFor(reply, chat.Done)
	if err := p.Connections.Forget(work.ID); err != nil {
		t.Fatal(err)
	}
	if err := p.Connections.Restore(work.ID); err != nil {
		t.Fatal(err)
	}
	p.waitsFor(p.asks(c, "And a foghorn?"), chat.Done)
	if err := p.Connections.Forget(work.ID); err != nil {
		t.Fatal(err)
	}
	h.net.requests()
	before := p.reads(c)
	gone := func(what string, err error) {
		t.Helper()
		var met problem.Problem
		if !errors.As(err, &met) || met.Kind != problem.Gone || met.Detail != "Work" {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, _, err := p.Replies.Send(t.Context(), c, chat.Draft{Text: "Still there?"})
	gone("send", err)
	_, err = p.Replies.Regenerate(t.Context(), reply)
	gone("try again", err)
	gone("models", p.Connections.RefreshModels(t.Context(), work.ID))
	p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: string(reply)}, Conversation: c, Body: "Lighthouses warn ships."}, speech.Voice{Connection: work.ID})
	p.until("the voice", func() bool { return p.Speech.Snapshot().Problem.Kind != "" })
	if kind := p.Speech.Snapshot().Problem.Kind; kind != problem.Gone {
		t.Errorf("read aloud: %s", kind)
	}
	p.Speech.Stop()
	sound := filepath.Join(t.TempDir(), "spoken.mp3")
	if err := os.WriteFile(sound, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
		t.Fatal(err)
	}
	ids, _ := p.Transcripts.Add(t.Context(), []transcripts.File{{Path: sound}}, transcripts.AddOptions{Connection: work.ID})
	var written transcripts.Transcript
	p.until("the transcript", func() bool {
		written, _ = p.Transcripts.Get(ids[0])
		return written.State == transcripts.Failed
	})
	gone("written down", written.Problem)
	if out := h.net.requests(); len(out) != 0 {
		t.Errorf("sent all the same: %v", keysByHost(t, out))
	}
	p.wantReads(c, before...)
	p.quit()

	p = h.start()
	h.mustNotContain("sk-work-1111")
	if way := p.Connections.Of(work.ID); !way.Gone || way.Name != "Work" {
		t.Errorf("%+v", way)
	}
	if keys := h.keys.All(); len(keys) != 1 || keys[0] != "sk-home-2222" {
		t.Errorf("%d keys are kept", len(keys))
	}
	// She chooses another: now it goes there.
	if err := p.History.SetModel(context.Background(), c, home.ID, ""); err != nil {
		t.Fatal(err)
	}
	p.waitsFor(p.asks(c, "Still there?"), chat.Done)
	if keys := keysByHost(t, h.net.requests()); len(keys) != 1 || keys["home.example"]["Bearer sk-home-2222"] != 1 {
		t.Errorf("%v", keys)
	}
}
