package transcripts

import (
	"context"
	"errors"

	"parley/app/chat"
	"parley/app/transcripts/scribe"
)

// The errors that callers tell apart with errors.Is. Others are the disk's own.
var (
	// ErrNotFound: there is no such transcript, or line, or it is deleted.
	ErrNotFound = errors.New("transcripts: not found")
	// ErrInvalid: the edit makes no sense, such as splitting inside a character.
	ErrInvalid = errors.New("transcripts: invalid")
)

// Transcripts owns them. It is safe from any goroutine. What takes a context touches the disk; List and Get do not.
type Transcripts struct{}

// lines are those an edit changes.
type lines struct{}

func (SetText) apply(*lines) error         { return errors.ErrUnsupported }
func (Split) apply(*lines) error           { return errors.ErrUnsupported }
func (Join) apply(*lines) error            { return errors.ErrUnsupported }
func (SetTimes) apply(*lines) error        { return errors.ErrUnsupported }
func (SetSpeaker) apply(*lines) error      { return errors.ErrUnsupported }
func (RenameSpeaker) apply(*lines) error   { return errors.ErrUnsupported }
func (ReplaceAll) apply(*lines) error      { return errors.ErrUnsupported }
func (SetTranslations) apply(*lines) error { return errors.ErrUnsupported }

// Add puts files into the queue, in their order; folders are gone through, and what is no sound in them is passed over. A file that is in the queue already, and
// not done, is not added again: its ID comes back. What is not taken is told in the second result.
func (t *Transcripts) Add(ctx context.Context, files []File, o AddOptions) ([]chat.ID, []Refused) {
	return nil, nil
}

// Estimate looks at a file and sends nothing (scribe.Estimate). connection is that of AddOptions.
func (t *Transcripts) Estimate(ctx context.Context, path string, connection chat.ID) (scribe.Estimate, error) {
	return scribe.Estimate{}, errors.ErrUnsupported
}

// DefaultModel is the model for speech to text of a connection ("" is the one in use): that of the settings, else the first that its
// list says is for it, else "": then it must be typed once.
func (t *Transcripts) DefaultModel(connection chat.ID) string { return "" }

// List gives all of them from memory: those in the queue first, in its order, then the others, pinned ones first, the newest first.
func (t *Transcripts) List() []Transcript { return nil }

// Get gives one of them from memory.
func (t *Transcripts) Get(id chat.ID) (Transcript, bool) { return Transcript{}, false }

// Lines reads all lines of one in their order.
func (t *Transcripts) Lines(ctx context.Context, id chat.ID) ([]Line, error) {
	return nil, errors.ErrUnsupported
}

// SoundPath is the file to hear it from: the library's copy, the recording, or the person's own file. The error is scribe.ErrMissing
// when it is not there.
func (t *Transcripts) SoundPath(id chat.ID) (string, error) { return "", errors.ErrUnsupported }

// Pause stops one that waits or is worked on until Resume. An upload ends at once and begins again later; a request that has left whole is paid for, so
// its answer is waited for and kept (Pausing). It does nothing with others.
func (t *Transcripts) Pause(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Resume lets one that was Paused wait for its turn again.
func (t *Transcripts) Resume(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Retry lets one that Failed wait for its turn again; only what is missing is asked for. Others that wait for the same service go on too.
func (t *Transcripts) Retry(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Cancel stops one that is in the queue, at once, and deletes it. Restore brings it back, Paused, with the parts it had.
func (t *Transcripts) Cancel(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Move puts one of the queue at a place in it, 0 the first, past the end the last.
func (t *Transcripts) Move(ctx context.Context, id chat.ID, place int) error {
	return errors.ErrUnsupported
}

// Rename gives one a title; an empty one is that of the file again.
func (t *Transcripts) Rename(ctx context.Context, id chat.ID, title string) error {
	return errors.ErrUnsupported
}

// Pin keeps one at the top, or no longer.
func (t *Transcripts) Pin(ctx context.Context, id chat.ID, pinned bool) error {
	return errors.ErrUnsupported
}

// Delete takes one out of the list; if it is worked on that stops. Restore brings it back for 30 days. The person's own file is never touched.
func (t *Transcripts) Delete(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Restore brings back what Delete or Cancel took away.
func (t *Transcripts) Restore(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// KeepCopy copies the sound file into the library, so that it is there when the person's own is not.
func (t *Transcripts) KeepCopy(ctx context.Context, id chat.ID) error { return errors.ErrUnsupported }

// Edit changes lines, in one step that is on disk when it returns. The error is ErrNotFound, ErrInvalid or the disk's.
func (t *Transcripts) Edit(ctx context.Context, id chat.ID, e Edit) error {
	return errors.ErrUnsupported
}

// Undo takes back the last step of Edit since the program started; changed is false when there is none.
func (t *Transcripts) Undo(ctx context.Context, id chat.ID) (changed bool, err error) {
	return false, errors.ErrUnsupported
}

// Redo makes the step again that was undone last, unless there was an Edit since.
func (t *Transcripts) Redo(ctx context.Context, id chat.ID) (changed bool, err error) {
	return false, errors.ErrUnsupported
}

// CanUndo and CanRedo ask memory alone.
func (t *Transcripts) CanUndo(id chat.ID) bool { return false }

// CanRedo is described at CanUndo.
func (t *Transcripts) CanRedo(id chat.ID) bool { return false }

// Search finds what a person types, as history.Search does, in titles, lines and translations, the newest first. All words must be in one line. To show both in one list,
// ask both with the same limit, sort by At and cut at the limit.
func (t *Transcripts) Search(ctx context.Context, query string, limit int) ([]Hit, error) {
	return nil, errors.ErrUnsupported
}
