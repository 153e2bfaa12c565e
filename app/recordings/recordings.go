package recordings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/internal/wholefile"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/media/microphone"
)

// The errors for missing recordings.
var (
	// ErrUnknown reports that there is no such recording.
	ErrUnknown = errors.New("no such recording")
	// ErrEmpty reports that a recording ended before any sound was recorded, so that it does not
	// exist.
	ErrEmpty = errors.New("nothing was heard")
)

// Recordings makes and keeps recordings. Its methods are safe for concurrent use; changes are
// marked as changes.Microphone (for Live) and changes.Recordings (for List). Create it with Open
// and end it with Close.
type Recordings struct {
	o       Options
	dir     string
	create  func(path string) (file, error)
	running owner.Goroutines
	loaded  chan struct{}
	unread  atomic.Bool

	mu      sync.Mutex
	all     map[chat.ID]*recording
	hearing *liveRecording // nil while nothing is being recorded
	failed  Live           // state that Live returns while nothing is being recorded
	timer   *time.Timer
	closed  bool
	refused func(error)
}

// Open starts reading the stored recordings in the background. Until that is done List is
// incomplete, and methods that need an earlier recording wait. A recording that was running when
// the program ended is repaired and kept; expired ones, and those deleted longer than
// chat.DeletedRetention ago, are removed. Folders that are not recordings are left alone.
func Open(o Options) *Recordings {
	o.SetDefaults()
	r := &Recordings{o: o, dir: filepath.Join(o.Dir, FolderName), create: createFile, loaded: make(chan struct{}), all: map[chat.ID]*recording{}}
	r.running.Go("load", r.load)
	return r
}

// OnRefused sets a function to call, on any goroutine, when a change to a finished recording cannot
// be written to disk. The change stays in memory, and is written with the next one or by Flush.
func (r *Recordings) OnRefused(f func(error)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refused = f
}

// Start begins a recording and returns its ID without waiting; Live reports its progress. If a
// recording is running, Start returns its ID and changes nothing. If one is being stopped, the new
// recording begins once that one is on disk. After Close, Start returns "".
func (r *Recordings) Start(p Purpose) chat.ID {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ""
	}
	var before <-chan struct{}
	if h := r.hearing; h != nil {
		if !h.stopping {
			return h.one.ID
		}
		before = h.one.done
	}
	one := r.at(chat.NewID())
	// The folder's name is the ID.
	one.Recording = Recording{ID: chat.ID(filepath.Base(one.dir)), Purpose: p, State: Running, Started: r.o.Now()}
	r.all[one.ID] = one
	ctx, end := context.WithCancelCause(context.Background())
	h := newHearing(one, end)
	r.hearing, r.failed = h, Live{}
	r.running.Go("recording", func() { r.record(ctx, h, before) })
	r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
	return one.ID
}

// Stop ends the running recording and keeps it. Live becomes Idle once the file is complete; use
// Wait to wait for that.
func (r *Recordings) Stop() { r.stop(false) }

// Cancel is Stop for an unwanted recording, which is kept for a day.
func (r *Recordings) Cancel() { r.stop(true) }

func (r *Recordings) stop(cancel bool) {
	r.mu.Lock()
	h := r.hearing
	if h == nil {
		r.mu.Unlock()
		return
	}
	h.stopping, h.canceled = true, h.canceled || cancel
	r.mu.Unlock()
	h.end(errStopped)
	r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
}

// SaveLive stops the running recording, if any, and also writes its sound below the folder dir,
// which may become a library. It works even if the folder of the recordings is gone.
func (r *Recordings) SaveLive(ctx context.Context, dir string) error {
	r.mu.Lock()
	h := r.hearing
	if h == nil {
		r.mu.Unlock()
		return nil
	}
	to := filepath.Join(dir, FolderName, string(h.one.ID))
	h.copyTo = to
	r.mu.Unlock()
	r.Stop()
	made, err := r.Wait(ctx, h.one.ID)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(to, SoundFile)); err != nil {
		return err
	}
	made.Problem = problem.Problem{}
	return jsonfile.New(to, StateFile, r.o.Now).Save(made)
}

// Dismiss ends the phase Failed.
func (r *Recordings) Dismiss() {
	r.mu.Lock()
	r.failed = Live{}
	r.mu.Unlock()
	r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
}

