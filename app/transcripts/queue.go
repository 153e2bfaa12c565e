package transcripts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
	"parlando/client/fieldname"
)

var (
	errPaused   = errors.New("the user paused it")
	errCanceled = errors.New("the user stopped it")
	errClosing  = errors.New("the program is closing")
)

// dispatch starts as many jobs as may run concurrently.
func (t *Transcripts) dispatch() {
	atOnce := t.o.Settings().Transcription.ConcurrentFiles
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || !t.begun {
		return
	}
	running := 0
	var waiting []*openTranscript
	for _, o := range t.all {
		switch {
		case o.running:
			running++
		case t.isNext(o):
			waiting = append(waiting, o)
		}
	}
	slices.SortFunc(waiting, func(a, b *openTranscript) int { return cmp.Compare(a.row.place, b.row.place) })
	for _, o := range waiting[:min(len(waiting), max(0, atOnce-running))] {
		var ctx context.Context
		ctx, o.cancel = context.WithCancelCause(context.Background())
		o.running, o.pausing, o.progress, o.marked = true, false, transcriber.Progress{Phase: transcriber.Measuring}, time.Time{}
		id := o.row.ID
		t.running.Go("transcription", func() {
			t.work(ctx, id)
			t.dispatch()
		})
	}
}

// Busy reports whether a job is running or about to start. It reads memory only.
func (t *Transcripts) Busy() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range t.all {
		if o.running || t.isNext(o) {
			return true
		}
	}
	return false
}

// isNext reports whether a transcript waits only for its turn. mu is held.
func (t *Transcripts) isNext(o *openTranscript) bool {
	return t.begun && !t.closed && o.row.State == Waiting && !o.deleted() && t.blockedBy(o).Kind == "" && !t.gone(o)
}

// blockedBy returns why all requests for a transcript would fail or wait; the Kind is "" if they
// would not. mu is held.
func (t *Transcripts) blockedBy(o *openTranscript) problem.Problem {
	if p := t.blocked[o.row.Connection]; p.Kind != "" {
		return p
	}
	return t.o.WaitReason.For(o.row.Connection)
}

// gone reports whether the service does not offer the model of a transcript anymore. mu is held.
func (t *Transcripts) gone(o *openTranscript) bool {
	model := o.row.Model
	if model == "" {
		model = t.DefaultModel(o.row.Connection)
	}
	return t.o.Catalog.Offer(o.row.Connection, model, catalog.PurposeTranscription).Gone
}

// UseModel continues a Waiting transcript whose model is Gone with the given model, which may be
// the same one. Other Waiting transcripts of the same connection and model get it, too.
func (t *Transcripts) UseModel(ctx context.Context, id chat.ID, model string) error {
	r, err := t.row(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	if t.blocked[r.Connection].Kind == problem.NoSuchModel {
		delete(t.blocked, r.Connection)
	}
	var same []chat.ID
	for _, o := range t.all {
		if o.row.State == Waiting && o.row.Connection == r.Connection && o.row.Model == r.Model {
			same = append(same, o.row.ID)
		}
	}
	t.mu.Unlock()
	for _, one := range same {
		err = errors.Join(err, t.change(ctx, one, func(r *transcriptRow) error {
			if r.State == Waiting {
				r.Model = model
			}
			return nil
		}))
	}
	t.dispatch()
	t.mark()
	return err
}

// work transcribes one file.
func (t *Transcripts) work(ctx context.Context, id chat.ID) {
	began := t.o.Now()
	var r transcriptRow
	err := t.change(ctx, id, func(now *transcriptRow) error {
		now.State, now.Problem, now.asked = Working, problem.Problem{}, false
		if now.Model == "" {
			now.Model = t.DefaultModel(now.Connection)
		}
		r = *now
		return nil
	})
	var text transcriber.Text
	if err == nil {
		text, err = t.write(ctx, &r)
	}
	t.finish(ctx, id, text, err, t.o.Now().Sub(began))
	t.look(context.WithoutCancel(ctx), id)
}

func (t *Transcripts) write(ctx context.Context, r *transcriptRow) (transcriber.Text, error) {
	path, err := t.soundOf(ctx, r)
	if err != nil {
		return transcriber.Text{}, err
	}
	return t.o.Transcriber.Transcribe(cost.WithSubject(ctx, cost.Subject{Purpose: cost.Transcribing, Request: r.ID}), transcriber.Job{
		Path: path, Connection: r.Connection, Model: r.Model, Language: r.Language, Temperature: r.temperature, Keep: t.parts(r.ID),
		Limit: t.o.Settings().Transcription.Limit, Hold: func() bool { return t.pausing(r.ID) }, ExactTimes: !r.fewerRequests,
	}, func(p transcriber.Progress) { t.progress(r.ID, p) })
}

func (t *Transcripts) pausing(id chat.ID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id].pausing
}

