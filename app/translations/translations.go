package translations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"unicode"

	"parlando/app/ask"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/client"
)

// Transcripts reads and edits transcripts (package transcripts).
type Transcripts interface {
	Get(id chat.ID) (transcripts.Transcript, bool)
	Lines(ctx context.Context, id chat.ID) ([]transcripts.Line, error)
	Edit(ctx context.Context, id chat.ID, e transcripts.Edit) error
}

// Options are the dependencies of Translations. Transcripts and Services are required.
type Options struct {
	owner.CommonOptions
	Transcripts Transcripts
	Services    ask.Services
	WaitReason  owner.WaitReason
}

// The errors of Start. Others come from the disk.
var (
	ErrNothing = errors.New("translations: nothing to translate")
	ErrNoModel = errors.New("translations: no model and no language")
	ErrClosed  = errors.New("translations: closed")
)

// Translations makes translations. Its methods are safe for concurrent use; Get reads memory only.
// End it with Close.
type Translations struct {
	o       Options
	turn    chan struct{} // a semaphore held by the running job
	ctx     context.Context
	cancel  context.CancelFunc
	running owner.Goroutines

	mu     sync.Mutex
	all    map[chat.ID]*translationJob
	closed bool
}

type translationJob struct {
	Translation
	// run identifies the undo step that combines all changes of this run.
	run    string
	cancel context.CancelFunc
}

