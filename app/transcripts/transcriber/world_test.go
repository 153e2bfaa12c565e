package transcriber_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/voice"
)

// world is the practice gateway behind real HTTP, which knows what is said in the tests.
type world struct {
	t       testing.TB
	dir     string
	server  *httptest.Server
	learned *learnedLimits
	key     string
	// wait is the longest wait after which the client repeats a request; 0 means that it never
	// does.
	wait time.Duration
	*transcriber.Transcriber

	mu       sync.Mutex
	answered []answeredRequest
	// true: it has answered the n-th request, from 1
	before func(n int, w http.ResponseWriter, r *http.Request) bool
	count  int
}

// answeredRequest is a request that was.
type answeredRequest struct {
	bytes  int64
	status int
}

func newWorld(t testing.TB, knows ...speechtest.Speech) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), learned: &learnedLimits{longest: map[string]time.Duration{}}, key: practice.Key}
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
		w.mu.Lock()
		w.answered = append(w.answered, answeredRequest{r.ContentLength, seen.code})
		w.mu.Unlock()
	}))
	t.Cleanup(w.server.Close)
	w.Transcriber = transcriber.New(transcriber.Options{Services: w, Learned: w.learned})
	return w
}

// status remembers that of an answer.
type status struct {
	http.ResponseWriter
	code int
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

func (s *status) Write(b []byte) (int, error) {
	if s.code == 0 {
		s.code = http.StatusOK
	}
	return s.ResponseWriter.Write(b)
}

func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// paid gives the sizes of the requests that were answered with a transcript so far, and forgets
// them.
func (w *world) paid() (sizes []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.answered {
		if a.status == http.StatusOK {
			sizes = append(sizes, a.bytes)
		}
	}
	w.answered = nil
	return sizes
}

// fail decides what becomes of each request.
func (w *world) fail(before func(n int, rw http.ResponseWriter, r *http.Request) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before, w.count = before, 0
}

// Resolve implements ask.Services.
func (w *world) Resolve(chat.ID) (chat.ID, string) { return "practice", w.server.URL }

// Service implements ask.Services.
func (w *world) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	address, err := client.ParseAddress(w.server.URL + "/v1")
	if err != nil {
		return nil, err
	}
	c := client.New(client.Options{Address: address, Key: w.key, Transport: w.server.Client().Transport, MaxRetryWait: cmp.Or(w.wait, -1)})
	return &ask.Service{Connection: id, Gateway: ask.Client{Client: c}, Known: w.learned}, nil
}

// learnedLimits has the facts that the catalog would remember.
type learnedLimits struct {
	mu      sync.Mutex
	limit   int64
	longest map[string]time.Duration // by model
	format  string
	refused []failure.Refusal
	// diarizes: the list says that the model tells speakers apart.
	diarizes bool
}

func (l *learnedLimits) UploadLimit(chat.ID) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.limit
}

func (l *learnedLimits) LearnUploadLimit(_ chat.ID, bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit = bytes
}

func (l *learnedLimits) AudioLimit(_ chat.ID, model string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.longest[model]
}

func (l *learnedLimits) LearnAudioLimit(_ chat.ID, model string, longest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.longest[model] = longest
}

func (l *learnedLimits) TranscriptFormat(chat.ID, string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.format
}

func (l *learnedLimits) RefusesTranscriptFormat(_ chat.ID, _, format string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.refused, func(r failure.Refusal) bool { return r.Field == "response_format" && r.Value == format })
}

func (l *learnedLimits) Diarizes(chat.ID, string) bool { return l.diarizes }

func (l *learnedLimits) LearnTranscriptFormat(_ chat.ID, _, format string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.format = format
}

func (l *learnedLimits) RefusedFields(chat.ID, string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return failure.RefusedFields(l.refused)
}

func (l *learnedLimits) LearnAccepted(_ chat.ID, _, _, _ string) {}
func (l *learnedLimits) LearnThinks(chat.ID, string)             {}

func (l *learnedLimits) LearnRefusals(_ chat.ID, _ string, refused []failure.Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused = append(l.refused, refused...)
}

// file writes a file and gives its path.
func (w *world) file(name string, data []byte) string {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// encode makes a file of a sound.
func encode(t testing.TB, f audio.Format, s speechtest.Speech) []byte {
	t.Helper()
	return audiotest.Encode(t, f, s.Samples, s.Rate, 1)
}

// job is one with a folder that lasts.
func (w *world) job(path string) transcriber.Job {
	return transcriber.Job{Path: path, Model: practice.TranscriptionModel, Keep: filepath.Join(w.dir, "kept", filepath.Base(path))}
}

// write writes a file down, which must succeed.
func (w *world) write(j transcriber.Job) transcriber.Text {
	w.t.Helper()
	text, err := w.Transcribe(w.t.Context(), j, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return text
}

var vocabulary = strings.Fields(`river mountain yellow garden window paper candle bridge silver market winter summer orange
	letter doctor painter village corner morning evening table kitchen harbor station carpet mirror pencil basket
	ladder hammer engine signal pocket button thunder shadow meadow forest island valley castle tower branch feather`)

// speechOf says so many sentences of random words.
func speechOf(sentences int, seed uint64) speechtest.Speech {
	return speechtest.Synthesize(sayings(sentences, seed))
}

func sayings(sentences int, seed uint64) string {
	dice := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for range sentences {
		var words []string
		for len(words) < 6+dice.IntN(5) {
			if word := vocabulary[dice.IntN(len(vocabulary))]; len(words) == 0 || words[len(words)-1] != word {
				words = append(words, word)
			}
		}
		fmt.Fprintf(&b, "%s. ", strings.Join(words, " "))
	}
	return b.String()
}

// same compares two texts word by word.
func same(t testing.TB, got, want string) {
	t.Helper()
	a, b := strings.Fields(got), strings.Fields(want)
	if slices.Equal(a, b) {
		return
	}
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Fatalf("%d words, want %d; from word %d: %.200q, want %.200q", len(a), len(b), i,
				strings.Join(a[min(i, len(a)):], " "), strings.Join(b[min(i, len(b)):], " "))
		}
	}
}

// near compares the times of lines with those of the words that they begin and end with.
func near(t testing.TB, lines []transcriber.Line, words []voice.Word) {
	t.Helper()
	const most = 300 * time.Millisecond
	at := 0
	for _, l := range lines {
		n := len(strings.Fields(l.Text))
		if at+n > len(words) {
			t.Fatalf("more words than were spoken at %q", l.Text)
		}
		first, last := words[at], words[at+n-1]
		if (l.Start-first.Start).Abs() > most || (l.End-last.End).Abs() > most {
			t.Errorf("%q is at %v to %v, said at %v to %v", l.Text, l.Start, l.End, first.Start, last.End)
		}
		at += n
	}
}

// readForm reads the form of a request, which can be read once more.
func readForm(t testing.TB, r *http.Request) map[string][]string {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(data))
	if err := copied.ParseMultipartForm(1 << 20); err != nil {
		t.Error(err)
		return nil
	}
	return copied.MultipartForm.Value
}

// drop reads a part of a body and hangs up.
func drop(r *http.Request, bytes int64) {
	_, _ = io.CopyN(io.Discard, r.Body, bytes)
	panic(http.ErrAbortHandler)
}

func (w *world) now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// encodable encodes a sound if there is an encoder for the format.
func encodable(t testing.TB, f audio.Format, s speechtest.Speech) ([]byte, bool) {
	t.Helper()
	if !slices.Contains(audio.EncodableFormats(), f) {
		return nil, false
	}
	return encode(t, f, s), true
}
