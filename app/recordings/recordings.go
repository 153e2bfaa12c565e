package recordings

import (
	"context"
	"errors"

	"parley/app/chat"
	"parley/app/problem"
	"parley/media/microphone"
)

// ErrUnknown says that there is no such recording.
var ErrUnknown = errors.New("there is no such recording")

// Recordings is the owner. Use Open; end with Close. Its methods are safe from any goroutine; what they change is marked as changes.Microphone
// (what Live tells) and changes.Recordings (what List tells).
type Recordings struct{ o Options }

// Open reads the list.
func Open(o Options) (*Recordings, error) { return &Recordings{o: o}, nil }

// Start begins to record and never waits: what becomes of it is in Live. While something is being recorded it gives the ID of that, and changes nothing.
func (r *Recordings) Start(p Purpose) chat.ID { return "" }

// Stop ends what is being recorded, and keeps it. Live is Idle again when the file is whole; Wait waits for that.
func (r *Recordings) Stop() {}

// Cancel is Stop for what is not wanted: it goes after a day. What is already whole is marked, too, if it is the last one.
func (r *Recordings) Cancel() {}

// Dismiss ends the phase Failed.
func (r *Recordings) Dismiss() {}

// Live tells what the microphone hears now. It asks memory alone.
func (r *Recordings) Live() Live { return Live{} }

// Wait waits until a recording is whole on disk. The error is a problem.Problem when nothing was heard at all, ErrUnknown, or that of ctx. A recording that
// a problem ended has that in Problem, and no error.
func (r *Recordings) Wait(ctx context.Context, id chat.ID) (Recording, error) {
	return Recording{}, ErrUnknown
}

// List gives all recordings, the newest first. It asks memory alone.
func (r *Recordings) List() []Recording { return nil }

// Get gives one of List.
func (r *Recordings) Get(id chat.ID) (Recording, bool) { return Recording{}, false }

// Path is the file of one, in the library: a WAV of 16,000 samples a second. It must not be changed. The error is ErrUnknown.
func (r *Recordings) Path(id chat.ID) (string, error) { return "", ErrUnknown }

// Trimmed gives the file without the silence at both ends, and tells whether somebody speaks in it at all: if not, path is the whole. The error
// is ErrUnknown, of the disk, or of ctx.
func (r *Recordings) Trimmed(ctx context.Context, id chat.ID) (path string, speech bool, err error) {
	return "", false, ErrUnknown
}

// SetText says what a recording became. One that was made to be written down (Dictation, Talk) is Sent with that, and goes after a day.
func (r *Recordings) SetText(id chat.ID, text string) {}

// SetProblem says that writing it down has failed, or with the zero Problem that it is tried again. It is Kept with that.
func (r *Recordings) SetProblem(id chat.ID, p problem.Problem) {}

// Keep makes one that would go after a day stay.
func (r *Recordings) Keep(id chat.ID) {}

// Rename gives one a title.
func (r *Recordings) Rename(id chat.ID, title string) {}

// SaveAs copies one to a place that the person chose, in place of what stands there. The error is ErrUnknown, of the disk, or of ctx.
func (r *Recordings) SaveAs(ctx context.Context, id chat.ID, path string) error { return ErrUnknown }

// Delete takes one out of the list. Until the next start Restore brings it back.
func (r *Recordings) Delete(id chat.ID) {}

// Restore brings back what Delete took away.
func (r *Recordings) Restore(id chat.ID) {}

// Devices lists the microphones, the default first. The error is a problem.Problem.
func (r *Recordings) Devices(ctx context.Context) ([]microphone.Device, error) { return nil, nil }

// Close ends what is being recorded, keeps it, and waits until it is whole, but not longer than ctx.
func (r *Recordings) Close(ctx context.Context) error { return nil }
