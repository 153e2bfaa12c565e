package recordings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/media/microphone"
	"parlando/media/vad"
)

const (
	// mutedAfter is the length of digital silence after which the microphone counts as muted: long
	// enough for a user who thinks before speaking.
	mutedAfter = 5 * time.Second
	// syncEach is the interval between syncs that protect the sound against a power failure.
	syncEach = 400 * time.Millisecond
	// most is the maximum length of sound buffered in memory while the disk does not respond.
	most = 10 * time.Minute
	// surely is the length of detected voice from which the second pass for voice is skipped.
	surely = time.Second
)

// The reasons for which a recording ends.
var (
	errStopped  = errors.New("stopped")
	errDiskHung = errors.New("the disk does not respond")
)

// liveRecording is the running recording.
type liveRecording struct {
	one  *recording
	end  context.CancelCauseFunc
	news chan struct{} // signaled when samples are pending or the recording has ended
	// closing is closed when the recording has ended.
	closing chan struct{}
	// Set by Stop and Cancel while they hold Recordings.mu.
	stopping, canceled bool
	// copyTo is the folder to which SaveLive copies the sound, "" for none; guarded by
	// Recordings.mu.
	copyTo string

	mu      sync.Mutex
	vad     *vad.Detector
	pending []int16
	heard   int64 // number of samples received
	over    bool
	opened  bool
	device  string
	instead bool
}

func newHearing(one *recording, end context.CancelCauseFunc) *liveRecording {
	return &liveRecording{one: one, end: end, news: make(chan struct{}, 1), closing: make(chan struct{}), vad: vad.New(microphone.Rate)}
}

func (h *liveRecording) signal() {
	owner.Wake(h.news)
}

// take appends samples; it runs on the thread of the sound system.
func (h *liveRecording) take(samples []int16) {
	h.mu.Lock()
	h.vad.Write(samples)
	h.heard += int64(len(samples))
	late := len(h.pending) > int(most/time.Second)*microphone.Rate
	if !late {
		h.pending = append(h.pending, samples...)
	}
	h.mu.Unlock()
	if late {
		h.end(errDiskHung)
	}
	h.signal()
}

// finish marks the end of the samples.
func (h *liveRecording) finish() {
	h.mu.Lock()
	h.over = true
	h.mu.Unlock()
	close(h.closing)
	h.signal()
}

// live fills in the fields of l that depend on the received sound.
func (h *liveRecording) live(l *Live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l.Elapsed = lengthOf(h.heard * sampleBytes)
	l.Level = max(0, min(1+h.vad.Level()/60, 1))
	l.Voice, l.Heard, l.Pause = h.vad.HasVoice(), h.vad.HeardVoice(), h.vad.SinceVoice()
	l.DigitalSilence = h.vad.ConstantFor() >= mutedAfter-vad.LevelInterval
	l.Device, l.Instead = h.device, h.instead
	if l.Phase == Opening && h.opened {
		l.Phase = Hearing
	}
}

// record does all the work of one Start: it records until ctx ends or an error occurs, writes
// everything to disk and reports the result.
func (r *Recordings) record(ctx context.Context, h *liveRecording, before <-chan struct{}) {
	if before != nil {
		<-before
	}
	if r.o.Quiet != nil {
		r.o.Quiet.Stop(ctx, h.one.Purpose)
	}
	var stored error
	var writing sync.WaitGroup
	writing.Go(func() {
		// While the file is created, the microphone opens; its first samples wait in memory.
		if stored = r.store(h); stored != nil {
			h.end(stored)
		}
	})
	heard := r.listen(ctx, h)
	h.finish()
	writing.Wait()
	if cause := context.Cause(ctx); stored == nil && cause != nil && !errors.Is(cause, errStopped) {
		stored = cause // all sound was stored, but this error ended the recording
	}
	r.ended(h, heard, stored)
}

