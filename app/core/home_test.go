package core_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/drafts"
	"parlando/app/history/historytest"
	"parlando/app/secrets/secretstest"
	"parlando/client/practice"
	"parlando/media/microphone/microphonetest"
	"parlando/media/speaker/speakertest"
)

// Whatever a story does, nothing of it goes on running.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// home is one user's computer: folders, a password store and a network, of which everything is
// seen.
type home struct {
	t        *testing.T
	dir      string
	keys     *secretstest.Keyring
	net      *network
	practice practice.Options
	output   *speakertest.Output
	mic      *microphonetest.Input
	awake    awake
}

func newHome(t *testing.T) *home {
	t.Helper()
	return &home{t: t, dir: t.TempDir(), keys: &secretstest.Keyring{}, net: &network{}, output: speakertest.New(), mic: microphonetest.New()}
}

// start starts Parlando, without its window.
func (h *home) start() *user {
	h.t.Helper()
	return h.startWith(core.Flags{})
}

func (h *home) startWith(f core.Flags) *user {
	h.t.Helper()
	return h.open(f, core.Options{})
}

// startAgain starts Parlando with options.
func (h *home) startAgain(o core.Options) *user {
	h.t.Helper()
	return h.open(core.Flags{}, o)
}

func (h *home) open(f core.Flags, o core.Options) *user {
	h.t.Helper()
	f.DataDir = h.dir
	o.Practice, o.Transport, o.Keyring, o.Output, o.Microphone, o.Awake = h.practice, h.net, h.keys, h.output, h.mic, &h.awake
	c, err := core.Open(h.t.Context(), f, o)
	if err != nil {
		h.t.Fatal(err)
	}
	p := &user{Core: c, t: h.t}
	h.t.Cleanup(p.quit) // for a test that failed on the way
	return p
}

// user sits at the running program.
type user struct {
	*core.Core
	t *testing.T
}

func (p *user) quit() {
	p.t.Helper()
	if err := p.Close(context.Background()); err != nil {
		p.t.Errorf("quit: %v", err)
	}
}