// markEach is the interval between two notifications of uploaded bytes.
const markEach = 250 * time.Millisecond

// progress records the progress of a job. Before the last byte of a request is sent, it stores on
// disk that the request was sent completely.
func (t *Transcripts) progress(id chat.ID, p transcriber.Progress) {
	now := t.o.Now()
	t.mu.Lock()
	o := t.all[id]
	asked := p.Phase == transcriber.Waiting
	turned := asked != o.row.asked
	show := turned || p.Phase != o.progress.Phase || p.Part != o.progress.Part || now.Sub(o.marked) >= markEach
	o.progress = p
	if show {
		o.marked = now
	}
	t.mu.Unlock()
	switch {
	case turned:
		if err := t.change(context.Background(), id, func(r *transcriptRow) error { r.asked = asked; return nil }); err != nil {
			t.o.Log.Warn("The state of a transcript could not be stored", "id", id, "error", err)
		}
	case show:
		t.mark()
	}
}

// finish stores the result of a job.
func (t *Transcripts) finish(ctx context.Context, id chat.ID, text transcriber.Text, err error, took time.Duration) {
	cause := context.Cause(ctx)
	keep := context.WithoutCancel(ctx)
	if err == nil {
		if err = t.done(keep, id, text, took); err == nil {
			t.mu.Lock()
			t.stopped(t.all[id])
			t.mu.Unlock()
			t.mark()
			return
		}
	}
	err = t.changeThen(keep, id, func(r *transcriptRow, _ *sql.Tx) error {
		t.ended(r, cause, err)
		if text.Length > 0 {
			r.Length = text.Length
		}
		r.took += took
		return nil
	}, t.stopped)
	if err != nil { // the state on disk is outdated: show the failure from memory
		t.o.Log.Error("The state of a transcript could not be stored", "id", id, "error", err)
		t.mu.Lock()
		o := t.all[id]
		o.row.State, o.row.Problem = Failed, problem.From(err, "", t.o.Now())
		o.row.Problem.Kind = problem.Storage // whatever the cause
		t.stopped(o)
		t.mu.Unlock()
	}
	t.mark()
}

// stopped releases a transcript whose job has ended. If the job failed for a reason that applies to
// the whole service, it blocks the other transcripts of that connection. The caller has held mu
// since it stored the failure: otherwise a Retry in between would be lost.
func (t *Transcripts) stopped(o *openTranscript) {
	o.cancel(nil)
	o.running, o.pausing, o.cancel = false, false, nil
	if o.row.State == Failed && slices.Contains(ofTheService, o.row.Problem.Kind) {
		t.blocked[o.row.Connection] = o.row.Problem
	}
}

// ended stores the reason why a job did not finish. cause is nil unless the job was stopped.
func (t *Transcripts) ended(r *transcriptRow, cause, err error) {
	doubtful := r.asked
	r.asked = false
	in := problem.Problem{}
	if doubtful {
		in = problem.Problem{Kind: problem.Interrupted, At: t.o.Now(), MayHaveArrived: true}
	}
	switch {
	case errors.Is(cause, errClosing):
		r.asked = doubtful
		_ = t.interrupted(r)
	case errors.Is(cause, errPaused), errors.Is(cause, errCanceled):
		r.State, r.Problem = Paused, in
	case errors.Is(err, transcriber.ErrPaused):
		r.State, r.Problem = Paused, problem.Problem{}
	case problem.KindOf(err) == problem.LimitReached:
		r.State, r.Problem = Waiting, problem.Problem{}
	default:
		r.State, r.Problem = Failed, problem.From(err, "", t.o.Now())
		// An unsaved response is lost at the next start, and paid for again.
		r.Problem.MayHaveArrived = r.Problem.MayHaveArrived || t.o.Transcriber.HasUnsaved(t.parts(r.ID))
		t.o.Log.Warn("A transcript failed", "id", r.ID, "error", err)
	}
}

// ofTheService are the problems that the next file would meet as well.
var ofTheService = []problem.Kind{
	problem.NoKey, problem.KeyRejected, problem.NoCredit, problem.Forbidden, problem.NoSuchModel, problem.WrongAddress, problem.Busy,
	problem.Restarting, problem.Loading, problem.Offline, problem.Insecure, problem.NoTranscriber, problem.Storage, problem.ConnectionGone, problem.Proxy, problem.ProxyLogin,
	problem.ProxyUnreachable, problem.ProxyInvalid, problem.ProxyCannotConnect,
}

