package dictation

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/ask"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/failure"
)

// world has a microphone, a service, replies and a voice that do what the test says, in virtual
// time.
type world struct {
	*Dictation
	t     *testing.T
	marks *changes.Marks
	mu    sync.Mutex

	settings settings.Settings
	// The microphone.
	live    recordings.Live
	list    []*recordings.Recording
	opening time.Duration // how long it takes to open
	refuse  problem.Problem
	silent  bool
	whole   chan struct{}
	// The service.
	asked  []transcriber.Job
	answer func() (string, error)
	takes  time.Duration
	// The chat.
	tidied func(context.Context, client.ChatRequest) (string, error)
	// Why nothing can be sent to a connection, and which model it has.
	ready func(chat.ID) error
	model func(chat.ID) string
}

func bubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, marks: changes.New(), settings: settings.Defaults(), opening: 20 * time.Millisecond, takes: time.Second}
		w.answer = func() (string, error) { return "Hello there.", nil }
		w.ready, w.model = func(chat.ID) error { return nil }, func(chat.ID) string { return "whisper-1" }
		get := func() settings.Settings {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.settings
		}
		listener := utterance.New(utterance.Options{
			Recordings: (*desk)(w), Transcriber: w, Model: func(id chat.ID) string { return w.model(id) }, Settings: get,
			Ready: func(id chat.ID) error { return w.ready(id) }, CommonOptions: owner.CommonOptions{Marks: w.marks},
		})
		w.Dictation = New(Options{Listener: listener, Services: w, Settings: get, CommonOptions: owner.CommonOptions{Marks: w.marks}})
		test(t, w)
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func (w *world) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// pollInterval is the time in which the dictation must notice something.
const pollInterval = 50 * time.Millisecond

// hears changes what the microphone hears.
func (w *world) hears(change func(*recordings.Live)) {
	w.mu.Lock()
	change(&w.live)
	w.mu.Unlock()
	w.heard()
	w.wait(2 * pollInterval)
}

// heard marks that the microphone hears something else, or nothing any more.
func (w *world) heard() { w.marks.Mark(changes.Change{Topic: changes.Microphone}) }

func (w *world) says(sentence string) {
	w.mu.Lock()
	w.answer = func() (string, error) { return sentence, nil }
	w.mu.Unlock()
	w.hears(func(l *recordings.Live) { l.Voice, l.Heard, l.Elapsed = true, true, l.Elapsed+time.Second })
	w.hears(func(l *recordings.Live) { l.Voice = false })
}

func (w *world) expect(p Phase) Snapshot {
	w.t.Helper()
	s := w.Snapshot()
	if s.Phase != p {
		w.t.Fatalf("it is %q, not %q: %+v", s.Phase, p, s)
	}
	return s
}

func (w *world) recording(i int) recordings.Recording {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.list) <= i {
		w.t.Fatalf("there are %d recordings", len(w.list))
	}
	return *w.list[i]
}

func (w *world) requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.asked)
}

// desk is the recordings of a world.
type desk world

func (w *desk) last() *recordings.Recording { return w.list[len(w.list)-1] }

func (w *desk) Start(p recordings.Purpose) chat.ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := chat.NewID()
	w.whole = make(chan struct{})
	w.list = append(w.list, &recordings.Recording{ID: id, Purpose: p, State: recordings.Running, Silent: w.silent})
	w.live = recordings.Live{Phase: recordings.Opening, ID: id, Purpose: p}
	opening := w.opening
	go func() {
		time.Sleep(opening)
		w.mu.Lock()
		defer w.mu.Unlock()
		switch {
		case w.live.ID != id || w.live.Phase != recordings.Opening:
		case w.refuse.Kind != "":
			w.live.Phase, w.live.Problem = recordings.Failed, w.refuse
			close(w.whole)
		default:
			w.live.Phase = recordings.Hearing
		}
		(*world)(w).heard()
	}()
	return id
}

func (w *desk) end(s recordings.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.live.Phase == recordings.Opening || w.live.Phase == recordings.Hearing {
		w.live = recordings.Live{}
		w.last().State = s
		close(w.whole)
		(*world)(w).heard()
	}
}

func (w *desk) Stop()   { w.end(recordings.Kept) }
func (w *desk) Cancel() { w.end(recordings.Canceled) }
func (w *desk) Discard(id chat.ID) {
	w.change(id, func(r *recordings.Recording) { r.State = recordings.Canceled })
}
func (w *desk) Dismiss() { w.mu.Lock(); w.live = recordings.Live{}; w.mu.Unlock() }

func (w *desk) Live() recordings.Live {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := w.live
	if l.Phase == recordings.Hearing && l.Heard && !l.Voice {
		l.Pause = 10 * time.Second
	}
	return l
}

func (w *desk) Wait(ctx context.Context, id chat.ID) (recordings.Recording, error) {
	w.mu.Lock()
	whole := w.whole
	w.mu.Unlock()
	select {
	case <-whole:
	case <-ctx.Done():
		return recordings.Recording{}, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return *w.last(), nil
}

func (w *desk) TrimmedPath(_ context.Context, id chat.ID) (string, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.list {
		if r.ID == id {
			return filepath.Join("recordings", string(id), "speech.wav"), !r.Silent, nil
		}
	}
	return "", false, recordings.ErrUnknown
}

func (w *desk) SetText(id chat.ID, text string) {
	w.change(id, func(r *recordings.Recording) { r.Text, r.State = text, recordings.Sent })
}

func (w *desk) SetProblem(id chat.ID, p problem.Problem) {
	w.change(id, func(r *recordings.Recording) { r.Problem, r.State = p, recordings.Kept })
}

func (w *desk) change(id chat.ID, do func(*recordings.Recording)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.list {
		if r.ID == id {
			do(r)
		}
	}
}

// Transcribe implements Transcriber.
func (w *world) Transcribe(ctx context.Context, j transcriber.Job, _ func(transcriber.Progress)) (transcriber.Text, error) {
	w.mu.Lock()
	w.asked = append(w.asked, j)
	answer, takes := w.answer, w.takes
	w.mu.Unlock()
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		return transcriber.Text{}, ctx.Err()
	}
	text, err := answer()
	return transcriber.Text{Text: text}, err
}

// Resolve implements ask.Services.
func (w *world) Resolve(id chat.ID) (chat.ID, string) { return id, "" }

// Service implements ask.Services.
func (w *world) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	if w.tidied == nil {
		return nil, errors.New("no service in this story")
	}
	return &ask.Service{Connection: id, Gateway: model{w: w}, Known: knownRefusals{"stream"}}, nil
}

type model struct {
	ask.Gateway
	w *world
}

func (m model) Chat(ctx context.Context, r client.ChatRequest) (ask.Stream, error) {
	text, err := m.w.tidied(ctx, r)
	return &stream{text: text, err: err}, nil
}

// stream is a reply of one chunk.
type stream struct {
	text string
	err  error
	read bool
}

func (s *stream) Next() bool {
	first := !s.read && s.err == nil
	s.read = true
	return first
}

func (s *stream) Chunk() client.Chunk        { return client.Chunk{Choices: []client.Delta{{Text: s.text}}} }
func (s *stream) Err() error                 { return s.err }
func (s *stream) Close() error               { return nil }
func (s *stream) RequestID() string          { return "" }
func (s *stream) Streamed() bool             { return true }
func (s *stream) Dropped() []failure.Refusal { return nil }
