package speechexports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/speech/clips"
	"parlando/app/speechexports"
	"parlando/client"
	"parlando/client/practice"
)

// world is a library, with the practice gateway on the other side of a wire that is listened to.
type world struct {
	t     testing.TB
	dir   string
	marks *changes.Marks
	clips *clips.Clips
	// ahead is the lead of the clock over that of the computer.
	ahead time.Duration
	// kept says that nothing may be removed.
	kept bool
	// catalog has the known models.
	catalog *catalog.Catalog
	*wire
	*speechexports.Store
}

func newWorld(t testing.TB) *world {
	w := &world{t: t, dir: t.TempDir(), wire: newWire(t)}
	w.open()
	t.Cleanup(func() { w.close() })
	return w
}

func (w *world) open() {
	w.t.Helper()
	if w.catalog == nil {
		c, err := catalog.Load(w.t.TempDir(), nil, nil)
		if err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(func() { _ = c.Close() })
		w.catalog = c
	}
	w.known = w.catalog
	w.marks = changes.New()
	n, err := speechexports.Open(speechexports.Options{Dir: w.dir, Services: w.wire, Catalog: w.catalog, CommonOptions: owner.CommonOptions{Marks: w.marks, Now: w.now}, Clips: w.clips, MayRemove: func(string) bool { return !w.kept }, WaitReason: w.waitReason})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Store = n
}

// now is the clock, which later sets forward while nothing runs or is made.
func (w *world) now() time.Time { return time.Now().Add(w.ahead) }

func (w *world) later(d time.Duration) { w.ahead += d }

func (w *world) close() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := w.Close(ctx); err != nil {
		w.t.Error(err)
	}
}

// restart ends the program in good order and starts it again.
func (w *world) restart() {
	w.t.Helper()
	w.close()
	w.open()
}

func (w *world) make(j speechexports.Job) chat.ID {
	w.t.Helper()
	id, err := w.Start(j)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) get(id chat.ID) (n speechexports.SpeechExport) {
	w.t.Helper()
	for _, n := range w.List() {
		if n.ID == id {
			return n
		}
	}
	w.t.Fatalf("%s is not in the list", id)
	return n
}

// until waits until a speech export is as it should be.
func (w *world) until(id chat.ID, is func(speechexports.SpeechExport) bool) speechexports.SpeechExport {
	w.t.Helper()
	end := time.After(2 * time.Minute)
	for {
		if n := w.get(id); is(n) {
			return n
		}
		select {
		case <-w.marks.Ready():
			w.marks.Take()
		case <-end:
			w.t.Fatalf("it stays %+v", w.get(id))
		}
	}
}

// ended waits until nothing is being made of one.
func (w *world) ended(id chat.ID, state speechexports.State) speechexports.SpeechExport {
	w.t.Helper()
	n := w.until(id, func(n speechexports.SpeechExport) bool {
		return n.State != speechexports.Waiting && n.State != speechexports.StateMaking
	})
	if n.State != state {
		w.t.Fatalf("it is %s and not %s: %+v", n.State, state, n)
	}
	return n
}

func (w *world) sound(id chat.ID) []byte {
	w.t.Helper()
	path, err := w.Path(id)
	if err != nil {
		w.t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

// files are those of a speech export.
func (w *world) files(id chat.ID) (names []string) {
	w.t.Helper()
	entries, err := os.ReadDir(filepath.Join(w.dir, "narrations", string(id)))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// wire carries requests to the practice gateway, keeps what went over it, and can be told to fail.
type wire struct {
	t       testing.TB
	service *practice.Gateway
	below   http.RoundTripper
	key     string
	known   *catalog.Catalog

	mu     sync.Mutex
	count  int
	asked  []string // the texts
	sounds map[string][]byte
	before func(n int, text string) error // runs before the n-th request, from 1, is sent
	// limited says that the monthly limit is reached.
	limited bool
}

func newWire(t testing.TB) *wire {
	g := practice.New(practice.Options{})
	return &wire{t: t, service: g, below: g.Transport(), key: practice.Key, sounds: map[string][]byte{}}
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var q struct{ Input string }
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.asked = append(w.asked, q.Input)
	w.count++
	n, before := w.count, w.before
	w.mu.Unlock()
	if before != nil {
		if err := before(n, q.Input); err != nil {
			return nil, err
		}
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	return w.below.RoundTrip(r)
}

// texts gives what was asked for so far, and forgets it.
func (w *wire) texts() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.asked
	w.asked = nil
	return all
}

func (w *wire) fail(before func(n int, text string) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before = before
}

func (w *wire) waitReason(chat.ID) problem.Problem {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.limited {
		return problem.Problem{Kind: problem.LimitReached}
	}
	return problem.Problem{}
}

// limit reaches or lifts the monthly limit.
func (w *world) limit(reached bool) {
	w.mu.Lock()
	w.limited = reached
	w.mu.Unlock()
	w.marks.Mark(changes.Change{Topic: changes.Settings})
}

// Resolve implements ask.Services.
func (w *wire) Resolve(chat.ID) (chat.ID, string) { return "practice", practice.Address }

// Service implements ask.Services.
func (w *wire) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		return nil, err
	}
	if p := w.waitReason(id); p.Kind != "" {
		return nil, p
	}
	c := client.New(client.Options{Address: address, Key: w.key, Transport: w, MaxRetryWait: -1})
	return &ask.Service{Connection: id, Gateway: gateway{ask.Client{Client: c}, w}, Known: w.known}, nil
}

type gateway struct {
	ask.Client
	wire *wire
}

func (g gateway) Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error) {
	s, err := g.Client.Speech(ctx, r)
	if err != nil {
		return nil, err
	}
	return &copiedSound{Sound: s, text: r.Input, wire: g.wire}, nil
}

// copiedSound is a sound of which a copy is kept.
type copiedSound struct {
	ask.Sound
	text string
	wire *wire
	data []byte
}

func (l *copiedSound) Read(p []byte) (int, error) {
	n, err := l.Sound.Read(p)
	l.data = append(l.data, p[:n]...)
	if errors.Is(err, io.EOF) {
		l.wire.mu.Lock()
		l.wire.sounds[l.text] = l.data
		l.wire.mu.Unlock()
	}
	return n, err
}

// book is a text with so many short chapters, each a part.
func book(chapters int) string {
	var b strings.Builder
	for i := range chapters {
		fmt.Fprintf(&b, "# Chapter %d\n\nThe blue boxes number %d.\n\n", i+1, i+1)
	}
	return b.String()
}

// deleted lists what was deleted.
func (w *world) deleted() []speechexports.SpeechExport {
	w.t.Helper()
	all, err := w.Deleted(w.t.Context())
	if err != nil {
		w.t.Error(err)
	}
	return all
}