// done stores the lines and deletes the job's files except the responses.
func (t *Transcripts) done(ctx context.Context, id chat.ID, text transcriber.Text, took time.Duration) error {
	err := t.changeWith(ctx, id, func(r *transcriptRow, tx *sql.Tx) error {
		r.State, r.Problem, r.asked, r.place = Done, problem.Problem{}, false, 0
		r.Length, r.Covered, r.Timed, r.Lines = text.Length, text.Covered, text.Timed, len(text.Lines)
		r.Responses, r.AskedAgain = text.Responses, text.AskedAgain
		r.took += took
		r.ChosenLanguage, r.Language = r.Language, text.Language
		r.Updated = t.o.Now()
		return replaceLines(ctx, tx, r.n, text.Lines, t.o.SpeakerName)
	})
	if err != nil {
		return err
	}
	if err := t.o.Transcriber.RemoveWorkFiles(t.parts(id)); err != nil {
		t.o.Log.Warn("The work files of a transcript could not be removed", "id", id, "error", err)
	}
	t.supersede(ctx, id)
	t.mark(linesChanged(id))
	return nil
}

// Pause pauses a waiting or running job until Resume. An upload is canceled, and repeated after
// Resume. Once a request was sent completely it must be paid for, so the job first waits for the
// response and stores it (Pausing). In other states Pause does nothing.
func (t *Transcripts) Pause(ctx context.Context, id chat.ID) error {
	r, err := t.row(id)
	if err != nil {
		return err
	}
	if r.State == Waiting {
		err = t.change(ctx, id, func(r *transcriptRow) error {
			if r.State == Waiting {
				r.State = Paused
			}
			return nil
		})
	}
	t.mu.Lock()
	if o := t.all[id]; o.running {
		if o.pausing = true; !o.row.asked {
			o.cancel(errPaused)
		}
	}
	t.mu.Unlock()
	t.mark()
	return err
}

// Resume puts a Paused transcript back into the queue.
func (t *Transcripts) Resume(ctx context.Context, id chat.ID) error {
	return t.again(ctx, id, Paused, func(*transcriptRow) {})
}

// Retry puts a Failed transcript back into the queue; only missing parts are requested. Transcripts
// that are Blocked by the same service resume as well.
func (t *Transcripts) Retry(ctx context.Context, id chat.ID) error {
	return t.again(ctx, id, Failed, func(*transcriptRow) {})
}

// RetryWith is Retry with a changed request field (GATEWAY.md 2.8): "temperature" is set to value,
// or not sent if value is nil; "language" is never sent, whatever the value.
func (t *Transcripts) RetryWith(ctx context.Context, id chat.ID, field string, value *float64) error {
	return t.again(ctx, id, Failed, func(r *transcriptRow) {
		switch field {
		case fieldname.Temperature:
			r.temperature = value
		case fieldname.Language:
			r.Language = ""
		}
	})
}

// again applies change to a transcript in the given state and puts it back into the queue.
func (t *Transcripts) again(ctx context.Context, id chat.ID, from State, change func(*transcriptRow)) error {
	r, err := t.row(id)
	if err != nil {
		return err
	}
	resume := func(o *openTranscript) {
		delete(t.blocked, o.row.Connection)
		o.pausing = false
	}
	if r.State == from {
		err = t.changeThen(ctx, id, func(r *transcriptRow, _ *sql.Tx) error {
			if r.State == from {
				r.State, r.Problem = Waiting, problem.Problem{}
				change(r)
			}
			return nil
		}, resume) // in the same step, so that this transcript starts before those it had blocked
	} else {
		t.mu.Lock()
		resume(t.all[id])
		t.mu.Unlock()
	}
	t.dispatch()
	t.mark()
	return err
}

// Cancel stops a queued or running job at once and deletes its transcript. Restore brings it back,
// Paused, with its finished parts.
func (t *Transcripts) Cancel(ctx context.Context, id chat.ID) error {
	r, err := t.row(id)
	if err != nil || r.State == Done {
		return err
	}
	return t.Delete(ctx, id)
}

// Move moves a transcript within the queue: 0 is the first place, and places past the end mean the
// last.
func (t *Transcripts) Move(ctx context.Context, id chat.ID, place int) error {
	r, err := t.row(id)
	if err != nil || r.State == Done {
		return err
	}
	var queue []chat.ID
	for _, s := range t.List() {
		if s.State != Done && s.ID != id {
			queue = append(queue, s.ID)
		}
	}
	queue = slices.Insert(queue, min(max(0, place), len(queue)), id)
	for i, one := range queue {
		if r, err := t.row(one); err != nil || r.place == int64(i+1) {
			continue
		}
		err := t.change(ctx, one, func(r *transcriptRow) error {
			if r.State != Done {
				r.place = int64(i + 1)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
