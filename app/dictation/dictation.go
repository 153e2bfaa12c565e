package dictation

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/dictation/wordlist"
	"parley/app/problem"
	"parley/app/recordings"
)

// Dictation is the owner. Use New; end with Close. Its methods never wait and are safe from any goroutine; what they change is marked as
// changes.Dictation.
type Dictation struct {
	o       Options
	running sync.WaitGroup

	mu     sync.Mutex
	now    Snapshot
	job    *job // nil while nothing is done
	turns  int
	closed bool
	// words is what the list of the settings was made into the last time.
	words struct {
		lines []string
		list  wordlist.List
	}
}

// job is one dictation, or one conversation by voice, from its beginning to its end.
type job struct {
	target Target
	talk   bool
	ctx    context.Context
	cancel context.CancelFunc
	// enough is received when the person has said all; sent when the text of a turn was sent, with the reply, or "" if it was not;
	// interrupt when the person does not want to hear on.
	enough, interrupt chan struct{}
	sent              chan chat.ID
	// tidying ends the request that tidies up, while there is one.
	tidying context.CancelFunc
}

// New makes the owner. It starts nothing.
func New(o Options) *Dictation {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Marks == nil {
		o.Marks = changes.New()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Dictation{o: o}
}

// Snapshot tells how things stand. It asks memory alone.
func (d *Dictation) Snapshot() Snapshot {
	d.mu.Lock()
	s := d.now
	d.mu.Unlock()
	if s.Phase == Opening || s.Phase == Listening {
		s.Live = d.o.Recordings.Live()
	}
	return s
}

// Begin begins to listen, for a text that belongs to t. It does nothing while something is being done.
func (d *Dictation) Begin(t Target) { d.start(t, false, "") }

// Talk begins a conversation by voice: what is said is sent at each pause, and the reply is waited for. It does nothing while something is
// being done.
func (d *Dictation) Talk(t Target) { d.start(t, true, "") }

// Retry has the recording that failed written down once more: the same file, and nothing that was paid for is asked again.
func (d *Dictation) Retry() { d.retry(func(*Target) {}) }

// RetryWith is Retry with another connection and its model for tidying up, as where the chat's own was forgotten and another was chosen.
func (d *Dictation) RetryWith(connection chat.ID, model string) {
	d.retry(func(t *Target) { t.Connection, t.Model = connection, model })
}

func (d *Dictation) retry(change func(*Target)) {
	d.mu.Lock()
	s := d.now
	d.mu.Unlock()
	change(&s.Target)
	if s.Phase == Failed && s.CanRetry {
		d.start(s.Target, s.Talk, s.Recording)
	} else if s.Phase == Failed {
		d.start(s.Target, s.Talk, "")
	}
}

// start begins a job, with a recording that is there already or with a new one.
func (d *Dictation) start(t Target, talk bool, recording chat.ID) {
	d.mu.Lock()
	if d.closed || d.job != nil || d.now.Phase == Done {
		d.mu.Unlock()
		return
	}
	j := &job{target: t, talk: talk, enough: make(chan struct{}, 1), interrupt: make(chan struct{}, 1), sent: make(chan chat.ID, 1)}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	d.job = j
	d.now = Snapshot{Phase: Opening, Target: t, Talk: talk, Recording: recording}
	if recording != "" {
		d.now.Phase = Writing
	}
	d.running.Add(1)
	d.mu.Unlock()
	d.mark()
	go func() {
		defer d.running.Done()
		defer j.cancel()
		d.run(j, recording)
	}()
}

// End says that the person has said all: what was heard is written down. In a conversation by voice it is the turn that ends.
func (d *Dictation) End() {
	if j := d.current(); j != nil {
		poke(j.enough)
	}
}

// Interrupt stops the reply that is read aloud, or is waited for, and listens again.
func (d *Dictation) Interrupt() {
	if j := d.current(); j != nil {
		poke(j.interrupt)
	}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (d *Dictation) current() *job {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.job
}

// Cancel ends whatever is done, and the conversation by voice. A recording stays among the recordings until tomorrow. A text that is being tidied up
// is kept as it was said. A reply goes on being written, but is not read.
func (d *Dictation) Cancel() {
	d.mu.Lock()
	j, s := d.job, d.now
	switch {
	case j != nil && s.Phase == Tidying && !j.talk:
		j.tidying()
		d.mu.Unlock()
		return
	case s.Phase == Done:
		d.mu.Unlock()
		return // the text is on its way to where it belongs
	}
	d.job = nil
	d.now = Snapshot{}
	d.mu.Unlock()
	if j != nil {
		j.cancel()
	}
	switch s.Phase {
	case Opening, Listening, Writing, Tidying:
		d.o.Recordings.Cancel()
	case Answering, Speaking:
		d.o.Speech.StopSource(message(s.Reply))
	}
	if s.Phase != Idle {
		d.mark()
	}
}

// Dismiss puts away what Nothing, Failed or Over have said. The recording stays where it is.
func (d *Dictation) Dismiss() {
	d.mu.Lock()
	done := d.now.Phase == Nothing || d.now.Phase == Failed || d.now.Phase == Over
	if done {
		d.now = Snapshot{}
	}
	d.mu.Unlock()
	if done {
		d.o.Recordings.Dismiss()
		d.mark()
	}
}

// Taken says that the text of Done with this number stands where it belongs.
func (d *Dictation) Taken(turn int) {
	d.mu.Lock()
	taken := d.now.Phase == Done && d.now.Turn == turn
	if taken {
		d.now = Snapshot{}
	}
	d.mu.Unlock()
	if taken {
		d.mark()
	}
}

// Sent says that the text of Sending was sent, and which reply is being written to it; "" says that it was not sent, and is kept in the
// message box.
func (d *Dictation) Sent(reply chat.ID) {
	if j := d.current(); j != nil {
		select {
		case j.sent <- reply:
		default:
		}
	}
}

// Close ends what is being done and returns when nothing runs any more.
func (d *Dictation) Close() error {
	d.mu.Lock()
	d.closed = true
	j := d.job
	d.job = nil
	d.mu.Unlock()
	if j != nil {
		j.cancel()
	}
	d.running.Wait()
	return nil
}

func (d *Dictation) mark() { d.o.Marks.Mark(changes.Change{Topic: changes.Dictation}) }

// set changes how things stand, unless the job was cancelled; it reports whether it was not.
func (d *Dictation) set(j *job, change func(*Snapshot)) bool {
	d.mu.Lock()
	mine := d.job == j
	changed := false
	if mine {
		before := d.now
		change(&d.now)
		changed = before != d.now
	}
	d.mu.Unlock()
	if changed {
		d.mark()
	}
	return mine
}

// finish ends a job with what is left of it.
func (d *Dictation) finish(j *job, change func(*Snapshot)) {
	d.mu.Lock()
	if d.job != j {
		d.mu.Unlock()
		return
	}
	d.job = nil
	change(&d.now)
	d.mu.Unlock()
	d.mark()
}

// fail ends a job with a problem. With a recording, that remembers it.
func (d *Dictation) fail(j *job, err error, recording chat.ID) {
	if j.ctx.Err() != nil {
		return // Cancel has said all
	}
	p := problem.From(err, "", d.o.Now())
	if recording != "" {
		d.o.Recordings.SetProblem(recording, p)
	}
	d.finish(j, func(s *Snapshot) {
		s.Phase, s.Problem, s.CanRetry, s.Recording = Failed, p, recording != "", recording
	})
}

// errRecording: the microphone is at work for something else.
var errRecording = problem.New(problem.AlreadyRecording, "a recording is being made")

// errSilent says that nobody has spoken.
var errSilent = errors.New("nobody has spoken")

// list is the person's own words, made ready once for each change of them.
func (d *Dictation) list() wordlist.List {
	lines := d.o.Settings().Dictation.Words
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Equal(lines, d.words.lines) {
		d.words.lines, d.words.list = lines, wordlist.Parse(lines)
	}
	return d.words.list
}

// purpose is what a recording of the job is for.
func (j *job) purpose() recordings.Purpose {
	if j.talk {
		return recordings.Talk
	}
	return recordings.Dictation
}