// Live returns the state of the running recording. It reads memory only.
func (r *Recordings) Live() Live {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.hearing
	if h == nil {
		return r.failed
	}
	l := Live{Phase: Opening, ID: h.one.ID, Purpose: h.one.Purpose}
	if h.stopping {
		l.Phase = Finishing
	}
	h.live(&l)
	return l
}

// Listening reports whether the microphone is open or about to open, so that nothing may be read
// aloud.
func (r *Recordings) Listening() bool {
	p := r.Live().Phase
	return p == Opening || p == Hearing
}

// Wait waits until a recording is completely on disk. The error is ErrUnknown, an error of ctx or,
// if nothing was recorded, a problem.Problem or ErrEmpty. If a problem ended the recording later,
// it is in Recording.Problem and the error is nil.
func (r *Recordings) Wait(ctx context.Context, id chat.ID) (Recording, error) {
	one, err := r.find(ctx, id)
	if err != nil {
		return Recording{}, err
	}
	select {
	case <-one.done:
	case <-ctx.Done():
		return Recording{}, ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return one.Recording, one.failed
}

// find returns a recording, deleted or not, waiting for the list to be loaded if necessary. The
// error is ErrUnknown or that of ctx.
func (r *Recordings) find(ctx context.Context, id chat.ID) (*recording, error) {
	r.mu.Lock()
	one := r.all[id]
	r.mu.Unlock()
	if one != nil {
		return one, nil
	}
	select {
	case <-r.loaded:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if one = r.all[id]; one == nil {
		return nil, ErrUnknown
	}
	return one, nil
}

// List returns all recordings, newest first. It reads memory only.
func (r *Recordings) List() []Recording {
	return r.list((*recording).listed, func(a, b Recording) int { return b.Started.Compare(a.Started) })
}

func (r *Recordings) list(which func(*recording) bool, order func(a, b Recording) int) []Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Recording
	for _, one := range r.all {
		if which(one) {
			all = append(all, one.Recording)
		}
	}
	slices.SortFunc(all, func(a, b Recording) int { return cmp.Or(order(a, b), cmp.Compare(b.ID, a.ID)) })
	return all
}

// listed reports whether the recording is in List.
func (one *recording) listed() bool { return one.Deleted.IsZero() && one.Length > 0 }

// Get returns a recording that is not deleted. It reads memory only.
func (r *Recordings) Get(id chat.ID) (Recording, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.all[id]
	if one == nil || !one.listed() {
		return Recording{}, false
	}
	return one.Recording, true
}

// Path returns the file of a recording in the library: a WAV at microphone.Rate, which grows while
// recording. It must not be changed. The error is ErrUnknown or that of ctx.
func (r *Recordings) Path(ctx context.Context, id chat.ID) (string, error) {
	one, err := r.find(ctx, id)
	if err != nil {
		return "", err
	}
	return one.sound(), nil
}

// SetText stores the transcript of a recording. A recording made for its text (PurposeDictation,
// PurposeVoiceChat) becomes Sent and is deleted after a day.
func (r *Recordings) SetText(id chat.ID, text string) {
	r.change(id, func(one *recording) {
		one.Text, one.Problem = text, problem.Problem{}
		if one.Purpose != PurposeKeep && one.State == Kept {
			one.State, one.Until = Sent, r.o.Now().Add(stays)
		}
	})
}

// SetProblem records that transcription failed, or with the zero Problem that it is tried again.
func (r *Recordings) SetProblem(id chat.ID, p problem.Problem) {
	r.change(id, func(one *recording) { one.Problem = p })
}

// Keep cancels the automatic deletion of a recording.
func (r *Recordings) Keep(id chat.ID) {
	r.change(id, func(one *recording) {
		if one.State != Running {
			one.State, one.Until = Kept, time.Time{}
		}
	})
}

// Discard schedules a recording for deletion after a day, as Cancel does.
func (r *Recordings) Discard(id chat.ID) {
	r.change(id, func(one *recording) {
		if one.State != Running {
			one.State, one.Until = Canceled, r.o.Now().Add(stays)
		}
	})
}

// Rename sets the title of a recording.
func (r *Recordings) Rename(id chat.ID, title string) {
	r.change(id, func(one *recording) { one.Title = title })
}

// change applies do to a recording and queues writing it. It reports whether the recording exists.
func (r *Recordings) change(id chat.ID, do func(*recording)) bool {
	r.mu.Lock()
	one := r.all[id]
	if one == nil || one.failed != nil {
		r.mu.Unlock()
		return false
	}
	do(one)
	one.keeper.SaveSoon()
	r.mu.Unlock()
	r.changed()
	r.expire()
	return true
}

func (r *Recordings) changed() { r.o.Marks.Mark(changes.Change{Topic: changes.Recordings}) }

// SaveAs copies a recording, once it is complete, and returns the path of the copy: if the name is
// taken, a number is added. The error is ErrUnknown, a disk error or that of ctx.
func (r *Recordings) SaveAs(ctx context.Context, id chat.ID, path string) (saved string, err error) {
	if _, err := r.Wait(ctx, id); err != nil {
		return "", err
	}
	from, err := r.Path(ctx, id)
	if err != nil {
		return "", err
	}
	in, err := os.Open(from)
	if err != nil {
		return "", fmt.Errorf("save the recording: %w", err)
	}
	defer in.Close()
	saved, err = wholefile.Create(filepath.Dir(path), filepath.Base(path), func(out io.Writer) error {
		_, err := io.Copy(out, wholefile.Reader(ctx, in))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("save the recording: %w", err)
	}
	return saved, nil
}

// Device is an available microphone.
type Device = microphone.Device

// Devices lists the microphones, the default first. The error is a problem.Problem.
func (r *Recordings) Devices(ctx context.Context) ([]Device, error) {
	devices, err := r.o.Input.Devices(ctx)
	if err != nil {
		return nil, r.problemOf(err)
	}
	return devices, nil
}

// problemOf converts an error of the microphone.
func (r *Recordings) problemOf(err error) problem.Problem {
	kind := problem.MicrophoneFailed
	for is, k := range map[error]problem.Kind{
		microphone.ErrNoDevice: problem.NoMicrophone, microphone.ErrNoSoundSystem: problem.NoSoundSystem, microphone.ErrBusy: problem.MicrophoneBusy,
		microphone.ErrForbidden: problem.MicrophoneForbidden, microphone.ErrDisconnected: problem.MicrophoneLost,
	} {
		if errors.Is(err, is) {
			kind = k
		}
	}
	return problem.Problem{Kind: kind, Detail: err.Error(), At: r.o.Now()}
}

// expire removes expired recordings and schedules its next run. Recordings that may not be removed
// stay in the list.
func (r *Recordings) expire() {
	var expired []*recording
	var next time.Time
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	defer r.running.Add("expire")()
	now := r.o.Now()
	for _, one := range r.all {
		switch until := one.until(); {
		case until.IsZero() || !one.whole():
		case !until.After(now):
			expired = append(expired, one)
		case next.IsZero() || until.Before(next):
			next = until
		}
	}
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if !next.IsZero() {
		// During sleep the clock advances, but this timer may not: check at least hourly.
		r.timer = time.AfterFunc(min(next.Sub(now), time.Hour), r.expire)
	}
	r.mu.Unlock()
	for _, one := range expired {
		if r.mayRemove(one.dir) && r.forget(one) {
			if err := one.remove(); err != nil {
				r.o.Log.Warn("An expired recording could not be removed", "id", one.ID, "error", err)
			}
			r.changed()
		}
	}
}

func (r *Recordings) mayRemove(dir string) bool { return r.o.MayRemove == nil || r.o.MayRemove(dir) }

// forget removes a recording from the list, unless it was restored or removed in the meantime.
func (r *Recordings) forget(one *recording) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	until := one.until()
	if r.all[one.ID] != one || until.IsZero() || until.After(r.o.Now()) {
		return false
	}
	delete(r.all, one.ID)
	return true
}

// Flush waits until all changes so far (titles, texts, deletions) are on disk, tries failed writes
// again, and returns the last error. It does not concern sound, which is written as it arrives: if
// that fails, the recording ends at once and reports it in Live and Recording.Problem. Close
// completes a running recording.
func (r *Recordings) Flush() error {
	r.mu.Lock()
	var all []*recording
	for _, one := range r.all {
		if one.failed == nil {
			all = append(all, one)
		}
	}
	r.mu.Unlock()
	var errs []error
	for _, one := range all {
		err := one.keeper.Flush()
		if err != nil {
			one.keeper.SaveSoon()
			err = one.keeper.Flush()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Close ends the running recording, keeps it, and waits until it is complete or ctx ends.
func (r *Recordings) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	if r.timer != nil {
		r.timer.Stop()
	}
	r.mu.Unlock()
	r.Stop()
	if err := r.running.Wait(ctx); err != nil {
		return err
	}
	return r.Flush()
}