// looksAround chooses practice, and a new chat with one of its models.
func (p *user) looksAround(model string) chat.ID {
	p.t.Helper()
	if err := p.Connections.UsePractice(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	return p.newChat(model)
}

// newChat begins a conversation; model "" leaves it to the default.
func (p *user) newChat(model string) chat.ID {
	p.t.Helper()
	c := chat.Conversation{ID: chat.NewID(), Model: model}
	if err := historytest.Add(p.t.Context(), p.History, c); err != nil {
		p.t.Fatal(err)
	}
	return c.ID
}

// asks sends words that are not to be queued, and returns the reply they get.
func (p *user) asks(conversation chat.ID, words string) chat.ID {
	p.t.Helper()
	return p.sends(conversation, chat.Draft{Text: words})
}

func (p *user) sends(conversation chat.ID, d chat.Draft) chat.ID {
	p.t.Helper()
	reply, queued, err := p.Replies.Send(p.t.Context(), p.Drafts.TakeNew(conversation, d), nil)
	if err != nil || queued {
		p.t.Fatalf("send %q: queued %v, %v", d.Text, queued, err)
	}
	return reply
}

// queues sends words while a reply is written.
func (p *user) queues(conversation chat.ID, words string) {
	p.t.Helper()
	if _, queued, err := p.Replies.Send(p.t.Context(), p.Drafts.TakeNew(conversation, chat.Draft{Text: words}), nil); err != nil || !queued {
		p.t.Fatalf("queue %q: queued %v, %v", words, queued, err)
	}
}

// wantsQueued checks the messages that are queued in a conversation, and why they are paused.
func (p *user) wantsQueued(conversation chat.ID, why drafts.PauseReason, words ...string) {
	p.t.Helper()
	if d := p.draft(conversation); !d.Empty() {
		p.t.Errorf("the draft is %+v", d)
	}
	all := p.Drafts.Queued(conversation)
	for i, q := range all {
		if len(all) != len(words) || q.Draft.Text != words[i] || q.Paused != why {
			p.t.Errorf("queued: %+v, want %q paused as %q", all, words, why)
		}
	}
	if len(all) != len(words) {
		p.t.Errorf("queued: %+v, want %q", all, words)
	}
}

// draft is the content of a conversation's message box.
func (p *user) draft(conversation chat.ID) chat.Draft {
	p.t.Helper()
	if err := p.Drafts.Read(p.t.Context(), conversation); err != nil {
		p.t.Fatal(err)
	}
	_, v := p.Drafts.Open(conversation)
	return v.Draft
}

// sees is a message as the window shows it.
func (p *user) sees(id chat.ID) chat.Message {
	p.t.Helper()
	if s, ok := p.Replies.Snapshot(id); ok {
		return s.Message
	}
	return p.kept(id)
}

// kept is a message as the disk has it.
func (p *user) kept(id chat.ID) chat.Message {
	p.t.Helper()
	all, err := p.History.Messages(p.t.Context(), []chat.ID{id})
	if err != nil || len(all) != 1 {
		p.t.Fatalf("read %s: %d messages, %v", id, len(all), err)
	}
	return all[0]
}

// waitsFor waits for a reply to be kept in its last state.
func (p *user) waitsFor(reply chat.ID, want chat.State) chat.Message {
	p.t.Helper()
	p.until("the end of the reply", func() bool {
		_, active := p.Replies.Snapshot(reply)
		return !active
	})
	m := p.kept(reply)
	if m.State != want {
		p.t.Fatalf("the reply is %q, want %q; trouble %+v", m.State, want, m.Request.Problem)
	}
	return m
}

// readsSome waits until a reply has so many characters.
func (p *user) readsSome(reply chat.ID, length int) string {
	p.t.Helper()
	var text string
	p.until("some of the reply", func() bool {
		text = p.sees(reply).Text()
		return len(text) >= length
	})
	return text
}

// until waits for something to become true, looking as often as the window does: when something was
// marked as changed.
func (p *user) until(what string, ok func() bool) {
	p.t.Helper()
	limit := time.After(2 * time.Minute)
	for !ok() {
		select {
		case <-p.Marks.Ready():
			p.Marks.Take()
		case <-limit:
			p.t.Fatal("waited in vain for " + what)
		}
	}
}

// reads is the shown branch as "role: text".
func (p *user) reads(conversation chat.ID) []string {
	p.t.Helper()
	heads, err := p.History.Thread(p.t.Context(), conversation)
	if err != nil {
		p.t.Fatal(err)
	}
	var out []string
	for _, h := range heads {
		out = append(out, string(h.Role)+": "+p.sees(h.ID).Text())
	}
	return out
}

func (p *user) wantReads(conversation chat.ID, want ...string) {
	p.t.Helper()
	if got := p.reads(conversation); !slices.Equal(got, want) {
		p.t.Errorf("shown\n got %q\nwant %q", got, want)
	}
}

// network records what goes out. Without a service behind it nothing answers.
type network struct {
	service http.RoundTripper

	mu   sync.Mutex
	sent []sentRequest
	// idle: connections that were kept for later are closed.
	idle bool
}

// sentRequest is one request that went out.
type sentRequest struct {
	what string // method and address
	key  string // the Authorization header
	body []byte
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
	}
	n.mu.Lock()
	n.sent = append(n.sent, sentRequest{r.Method + " " + r.URL.String(), r.Header.Get("Authorization"), body})
	n.mu.Unlock()
	if n.service == nil {
		return nil, errors.New("there is no network in this story")
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	return n.service.RoundTrip(r)
}

func (n *network) CloseIdleConnections() {
	n.idle = true
	if c, ok := n.service.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// requests are those that went out since it was last asked.
func (n *network) requests() []sentRequest {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.sent
	n.sent = nil
	return all
}

// overThere answers for https://api.example.org with a practice gateway in memory.
type overThere struct{ http.RoundTripper }

func (o overThere) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = "http" // in memory there is nobody to hide from
	return o.RoundTripper.RoundTrip(r)
}