// New returns an idle Translations.
func New(o Options) *Translations {
	o.SetDefaults()
	t := &Translations{o: o, turn: make(chan struct{}, 1), all: map[chat.ID]*translationJob{}}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// Start translates the lines of a transcript that have no translation, or all lines. It does
// nothing if a translation of the transcript is running. No request is sent before Start returns.
// The error is ErrNothing, ErrNoModel, ErrClosed or that of reading the lines.
func (t *Translations) Start(ctx context.Context, id chat.ID, r Request) error {
	if strings.TrimSpace(r.Language) == "" || r.Model == "" {
		return ErrNoModel
	}
	lines, err := t.o.Transcripts.Lines(ctx, id)
	if err != nil {
		return fmt.Errorf("translations: %w", err)
	}
	left := wanted(lines, r.Anew)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch old := t.all[id]; {
	case t.closed:
		return ErrClosed
	case old != nil && old.State.Active():
		return nil
	case len(left) == 0:
		return ErrNothing
	}
	ctx, cancel := context.WithCancel(t.ctx)
	j := &translationJob{cancel: cancel, run: string(chat.NewID()), Translation: Translation{
		Transcript: id, Language: strings.Join(strings.Fields(r.Language), " "), Connection: r.Connection, Model: r.Model, State: Waiting, Lines: len(left),
	}}
	t.all[id] = j
	t.running.Go("translation", func() {
		defer cancel()
		t.run(ctx, j, left, r)
	})
	t.o.Marks.Mark(changes.Change{Topic: changes.Transcripts})
	return nil
}

// CountUntranslated returns the number of a transcript's lines without a translation. It reads the
// disk.
func (t *Translations) CountUntranslated(ctx context.Context, id chat.ID) (int, error) {
	lines, err := t.o.Transcripts.Lines(ctx, id)
	return len(wanted(lines, false)), err
}

// Cancel stops a translation at once. Received lines are kept, including those of the current
// answer.
func (t *Translations) Cancel(id chat.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if j := t.all[id]; j != nil && j.State.Active() {
		j.cancel()
	}
}

// Get returns the progress of a translation; ok is false if there was none since the program
// started.
func (t *Translations) Get(id chat.ID) (_ Translation, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	j, ok := t.all[id]
	if !ok {
		return Translation{}, false
	}
	return j.Translation, true
}

// Dismiss drops the result of a finished translation.
func (t *Translations) Dismiss(id chat.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if j := t.all[id]; j != nil && !j.State.Active() {
		delete(t.all, id)
		t.o.Marks.Mark(changes.Change{Topic: changes.Transcripts})
	}
}

// Close stops all translations, and waits until their received lines are on disk or ctx ends.
func (t *Translations) Close(ctx context.Context) error {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.cancel()
	return t.running.Wait(ctx)
}

// wanted returns the lines to translate, all or those without a translation, without empty ones.
func wanted(lines []transcripts.Line, anew bool) []transcripts.Line {
	var out []transcripts.Line
	for _, l := range lines {
		if (anew || l.Translation == "") && strings.ContainsFunc(l.Text, unicode.IsLetter) {
			out = append(out, l)
		}
	}
	return out
}

// set updates the progress of a job.
func (t *Translations) set(j *translationJob, change func(*Translation)) {
	t.mu.Lock()
	change(&j.Translation)
	t.mu.Unlock()
	t.o.Marks.Mark(changes.Change{Topic: changes.Transcripts})
}

// run translates, and waits while the limit of the connection is reached.
func (t *Translations) run(ctx context.Context, j *translationJob, lines []transcripts.Line, r Request) {
	err := t.attempt(ctx, j, lines, &r)
	for problem.KindOf(err) == problem.LimitReached && t.untilLifted(ctx, j, err) == nil {
		if lines, err = t.o.Transcripts.Lines(ctx, j.Transcript); err == nil {
			lines = wanted(lines, r.Anew)
			t.set(j, func(j *Translation) { j.Lines = j.Translated + len(lines) })
			err = t.attempt(ctx, j, lines, &r)
		}
	}
	t.set(j, func(j *Translation) {
		switch {
		case ctx.Err() != nil:
			j.State, j.Problem = Stopped, problem.Problem{}
		case err != nil:
			j.State, j.Problem = Failed, problem.From(err, "", t.o.Now())
			t.o.Log.Warn("A translation failed", "error", err)
		default:
			j.State, j.Missing = Done, j.Lines-j.Translated
		}
	})
}

// attempt waits until no other job is running and translates lines. It removes the translations of
// r.Anew, once.
func (t *Translations) attempt(ctx context.Context, j *translationJob, lines []transcripts.Line, r *Request) error {
	select {
	case t.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-t.turn }()
	if p := t.o.WaitReason.For(r.Connection); p.Kind != "" {
		return p
	}
	t.set(j, func(j *Translation) { j.State, j.Problem = Working, problem.Problem{} })
	if r.Anew {
		if err := t.clear(ctx, j); err != nil {
			return err
		}
		r.Anew = false
	}
	return t.work(ctx, j, lines, *r)
}

// untilLifted waits until the requests of a job need not wait anymore, or returns the error of ctx.
func (t *Translations) untilLifted(ctx context.Context, j *translationJob, limit error) error {
	t.set(j, func(j *Translation) { j.State, j.Problem = Waiting, problem.From(limit, "", t.o.Now()) })
	return t.o.Marks.Await(ctx, func() bool { return t.o.WaitReason.For(j.Connection).Kind == "" }, changes.Settings)
}

// rounds is the maximum number of times a line is requested.
const rounds = 3

// work translates batch after batch, then requests missing lines again.
func (t *Translations) work(ctx context.Context, j *translationJob, left []transcripts.Line, r Request) error {
	most := batchLines
	for range rounds {
		var missing []transcripts.Line
		for len(left) > 0 {
			batch := batchOf(left, most)
			came, err := t.ask(ctx, j, batch, r)
			if err != nil {
				return err
			}
			for _, l := range batch {
				if _, ok := came[l.ID]; !ok {
					missing = append(missing, l)
				}
			}
			left = left[len(batch):]
		}
		if len(missing) == 0 {
			return nil
		}
		left, most = missing, max(most/4, 1)
	}
	return nil
}

// clear removes all translations, because languages are never mixed, and lines without a
// translation count as untranslated.
func (t *Translations) clear(ctx context.Context, j *translationJob) error {
	id := j.Transcript
	lines, err := t.o.Transcripts.Lines(ctx, id)
	if err != nil {
		return fmt.Errorf("translations: %w", err)
	}
	none := transcripts.SetTranslations{}
	for _, l := range lines {
		if l.Translation != "" {
			none[l.ID] = ""
		}
	}
	if len(none) == 0 {
		return nil
	}
	if err := t.o.Transcripts.Edit(ctx, id, transcripts.GroupedEdit{Edit: none, Run: j.run}); err != nil {
		return fmt.Errorf("translations: %w", err)
	}
	return nil
}

// ask translates one batch and stores the received lines, even after an error. An answer truncated
// at the model's limit is no error: missing lines are requested again.
func (t *Translations) ask(ctx context.Context, j *translationJob, batch []transcripts.Line, r Request) (map[int64]string, error) {
	all, err := t.o.Transcripts.Lines(ctx, j.Transcript)
	if err != nil {
		return nil, fmt.Errorf("translations: %w", err)
	}
	now, before := present(all, batch)
	if len(now) == 0 {
		return t.byHand(j, nil, all, batch), nil
	}
	answer, whole, err := t.answer(ctx, asking(before, now), r)
	came := translated(answer, whole, now)
	kept := context.WithoutCancel(ctx)
	latest, readErr := t.o.Transcripts.Lines(kept, j.Transcript)
	if readErr != nil {
		latest = all
	}
	dropChanged(came, now, latest)
	if len(came) > 0 {
		// Store the received lines even if the translation was canceled: they are paid for.
		if editErr := t.o.Transcripts.Edit(kept, j.Transcript, transcripts.GroupedEdit{Edit: transcripts.SetTranslations(came), Run: j.run}); editErr != nil {
			return nil, errors.Join(fmt.Errorf("translations: %w", editErr), err)
		}
		t.set(j, func(j *Translation) { j.Translated += len(came) })
	}
	return t.byHand(j, came, latest, batch), err
}

// byHand adds to came the lines of a batch that the user has translated meanwhile, so that these
// lines are not requested again.
func (t *Translations) byHand(j *translationJob, came map[int64]string, latest, batch []transcripts.Line) map[int64]string {
	asked := map[int64]bool{}
	for _, l := range batch {
		asked[l.ID] = true
	}
	own := map[int64]string{}
	for _, l := range latest {
		if _, ok := came[l.ID]; !ok && asked[l.ID] && l.Translation != "" {
			own[l.ID] = l.Translation
		}
	}
	if len(own) > 0 {
		t.set(j, func(j *Translation) { j.Translated += len(own) })
		maps.Copy(own, came)
		return own
	}
	return came
}

// present returns the current state of a batch's lines, which may have been edited, translated by
// hand or removed meanwhile, and the lines before the first of them.
func present(all, batch []transcripts.Line) (now, before []transcripts.Line) {
	wanted := map[int64]bool{}
	for _, l := range batch {
		wanted[l.ID] = true
	}
	for i, l := range all {
		if !wanted[l.ID] || l.Translation != "" || !strings.ContainsFunc(l.Text, unicode.IsLetter) {
			continue
		}
		if len(now) == 0 {
			before = all[max(i-contextLines, 0):i]
		}
		now = append(now, l)
	}
	return now, before
}

// dropChanged drops the translations of lines that were edited, translated by the user or removed
// while the model wrote.
func dropChanged(came map[int64]string, asked, latest []transcripts.Line) {
	now := map[int64]transcripts.Line{}
	for _, l := range latest {
		now[l.ID] = l
	}
	for _, l := range asked {
		if is, ok := now[l.ID]; !ok || is.Text != l.Text || is.Translation != l.Translation {
			delete(came, l.ID)
		}
	}
}

// answer returns the model's text; whole reports whether it is complete.
func (t *Translations) answer(ctx context.Context, message string, r Request) (text string, whole bool, err error) {
	ctx = cost.WithSubject(ctx, cost.Subject{Purpose: cost.Translating})
	service, err := t.o.Services.Service(ctx, r.Connection)
	if err != nil {
		return "", false, err
	}
	stream, err := service.Chat(ctx, client.ChatRequest{Model: r.Model, Messages: []client.Message{
		{Role: string(chat.System), Content: []client.ContentPart{{Text: fmt.Sprintf(how, r.Language)}}},
		{Role: string(chat.User), Content: []client.ContentPart{{Text: message}}},
	}})
	if err != nil {
		return "", false, err
	}
	defer stream.Close()
	var b strings.Builder
	finish := ""
	for stream.Next() {
		for _, c := range stream.Chunk().Choices {
			if c.Index == 0 {
				if c.TextWasReasoning {
					b.Reset()
				}
				b.WriteString(c.Text)
				if c.FinishReason != "" {
					finish = c.FinishReason
				}
			}
		}
		if b.Len() > 20*len(message)+2000 {
			return b.String(), false, nil // do not read on: such an answer may never end
		}
	}
	if err := stream.Err(); err != nil {
		return b.String(), false, err
	}
	return b.String(), finish != string(chat.FinishLength), nil
}
