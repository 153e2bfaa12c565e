package dictation

import (
	"context"
	"errors"
	"slices"
	"sync"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/recordings"
)

// Dictation runs one dictation at a time. Create it with New and call Close when done. Its methods
// do not block and are safe from any goroutine; changes are marked as changes.Dictation.
type Dictation struct {
	o       Options
	running owner.Goroutines

	mu     sync.Mutex
	now    Snapshot
	job    *session // nil while no dictation is running
	closed bool
}

// session is one dictation.
type session struct {
	target Target
	ctx    context.Context
	cancel context.CancelCauseFunc
	// end receives a value when the user has finished speaking.
	end chan struct{}
	// tidying cancels the tidy-up request, nil if there is none.
	tidying context.CancelFunc
}

// New returns a Dictation. It starts nothing.
func New(o Options) *Dictation {
	o.SetDefaults()
	return &Dictation{o: o}
}

// Snapshot returns the current state without blocking.
func (d *Dictation) Snapshot() Snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// Begin starts listening to a message for t. It does nothing while a dictation is running or in
// phase Done.
func (d *Dictation) Begin(t Target) { d.start(t, "") }

// Retry transcribes the failed recording again, without repeating requests that succeeded and were
// paid for.
func (d *Dictation) Retry() { d.retry(func(*Target) {}) }

// RetryWith is Retry with another connection and tidy-up model, for example after the chat's own
// connection was removed.
func (d *Dictation) RetryWith(connection chat.ID, model string) {
	d.retry(func(t *Target) { t.Connection, t.Model = connection, model })
}

func (d *Dictation) retry(change func(*Target)) {
	s := d.Snapshot()
	if s.Phase != Failed {
		return
	}
	change(&s.Target)
	if !s.CanRetry {
		s.Recording = ""
	}
	d.start(s.Target, s.Recording)
}

// start starts a session with an existing recording, or a new one.
func (d *Dictation) start(t Target, recording chat.ID) {
	d.mu.Lock()
	if d.closed || d.job != nil || d.now.Phase == Done {
		d.mu.Unlock()
		return
	}
	j := &session{target: t, end: make(chan struct{}, 1)}
	j.ctx, j.cancel = context.WithCancelCause(context.Background())
	d.job = j
	d.now = Snapshot{Phase: Opening, Target: t, Recording: recording}
	if recording != "" {
		d.now.Phase = Transcribing
	}
	d.running.Go("dictation", func() {
		defer j.cancel(nil)
		result := d.run(j, recording)
		d.mu.Lock()
		if d.job = nil; j.ctx.Err() != nil {
			result = Snapshot{}
		}
		d.now = result
		d.mu.Unlock()
		d.mark()
	})
	d.mu.Unlock()
	d.mark()
}

// run runs a session and returns its result. It makes a recording only if recording is "".
func (d *Dictation) run(j *session, recording chat.ID) Snapshot {
	s := Snapshot{Target: j.target, Recording: recording}
	if recording == "" {
		made, err := d.o.Listener.Listen(j.ctx, recordings.PurposeDictation, utterance.Limits{}, j.end, func(id chat.ID, open bool) {
			d.set(func(s *Snapshot) {
				if s.Recording = id; open {
					s.Phase = Listening
				}
			})
		})
		if err != nil {
			s.Phase, s.Problem = Failed, problem.From(err, "", d.o.Now())
			return s
		}
		s.Recording, s.Problem = made.ID, made.Problem
		d.set(func(s *Snapshot) { s.Phase, s.Problem = Transcribing, made.Problem })
	}
	said, err := d.o.Listener.Transcribe(j.ctx, j.target.Connection, s.Recording)
	switch {
	case errors.Is(err, utterance.ErrSilent):
		s.Phase = Nothing
	case err != nil:
		s.Phase, s.Problem, s.CanRetry = Failed, problem.From(err, "", d.o.Now()), true
	default:
		s.Phase = Done
		s.Text, s.Original, s.NotTidied = d.tidy(j, said)
	}
	return s
}

// End stops listening and transcribes the recording.
func (d *Dictation) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.job != nil {
		owner.Wake(d.job.end)
	}
}

// Cancel stops the running step. The recording is deleted after a day. Canceling while the text is
// tidied up ends the dictation with the unchanged transcript.
func (d *Dictation) Cancel() {
	d.mu.Lock()
	switch j := d.job; {
	case j == nil:
	case j.tidying != nil:
		j.tidying()
	default:
		j.cancel(nil)
	}
	d.mu.Unlock()
	d.clear(Nothing, Failed)
}

// Dismiss clears the phases Nothing and Failed. The recording is not deleted.
func (d *Dictation) Dismiss() {
	if d.clear(Nothing, Failed) {
		d.o.Listener.Dismiss()
	}
}

// Take returns the result in phase Done, once; the caller inserts the text. Only then may the
// recording be deleted.
func (d *Dictation) Take() (s Snapshot, ok bool) {
	if s = d.Snapshot(); !d.clear(Done) {
		return Snapshot{}, false
	}
	d.o.Listener.SetText(s.Recording, s.Text)
	return s, true
}

// clear resets the state if it is in one of the given phases, and reports whether it was.
func (d *Dictation) clear(phases ...Phase) bool {
	d.mu.Lock()
	ends := slices.Contains(phases, d.now.Phase)
	if ends {
		d.now = Snapshot{}
	}
	d.mu.Unlock()
	if ends {
		d.mark()
	}
	return ends
}

// Close stops the running dictation and waits for all goroutines until ctx ends. The recording is
// not deleted.
func (d *Dictation) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closed = true
	if d.job != nil {
		d.job.cancel(utterance.ErrQuit)
	}
	d.mu.Unlock()
	return d.running.Wait(ctx)
}

func (d *Dictation) mark() { d.o.Marks.Mark(changes.Change{Topic: changes.Dictation}) }

// set changes the state.
func (d *Dictation) set(change func(*Snapshot)) {
	d.mu.Lock()
	change(&d.now)
	d.mu.Unlock()
	d.mark()
}