// listen records until ctx ends, and returns the error that ended it earlier.
func (r *Recordings) listen(ctx context.Context, h *liveRecording) error {
	if ctx.Err() != nil {
		return nil
	}
	feed := microphone.Feed{
		OnOpened: func(d microphone.Device) {
			h.mu.Lock()
			h.opened, h.device = true, d.Name
			h.mu.Unlock()
			r.mu.Lock()
			h.one.Device = d.Name
			h.one.keeper.SaveSoon()
			r.mu.Unlock()
			r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
		},
		OnSamples: func(samples []int16) {
			h.take(samples)
			r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
		},
	}
	chosen := ""
	if r.o.Device != nil {
		chosen = r.o.Device()
	}
	err := r.o.Input.Run(ctx, chosen, feed)
	if chosen != "" && errors.Is(err, microphone.ErrNoDevice) {
		// The chosen microphone is not connected. Use the default one; Live tells which it is.
		h.mu.Lock()
		h.instead = true
		h.mu.Unlock()
		err = r.o.Input.Run(ctx, "", feed)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// store writes samples to disk as they arrive, until the recording ends.
func (r *Recordings) store(h *liveRecording) error {
	if err := r.o.InPlace(); err != nil {
		return err
	}
	if err := os.MkdirAll(h.one.dir, 0o700); err != nil {
		return err
	}
	r.storeFirst(h.one)
	s, err := newSound(h.one.sound(), r.create)
	if err != nil {
		return err
	}
	dirty, synced := make(chan struct{}, 1), make(chan error, 1)
	r.running.Go("sync", func() { synced <- r.syncAll(s.file, dirty, h) })
	err = r.append(h, s, dirty)
	close(dirty)
	r.mu.Lock()
	copyTo := h.copyTo
	r.mu.Unlock()
	if copyTo != "" {
		err = errors.Join(err, s.copyTo(filepath.Join(copyTo, SoundFile)))
	}
	return errors.Join(err, <-synced, s.file.Close())
}

// append writes pending samples. Samples that did not fit are tried once more at the end, because
// the disk may have space again.
func (r *Recordings) append(h *liveRecording, s *sound, dirty chan<- struct{}) error {
	var left, spare []int16 // left are samples that are not on disk yet
	var failed error
	for range h.news {
		h.mu.Lock()
		came, over := h.pending, h.over
		h.pending = spare[:0]
		h.mu.Unlock()
		left, spare = append(left, came...), came
		if failed == nil || over {
			var n int
			n, failed = s.write(left)
			left = left[:copy(left, left[n:])]
		}
		if failed != nil {
			h.end(failed)
		}
		r.mu.Lock()
		first := h.one.Length == 0 && s.size > 0
		h.one.Length, h.one.Bytes = lengthOf(s.size), s.size+headerBytes
		r.mu.Unlock()
		if first {
			r.changed()
		}
		if over {
			return failed
		}
		owner.Wake(dirty)
	}
	return nil
}

// syncAll syncs written samples in parallel with writing, because a sync takes seconds on a slow
// disk.
func (r *Recordings) syncAll(f file, dirty <-chan struct{}, h *liveRecording) error {
	for range dirty {
		began := time.Now()
		if err := f.Sync(); err != nil {
			h.end(err)
			return err
		}
		select {
		case <-time.After(syncEach - time.Since(began)):
		case <-h.closing:
		}
	}
	return f.Sync()
}

// ended stores the result of a recording.
func (r *Recordings) ended(h *liveRecording, heard, stored error) {
	silent := r.isSilent(h)
	r.mu.Lock()
	one := h.one
	var failed problem.Problem
	switch {
	case stored != nil:
		failed = problem.Problem{Kind: problem.RecordingNotStored, Detail: stored.Error(), At: r.o.Now()}
	case heard != nil:
		failed = r.problemOf(heard)
	}
	one.State, one.Silent, one.Problem = Kept, silent, failed
	if h.canceled {
		one.State, one.Until = Canceled, r.o.Now().Add(stays)
	}
	empty := one.Length == 0
	if empty {
		one.Until = time.Time{}
		one.failed = ErrEmpty
		if failed.Kind != "" {
			one.failed = failed
		}
	}
	r.mu.Unlock()
	if empty {
		if err := one.remove(); err != nil {
			r.o.Log.Warn("An empty recording could not be removed", "id", one.ID, "error", err)
		}
	} else {
		one.keeper.SaveSoon()
		_ = one.keeper.Flush() // the keeper logs the error
	}
	r.mu.Lock()
	if r.hearing == h {
		r.hearing = nil
		r.failed = Live{}
		if failed.Kind != "" {
			r.failed = Live{Phase: Failed, ID: one.ID, Purpose: one.Purpose, Problem: failed, Kept: !empty}
			h.live(&r.failed)
		}
	}
	close(one.done)
	r.mu.Unlock()
	r.expire()
	r.changed()
	r.o.Marks.Mark(changes.Change{Topic: changes.Microphone})
}

// isSilent reports whether there is no voice in the recording.
func (r *Recordings) isSilent(h *liveRecording) bool {
	h.mu.Lock()
	spoken := h.vad.VoiceDuration()
	h.mu.Unlock()
	if spoken >= surely || h.heard == 0 {
		return false
	}
	_, _, voice, err := bounds(context.Background(), h.one.sound())
	return err == nil && !voice
}
