package transcripts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts/transcriber"
)

// Errors for errors.Is. Other errors come from the disk.
var (
	// ErrNotFound reports that the transcript or line does not exist or is deleted.
	ErrNotFound = errors.New("transcripts: not found")
	// ErrInvalid reports an invalid edit, such as splitting inside a character.
	ErrInvalid = errors.New("transcripts: invalid")
)

// Options are the dependencies of Transcripts.
type Options struct {
	owner.CommonOptions
	// Dir is the library's folder; transcripts have a subfolder in it.
	Dir string
	// Database is the library's database (history.Store.Database).
	Database    *sqlite.DB
	Transcriber *transcriber.Transcriber
	Services    ask.Services
	Catalog     Catalog
	// Settings may be nil, which means the defaults.
	Settings func() settings.Settings
	// Recordings provides Parlando's recordings.
	Recordings Recordings
	WaitReason owner.WaitReason
	// SpeakerName returns the name of a speaker that a service told apart, numbered from 1; nil
	// means "Speaker 1" and so on.
	SpeakerName func(number int) string
}

// Catalog provides the models of services (package catalog).
type Catalog interface {
	Recommended(connection chat.ID, purpose catalog.Purpose) (id string, known bool)
	Offer(connection chat.ID, model string, purpose catalog.Purpose) catalog.Offer
}

// Recordings provides Parlando's recordings (package recordings).
type Recordings interface {
	Path(ctx context.Context, id chat.ID) (string, error)
}

// Transcripts owns the transcripts. It is safe for concurrent use. Methods with a context access
// the disk; List, Get and the like do not.
type Transcripts struct {
	o   Options
	dir string

	// writes is held while a row or lines are changed on disk and then in memory.
	writes sync.Mutex

	mu  sync.Mutex
	all map[chat.ID]*openTranscript
	// blocked has the problems that make all requests of a connection fail.
	blocked map[chat.ID]problem.Problem
	begun   bool
	closed  bool
	stop    context.CancelFunc // ends background maintenance
	running owner.Goroutines
}

// openTranscript is a transcript in memory, guarded by Transcripts.mu.
type openTranscript struct {
	row transcriptRow
	// Not stored: the progress, and the running job.
	running  bool
	pausing  bool
	cancel   context.CancelCauseFunc
	progress transcriber.Progress
	marked   time.Time
	missing  bool
	// The undo and redo steps of Edit, the latest last; run is the GroupedEdit.Run of the last undo
	// step, "" if none.
	undo, redo []lineChanges
	run        string
}

