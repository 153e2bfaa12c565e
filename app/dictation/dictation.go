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

// Dictation is the owner. Use New; end with Close. Its methods never wait and are safe from any
// goroutine; what they change is marked as changes.Dictation.
type Dictation struct {
	o       Options
	running sync.WaitGroup

	mu     sync.Mutex
	now    Snapshot
	job    *session // nil while nothing is done
	closed bool
}

// session is one dictation.
type session struct {
	target Target
	ctx    context.Context
	cancel context.CancelCauseFunc
	// end receives when the user has said all.
	end chan struct{}
	// tidying ends the request that tidies up, while there is one.
	tidying context.CancelFunc
}

// New makes the owner. It starts nothing.
func New(o Options) *Dictation {
	o.SetDefaults()
	return &Dictation{o: o}
}

// Snapshot returns the current state. It asks memory alone.
func (d *Dictation) Snapshot() Snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// Begin begins to listen, for a text that belongs to t. It does nothing while something is being
// done.
func (d *Dictation) Begin(t Target) { d.start(t, "") }

// Retry has the recording that failed transcribed once more: the same file, and nothing that was
// paid for is asked again.
func (d *Dictation) Retry() { d.retry(func(*Target) {}) }

// RetryWith is Retry with another connection and its model for tidying up, as where the chat's own
// was forgotten and another was chosen.
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

// start begins a job, with a recording that is there already or with a new one.
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
	d.running.Go(func() {
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

// run does a job, from the recording on if that is there already, and returns what becomes of it.
func (d *Dictation) run(j *session, recording chat.ID) Snapshot {
	s := Snapshot{Target: j.target, Recording: recording}
	if recording == "" {
		made, err := d.o.Listener.Listen(j.ctx, recordings.Dictation, utterance.Limits{}, j.end, func(id chat.ID, open bool) {
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

// End says that the user has said all: what was heard is transcribed.
func (d *Dictation) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.job != nil {
		owner.Wake(d.job.end)
	}
}

// Cancel ends whatever is done. A recording stays among the recordings until tomorrow. A text that
// is being tidied up is kept as it was said.
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

// Dismiss puts away what Nothing or Failed have said. The recording stays where it is.
func (d *Dictation) Dismiss() {
	if d.clear(Nothing, Failed) {
		d.o.Listener.Dismiss()
	}
}

// Take hands out, once, what Done tells of: the caller puts it where it belongs. Until then the
// recording is kept.
func (d *Dictation) Take() (s Snapshot, ok bool) {
	if s = d.Snapshot(); !d.clear(Done) {
		return Snapshot{}, false
	}
	d.o.Listener.SetText(s.Recording, s.Text)
	return s, true
}

// clear ends one of some phases in which nothing is done, and reports whether it was one of them.
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

// Close ends what is being done and returns when nothing runs any more. What was heard is kept.
func (d *Dictation) Close() error {
	d.mu.Lock()
	d.closed = true
	if d.job != nil {
		d.job.cancel(utterance.ErrQuit)
	}
	d.mu.Unlock()
	d.running.Wait()
	return nil
}

func (d *Dictation) mark() { d.o.Marks.Mark(changes.Change{Topic: changes.Dictation}) }

// set changes how things stand.
func (d *Dictation) set(change func(*Snapshot)) {
	d.mu.Lock()
	change(&d.now)
	d.mu.Unlock()
	d.mark()
}
