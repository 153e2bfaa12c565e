package core_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/history/historytest"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/client"
	"parlando/client/practice"
)

// origin is a service on this computer with a key of its own, which notes every key it is sent.
type origin struct {
	*httptest.Server
	key string

	mu   sync.Mutex
	seen map[string]int
}

// newOrigin starts one, a practice gateway that takes key and no other.
func newOrigin(t *testing.T, key string) *origin {
	t.Helper()
	o, behind := &origin{key: key, seen: map[string]int{}}, practice.New(practice.Options{TokenInterval: -1})
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		o.seen[r.Header.Get("Authorization")]++
		o.mu.Unlock()
		if r.Header.Get("Authorization") == "Bearer "+key {
			r.Header.Set("Authorization", "Bearer "+practice.Key)
		}
		behind.ServeHTTP(w, r)
	}))
	t.Cleanup(o.Close)
	return o
}

// took returns how many requests came with its own key since the last call, and fails the test if
// one came with another.
func (o *origin) took(t *testing.T) int {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	seen := o.seen
	o.seen = map[string]int{}
	own := seen["Bearer "+o.key]
	delete(seen, "Bearer "+o.key)
	if len(seen) != 0 {
		t.Errorf("the service of %s was sent %v", o.key, seen)
	}
	return own
}

func (p *user) connects(address, key string, o connections.ConnectOptions) connections.Connection {
	p.t.Helper()
	r, err := p.Connections.Connect(p.t.Context(), address, key, o)
	if err != nil || !r.Connected {
		p.t.Fatalf("%s: %+v, %v", address, r.Problem, err)
	}
	return r.Connection
}

// chatWith begins a conversation with a connection.
func (p *user) chatWith(connection chat.ID) chat.ID {
	p.t.Helper()
	b := p.Connections.ChatDefaults(connection)
	c := chat.Conversation{ID: chat.NewID(), Connection: connection, Model: b.Model, Params: b.Parameters}
	if err := historytest.Add(p.t.Context(), p.History, c); err != nil {
		p.t.Fatal(err)
	}
	return c.ID
}

// Ana has two services and practice. Whatever she does in a chat goes to the service of that chat,
// with its key and no other, whichever one new chats use.
func TestEachChatSpeaksToItsOwnServiceWithItsOwnKey(t *testing.T) {
	h := newHome(t)
	work, home := newOrigin(t, "sk-work-1111"), newOrigin(t, "sk-home-2222")
	real := client.NewTransport()
	t.Cleanup(real.CloseIdleConnections)
	h.net.service = real
	p := h.start()
	atWork := p.connects(work.URL, work.key, connections.ConnectOptions{Name: "Work"})
	atHome := p.connects(home.URL, home.key, connections.ConnectOptions{Name: "Home"})
	inWork, inHome := p.chatWith(atWork.ID), p.chatWith(atHome.ID)
	loose := p.newChat("") // of an earlier Parlando: it names no connection
	first := map[chat.ID]chat.ID{}
	for _, c := range []chat.ID{inWork, inHome, loose} {
		first[c] = p.asks(c, "What is a lighthouse for?")
		p.waitsFor(first[c], chat.Done)
	}
	if err := p.Connections.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	work.took(t)
	home.took(t)
	h.net.requests()
	p.quit()

	// The next day new chats use practice.
	p = h.start()
	for c, reply := range first {
		p.waitsFor(p.asks(c, "And a foghorn?"), chat.Done)
		again, err := p.Replies.Regenerate(t.Context(), reply, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.waitsFor(again, chat.Done)
	}
	stored, err := p.History.Conversation(t.Context(), loose)
	if err != nil || stored.Connection != atHome.ID {
		t.Errorf("a chat without a connection of its own: %+v, %v", stored, err)
	}
	// It is read aloud, written down and looked up where it belongs.
	p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: string(first[inWork])}, Conversation: inWork, Body: "Lighthouses warn ships."}, speech.Voice{Connection: atWork.ID})
	p.until("the voice", func() bool { return p.Connections.Abilities(atWork.ID).Speaks.Can != catalog.Unknown })
	p.Speech.Stop()
	if err := p.Connections.RefreshModels(t.Context(), atHome.ID); err != nil {
		t.Error(err)
	}
	sent := h.net.requests()
	if atWork, atHome := work.took(t), home.took(t); atWork < 3 || atHome < 5 || atWork+atHome != len(sent) {
		t.Errorf("%d and %d of %d requests", atWork, atHome, len(sent))
	}
	for _, s := range sent {
		if strings.Contains(string(s.body), "sk-work") || strings.Contains(string(s.body), "sk-home") {
			t.Errorf("a key is in %s", s.what)
		}
	}
	if a := p.Connections.Abilities(atWork.ID); a.Chats.Can != catalog.Yes || a.Streams.Can != catalog.Yes || a.Speaks.Can != catalog.Yes || a.Transcribes.Can != catalog.Unknown || a.Problem != nil {
		t.Errorf("what was learned: %+v", a)
	}
	p.quit()
	h.mustNotContain("sk-work-1111")
	h.mustNotContain("sk-home-2222")
}

