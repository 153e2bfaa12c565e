package transcripts_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
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
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/practice"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// world is a library, with the practice gateway behind real HTTP, which knows what is said in the
// tests.
type world struct {
	t       testing.TB
	dir     string
	server  *httptest.Server
	catalog *catalog.Catalog
	history *history.Store
	marks   *changes.Marks
	// driver is the database's, nil for the usual one.
	driver driver.Driver
	*transcripts.Transcripts

	mu       sync.Mutex
	settings settings.Settings
	at       time.Time
	sent     int // uploads
	stuckAt  int
	stuck    chan struct{}
	count    int
	paid     int // answers with a transcript
	answered []string
	before   func(n int, w http.ResponseWriter, r *http.Request) bool
	limited  bool // the monthly limit is reached
}

func newWorld(t testing.TB, knows ...speechtest.Speech) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), settings: settings.Defaults(), at: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	g := practice.New(practice.Options{})
	for _, s := range knows {
		g.LearnSpeech(s.Samples, s.Rate, "en", s.Words)
	}
	w.server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.count++
		n, before := w.count, w.before
		w.mu.Unlock()
		seen := &status{ResponseWriter: rw}
		if before == nil || !before(n, seen, r) {
			g.ServeHTTP(seen, r)
		}
		if seen.code == http.StatusOK {
			w.mu.Lock()
			w.paid++
			w.answered = append(w.answered, seen.body.String())
			w.mu.Unlock()
		}
	}))
	t.Cleanup(w.server.Close)
	var err error
	if w.catalog, err = catalog.Load(t.TempDir(), nil, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.catalog.Close() })
	w.catalog.SetListed("practice", []catalog.Model{{ID: practice.TranscriptionModel, Purpose: catalog.PurposeTranscription}})
	w.open()
	t.Cleanup(func() { w.close() })
	return w
}

func (w *world) open() {
	w.t.Helper()
	var err error
	w.marks = changes.New()
	if w.history, err = history.Open(w.t.Context(), filepath.Join(w.dir, "library"), history.Options{Driver: w.driver, CommonOptions: owner.CommonOptions{Now: w.now}}); err != nil {
		w.t.Fatal(err)
	}
	w.Transcripts, err = transcripts.Open(w.t.Context(), transcripts.Options{
		Dir: filepath.Join(w.dir, "library"), Database: w.history.Database(), Services: w, Catalog: w.catalog, CommonOptions: owner.CommonOptions{Marks: w.marks, Now: w.now},
		Transcriber: transcriber.New(transcriber.Options{Services: w, Learned: w.catalog}), Settings: w.chosen, Recordings: w, WaitReason: w.waitReason,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Begin()
}

func (w *world) close() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := errors.Join(w.Transcripts.Close(ctx), w.history.Close()); err != nil {
		w.t.Error(err)
	}
}

// restart ends the program in good order and starts it again.
func (w *world) restart() {
	w.t.Helper()
	w.close()
	w.open()
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(time.Millisecond)
	return w.at
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func (w *world) chosen() settings.Settings {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.settings
}

func (w *world) choose(change func(*settings.Transcription)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.settings.Transcription)
}

// Path implements transcripts.Recordings.
func (w *world) Path(_ context.Context, id chat.ID) (string, error) {
	path := filepath.Join(w.dir, string(id)+".wav")
	_, err := os.Stat(path)
	return path, err
}

// fail decides what becomes of each request from now on, from 1.
func (w *world) fail(before func(n int, rw http.ResponseWriter, r *http.Request) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before, w.count = before, 0
}

// answers returns the number of paid answers so far, and forgets it.
func (w *world) answers() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.paid
	w.paid = 0
	return n
}

// bodies are the answers with a transcript so far.
func (w *world) bodies() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answered
}

// Resolve implements ask.Services.
func (w *world) Resolve(chat.ID) (chat.ID, string) { return "practice", w.server.URL }

// Service implements ask.Services.
func (w *world) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	address, err := client.ParseAddress(w.server.URL + "/v1")
	if err != nil {
		return nil, err
	}
	if p := w.waitReason(id); p.Kind != "" {
		return nil, p
	}
	c := client.New(client.Options{Address: address, Key: practice.Key, Transport: w, MaxRetryWait: -1})
	return &ask.Service{Connection: id, Gateway: ask.Client{Client: c}, Known: w.catalog}, nil
}

func (w *world) waitReason(chat.ID) problem.Problem {
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

// RoundTrip carries requests to the service, or stops in the middle of an upload.
func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.sent++
	stuck := w.stuck != nil && w.sent == w.stuckAt
	w.mu.Unlock()
	if stuck {
		_, _ = io.CopyN(io.Discard, r.Body, 1000)
		close(w.stuck)
		<-r.Context().Done()
		return nil, errors.Join(r.Context().Err(), r.Body.Close())
	}
	return w.server.Client().Transport.RoundTrip(r)
}

// stick lets the n-th upload from now on stop in its middle until it is given up.
func (w *world) stick(n int) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent, w.stuckAt, w.stuck = 0, n, make(chan struct{})
	return w.stuck
}