// Open reads the transcripts. Queued ones wait for Begin; a job that had sent a request completely
// when the program ended is Paused. After a disk error the returned Transcripts is usable, but
// empty or, with sqlite.ErrDamaged, without those that cannot be read.
func Open(ctx context.Context, o Options) (*Transcripts, error) {
	o.SetDefaults()
	if o.Settings == nil {
		o.Settings = settings.Defaults
	}
	if o.SpeakerName == nil {
		o.SpeakerName = speakerName
	}
	t := &Transcripts{o: o, dir: filepath.Join(o.Dir, folderName), all: map[chat.ID]*openTranscript{}, blocked: map[chat.ID]problem.Problem{}, stop: func() {}}
	var all []*transcriptRow
	err := o.Database.View(ctx, func(tx *sql.Tx) (err error) {
		all, err = readRows(ctx, tx)
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the transcripts: %w", err)
	}
	if err != nil && !errors.Is(err, sqlite.ErrDamaged) {
		return t, err
	}
	for _, r := range all {
		t.all[r.ID] = &openTranscript{row: *r}
	}
	if o.Database.Reason() != sqlite.Writable {
		t.closed = true // the library is read-only: start no jobs
		return t, err
	}
	for _, r := range all {
		if r.State != Working {
			continue
		}
		if err := t.change(ctx, r.ID, t.interrupted); err != nil {
			return t, fmt.Errorf("read the transcripts: %w", err)
		}
	}
	return t, err
}

func speakerName(number int) string { return fmt.Sprintf("Speaker %d", number) }

// interrupted stores the state of a job that was running when the program ended.
func (t *Transcripts) interrupted(r *transcriptRow) error {
	r.State = Waiting
	if r.asked {
		r.State, r.asked = Paused, false
		r.Problem = problem.Problem{Kind: problem.Interrupted, At: t.o.Now(), MayHaveArrived: true}
	}
	return nil
}

// Begin starts the queue and background maintenance. Until then nothing is sent.
func (t *Transcripts) Begin() {
	ctx, stop := context.WithCancel(context.Background())
	t.mu.Lock()
	t.begun, t.stop = true, stop
	closed, some := t.closed, len(t.all) > 0
	var ids []chat.ID
	for id, o := range t.all {
		if !o.deleted() {
			ids = append(ids, id)
		}
	}
	t.mu.Unlock()
	if some {
		t.running.Go("purge", func() {
			if !closed {
				t.purge(ctx)
			}
			t.look(ctx, ids...)
		})
	}
	// A setting may allow a second file or lift a limit, and a model may be offered again.
	t.running.Go("settings and models", func() {
		_ = t.o.Marks.Await(ctx, func() bool { t.dispatch(); return false }, changes.Settings, changes.Models)
	})
}

// Close stops running jobs as at the end of the program, and waits for them until ctx ends. It then
// flushes and returns the error of Flush.
func (t *Transcripts) Close(ctx context.Context) error {
	t.mu.Lock()
	t.closed = true
	t.stop()
	for _, o := range t.all {
		if o.cancel != nil {
			o.cancel(errClosing)
		}
	}
	t.mu.Unlock()
	if err := t.running.Wait(ctx); err != nil {
		return err
	}
	return t.Flush()
}

// Flush stores responses that the disk has refused; after nil, every response received is on disk.
// An error means that one is in memory only: it is lost with the process, and would be paid for
// again. Running jobs are not affected; they resume at the next start. Edits are on disk when their
// call returns, so a refused edit is the responsibility of its caller.
func (t *Transcripts) Flush() error {
	unsaved := func(id chat.ID) bool { return t.o.Transcriber.HasUnsaved(t.parts(id)) }
	t.mu.Lock()
	var failed []chat.ID
	for id, o := range t.all {
		if o.row.State == Failed && unsaved(id) {
			failed = append(failed, id)
		}
	}
	t.mu.Unlock()
	err := t.o.Transcriber.Flush()
	for _, id := range slices.DeleteFunc(failed, unsaved) {
		err := t.change(context.Background(), id, func(r *transcriptRow) error {
			r.Problem.MayHaveArrived = r.Problem.MayHaveArrived && r.State != Failed
			return nil
		})
		if err != nil {
			t.o.Log.Warn("The state of a transcript could not be stored", "id", id, "error", err)
		}
	}
	return err
}

// List returns all transcripts from memory: queued ones first in queue order, then pinned ones,
// then the others, newest first.
func (t *Transcripts) List() []Transcript {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*openTranscript
	for _, o := range t.all {
		if !o.deleted() {
			all = append(all, o)
		}
	}
	first := func(is bool) int {
		if is {
			return 0
		}
		return 1
	}
	slices.SortFunc(all, func(a, b *openTranscript) int {
		aDone, bDone := a.row.State == Done, b.row.State == Done
		return cmp.Or(first(!aDone)-first(!bDone), cmp.Compare(a.row.place, b.row.place), first(aDone && a.row.Pinned)-first(bDone && b.row.Pinned),
			b.row.Created.Compare(a.row.Created), cmp.Compare(b.row.n, a.row.n))
	})
	out := make([]Transcript, len(all))
	for i, o := range all {
		out[i] = t.shown(o)
	}
	return out
}

// shown returns the public view of a transcript. mu is held.
func (t *Transcripts) shown(o *openTranscript) Transcript {
	s := o.row.Transcript
	s.Copied, s.Missing = o.row.copied != "", o.missing
	switch s.State {
	case Failed:
		s.Unsaved = t.o.Transcriber.HasUnsaved(t.parts(s.ID))
		s.Problem.MayHaveArrived = s.Problem.MayHaveArrived && !s.Unsaved
	case Waiting:
		s.Blocked, s.Gone = t.blockedBy(o), t.gone(o)
		if s.Gone && s.Blocked.Kind == problem.NoSuchModel {
			s.Blocked = problem.Problem{} // Gone reports this already
		}
	case Working:
		s.Progress, s.Pausing = o.progress, o.pausing
	default:
	}
	return s
}

// Get returns a transcript from memory.
func (t *Transcripts) Get(id chat.ID) (Transcript, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.all[id]
	if o == nil || o.deleted() {
		return Transcript{}, false
	}
	return t.shown(o), true
}

func (o *openTranscript) deleted() bool { return o.row.deleted() }

// DefaultModel returns the transcription model of a connection: the model of the settings,
// otherwise the recommended one (catalog.Recommended). The connection "" means the current one.
func (t *Transcripts) DefaultModel(connection chat.ID) string {
	connection, _ = t.o.Services.Resolve(connection)
	if model := t.o.Settings().Transcription.Models[connection]; model != "" {
		return model
	}
	model, _ := t.o.Catalog.Recommended(connection, catalog.PurposeTranscription)
	return model
}

// TellsNoTimes reports whether a model is known to transcribe without times.
func (t *Transcripts) TellsNoTimes(connection chat.ID, model string) bool {
	return t.o.Transcriber.TellsNoTimes(connection, model)
}

// Estimate examines a file and sends nothing (transcriber.Estimate). connection is as in
// AddOptions.
func (t *Transcripts) Estimate(ctx context.Context, path string, connection chat.ID) (transcriber.Estimate, error) {
	e, err := t.o.Transcriber.Estimate(ctx, path, transcriber.Job{Connection: connection, Model: t.DefaultModel(connection), Limit: t.o.Settings().Transcription.Limit})
	if err != nil {
		return e, err
	}
	connection, _ = t.o.Services.Resolve(connection)
	t.mu.Lock()
	defer t.mu.Unlock()
	var took, length time.Duration
	for _, o := range t.all {
		if o.row.Connection == connection && o.row.State == Done && o.row.took > 0 {
			took, length = took+o.row.took, length+o.row.Length
		}
	}
	if length > 0 && e.Length > 0 {
		e.Takes = time.Duration(float64(e.Length) * float64(took) / float64(length))
	}
	return e, nil
}

// Lines reads the lines of a transcript in order.
func (t *Transcripts) Lines(ctx context.Context, id chat.ID) ([]Line, error) {
	r, err := t.row(id)
	if err != nil {
		return nil, err
	}
	return t.linesOf(ctx, r)
}

func (t *Transcripts) linesOf(ctx context.Context, r transcriptRow) ([]Line, error) {
	var all []storedLine
	err := t.o.Database.View(ctx, func(tx *sql.Tx) (err error) {
		all, err = readLines(ctx, tx, r.n)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read a transcript: %w", err)
	}
	out := make([]Line, len(all))
	for i, s := range all {
		out[i] = s.Line
	}
	return out, nil
}

// row returns a copy of a row that is not deleted.
func (t *Transcripts) row(id chat.ID) (transcriptRow, error) { return t.find(id, false) }

// find returns a copy of a row; ErrNotFound if deleted differs from the state of the transcript.
func (t *Transcripts) find(id chat.ID, deleted bool) (transcriptRow, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.all[id]
	if o == nil || o.deleted() != deleted {
		return transcriptRow{}, fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	return o.row, nil
}

// change changes a row on disk and then in memory. The transcript may be deleted.
func (t *Transcripts) change(ctx context.Context, id chat.ID, do func(*transcriptRow) error) error {
	return t.changeWith(ctx, id, func(r *transcriptRow, _ *sql.Tx) error { return do(r) })
}

// changeWith is change with further writes in the same transaction.
func (t *Transcripts) changeWith(ctx context.Context, id chat.ID, do func(*transcriptRow, *sql.Tx) error) error {
	return t.changeThen(ctx, id, do, func(*openTranscript) {})
}

// changeThen is changeWith that calls then with mu held before anybody sees the change.
func (t *Transcripts) changeThen(ctx context.Context, id chat.ID, do func(*transcriptRow, *sql.Tx) error, then func(*openTranscript)) error {
	t.writes.Lock()
	defer t.writes.Unlock()
	t.mu.Lock()
	o := t.all[id]
	if o == nil {
		t.mu.Unlock()
		return fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	r := o.row
	t.mu.Unlock()
	err := t.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		if err := do(&r, tx); err != nil {
			return err
		}
		return r.update(ctx, tx)
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	o.row = r
	then(o)
	t.mu.Unlock()
	t.mark()
	return nil
}

// Responses reads the unchanged responses of the service: Transcript.Responses of them, in the
// order of the parts. The error is ErrNotFound or a disk error.
func (t *Transcripts) Responses(id chat.ID) ([]transcriber.Response, error) {
	r, err := t.row(id)
	if err != nil {
		return nil, err
	}
	if r.Responses == 0 {
		return nil, fmt.Errorf("%w: the responses for %s were not stored", ErrNotFound, id)
	}
	return transcriber.Responses(t.parts(id))
}

// folder returns the folder of a transcript; parts returns the folder of its responses.
func (t *Transcripts) folder(id chat.ID) string { return filepath.Join(t.dir, string(id)) }
func (t *Transcripts) parts(id chat.ID) string  { return filepath.Join(t.folder(id), partsName) }

// folderName is the folder of all transcripts, partsName the folder of the responses in that of one
// transcript; the copy of its sound has a name that begins with soundName.
const (
	folderName = "transcripts"
	partsName  = "parts"
	soundName  = "sound"
)

func (t *Transcripts) mark(more ...changes.Change) {
	t.o.Marks.Mark(append(more, changes.Change{Topic: changes.Transcripts})...)
}

func linesChanged(id chat.ID) changes.Change {
	return changes.Change{Topic: changes.Transcript, ID: string(id)}
}

// titleOf returns the name of a file without extension.
func titleOf(path string) string {
	name := filepath.Base(path)
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		name = stem
	}
	return oneLine(name)
}