// A service is forgotten by mistake, and comes back; then it is forgotten for good. Its chats stay,
// say so, and go nowhere else unasked.
func TestAChatOfAForgottenServiceStaysAndGoesNowhereUnasked(t *testing.T) {
	h := newHome(t)
	work, home := newOrigin(t, "sk-work-1111"), newOrigin(t, "sk-home-2222")
	real := client.NewTransport()
	t.Cleanup(real.CloseIdleConnections)
	h.net.service = real
	p := h.start()
	atWork := p.connects(work.URL, work.key, connections.ConnectOptions{Name: "Work"})
	atHome := p.connects(home.URL, home.key, connections.ConnectOptions{Name: "Home"})
	c := p.chatWith(atWork.ID)
	reply := p.asks(c, "What is a lighthouse for?")
	p.waitsFor(reply, chat.Done)
	if err := p.Connections.Forget(atWork.ID); err != nil {
		t.Fatal(err)
	}
	if err := p.Connections.Restore(atWork.ID); err != nil {
		t.Fatal(err)
	}
	p.waitsFor(p.asks(c, "And a foghorn?"), chat.Done)
	if err := p.Connections.Forget(atWork.ID); err != nil {
		t.Fatal(err)
	}
	h.net.requests()
	before := p.reads(c)
	gone := func(what string, err error) {
		t.Helper()
		var met problem.Problem
		if !errors.As(err, &met) || met.Kind != problem.ConnectionGone || met.Detail != "Work" {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(c, chat.Draft{Text: "Still there?"}), nil)
	gone("send", err)
	_, err = p.Replies.Regenerate(t.Context(), reply, nil)
	gone("try again", err)
	gone("models", p.Connections.RefreshModels(t.Context(), atWork.ID))
	p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: string(reply)}, Conversation: c, Body: "Lighthouses warn ships."}, speech.Voice{Connection: atWork.ID})
	p.until("the voice", func() bool { return p.Speech.Snapshot().Problem.Kind != "" })
	if kind := p.Speech.Snapshot().Problem.Kind; kind != problem.ConnectionGone {
		t.Errorf("read aloud: %s", kind)
	}
	p.Speech.Stop()
	sound := filepath.Join(t.TempDir(), "spoken.mp3")
	if err := os.WriteFile(sound, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
		t.Fatal(err)
	}
	ids, _ := p.Transcripts.Add(t.Context(), []transcripts.File{{Path: sound}}, transcripts.AddOptions{Connection: atWork.ID})
	var written transcripts.Transcript
	p.until("the transcript", func() bool {
		written, _ = p.Transcripts.Get(ids[0])
		return written.State == transcripts.Failed
	})
	gone("written down", written.Problem)
	if out := h.net.requests(); len(out) != 0 {
		t.Errorf("sent all the same: %v", out[0].what)
	}
	p.wantReads(c, before...)
	p.quit()

	p = h.start()
	h.mustNotContain("sk-work-1111")
	if way := p.Connections.ForChat(atWork.ID); !way.Gone || way.Name != "Work" {
		t.Errorf("%+v", way)
	}
	if keys := h.keys.All(); len(keys) != 1 || keys[0] != "sk-home-2222" {
		t.Errorf("%d keys are kept", len(keys))
	}
	// She chooses another: now it goes there.
	if err := p.History.SetModel(context.Background(), c, atHome.ID, ""); err != nil {
		t.Fatal(err)
	}
	p.waitsFor(p.asks(c, "Still there?"), chat.Done)
	if atWork, atHome := work.took(t), home.took(t); atWork != 3 || atHome != 2 {
		t.Errorf("%d and %d requests in all", atWork, atHome)
	}
}