type status struct {
	http.ResponseWriter
	code int
	body strings.Builder
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

func (s *status) Write(b []byte) (int, error) {
	if s.code == 0 {
		s.code = http.StatusOK
	}
	_, _ = s.body.Write(b)
	return s.ResponseWriter.Write(b)
}

func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// file writes a sound file and gives its path.
func (w *world) file(name string, s speechtest.Speech) string {
	w.t.Helper()
	format := audio.WAV
	if strings.HasSuffix(name, ".mp3") {
		format = audio.MP3
	}
	data, err := encode(format, s)
	path := filepath.Join(w.dir, name)
	err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600))
	if err != nil {
		w.t.Fatal(err)
	}
	return path
}

// encoded are the files that were made, by format and text: the voice says the same text always in
// the same way.
var encoded sync.Map

func encode(format audio.Format, s speechtest.Speech) ([]byte, error) {
	key := string(format) + s.Text()
	if data, ok := encoded.Load(key); ok {
		return data.([]byte), nil
	}
	var b bytes.Buffer
	e, err := audio.NewEncoder(&b, format, s.Rate, 1)
	if err == nil {
		err = errors.Join(e.Write(s.Samples), e.Close())
	}
	if err == nil {
		encoded.Store(key, b.Bytes())
	}
	return b.Bytes(), err
}

func (w *world) add(paths ...string) []chat.ID {
	w.t.Helper()
	var files []transcripts.File
	for _, p := range paths {
		files = append(files, transcripts.File{Path: p})
	}
	ids, refused := w.Add(w.t.Context(), files, transcripts.AddOptions{})
	if len(refused) > 0 {
		w.t.Fatalf("refused: %+v", refused)
	}
	return ids
}

func (w *world) get(id chat.ID) transcripts.Transcript {
	w.t.Helper()
	s, ok := w.Get(id)
	if !ok {
		w.t.Fatalf("%s is not in the list", id)
	}
	return s
}

// patience bounds each wait.
const patience = 2 * time.Minute

// await waits until a channel is closed, as when a request has arrived.
func (w *world) await(arrived <-chan struct{}) {
	w.t.Helper()
	select {
	case <-arrived:
	case <-time.After(patience):
		w.t.Fatal("nothing arrives")
	}
}

// until waits until a transcript is as it should be.
func (w *world) until(id chat.ID, is func(transcripts.Transcript) bool) transcripts.Transcript {
	w.t.Helper()
	end := time.After(patience)
	for {
		if s := w.get(id); is(s) {
			return s
		}
		select {
		case <-w.marks.Ready():
			w.marks.Take()
		case <-end:
			w.t.Fatalf("it stays %+v", w.get(id))
		}
	}
}

func (w *world) ended(id chat.ID, state transcripts.State) transcripts.Transcript {
	w.t.Helper()
	s := w.until(id, func(s transcripts.Transcript) bool {
		return s.State != transcripts.Waiting && s.State != transcripts.Working
	})
	if s.State != state {
		w.t.Fatalf("it is %s and not %s: %+v", s.State, state, s)
	}
	return s
}

func (w *world) lines(id chat.ID) []transcripts.Line {
	w.t.Helper()
	all, err := w.Lines(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

func (w *world) text(id chat.ID) string {
	var b strings.Builder
	for _, l := range w.lines(id) {
		b.WriteString(l.Text + " ")
	}
	return strings.TrimSpace(b.String())
}

func (w *world) try(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// asked reads from the database whether a whole request of one has left.
func (w *world) asked(id chat.ID) (asked bool) {
	w.t.Helper()
	w.try(w.history.Database().View(w.t.Context(), func(tx *sql.Tx) error {
		return tx.QueryRow(`SELECT asked FROM transcript WHERE id = ?`, id).Scan(&asked)
	}))
	return asked
}

// told stores a transcript whose lines are these, as if a service had written it down.
func (w *world) told(lines ...string) chat.ID {
	w.t.Helper()
	id := w.add(w.file(string(chat.NewID())+".wav", speechtest.Synthesize("Some words are said. ")))[0]
	w.ended(id, transcripts.Done)
	var edits []transcripts.Edit
	for n, l := range w.lines(id) {
		text := ""
		if n == 0 {
			text = strings.Join(lines, " ")
		}
		edits = append(edits, transcripts.SetText{Line: l.ID, Text: text})
	}
	for _, e := range edits {
		w.try(w.Edit(w.t.Context(), id, e))
	}
	for n := range lines[:len(lines)-1] {
		last := w.lines(id)[n]
		w.try(w.Edit(w.t.Context(), id, transcripts.Split{Line: last.ID, Offset: len(lines[n])}))
	}
	return id
}

// block lets the n-th request be read to its end and answers when told to.
func (w *world) block(n int) (arrived <-chan struct{}, release func()) {
	came, let := make(chan struct{}), make(chan struct{})
	w.fail(func(i int, rw http.ResponseWriter, r *http.Request) bool {
		if i != n {
			return false
		}
		body, err := io.ReadAll(r.Body)
		close(came)
		if err != nil {
			return true
		}
		select {
		case <-let:
			r.Body = io.NopCloser(bytes.NewReader(body))
			return false
		case <-r.Context().Done():
			return true
		}
	})
	return came, sync.OnceFunc(func() { close(let) })
}

// deleted lists what was deleted.
func (w *world) deleted() []transcripts.Transcript {
	w.t.Helper()
	all, err := w.Deleted(w.t.Context())
	if err != nil {
		w.t.Error(err)
	}
	return all
}
