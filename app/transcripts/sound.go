package transcripts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/transcripts/transcriber"
)

// SoundPath returns the file to play: the library's copy, the recording, or the user's file. The
// error is transcriber.ErrMissing if that file does not exist, or an error of ctx.
func (t *Transcripts) SoundPath(ctx context.Context, id chat.ID) (string, error) {
	r, err := t.row(id)
	if err != nil {
		return "", err
	}
	path, err := t.soundOf(ctx, &r)
	if err != nil {
		return "", err
	}
	_, err = os.Stat(path)
	t.setMissing(id, err != nil)
	if err != nil {
		return "", fmt.Errorf("%w: %w", transcriber.ErrMissing, err)
	}
	return path, nil
}

func (t *Transcripts) soundOf(ctx context.Context, r *transcriptRow) (string, error) {
	switch {
	case r.copied != "":
		return filepath.Join(t.folder(r.ID), r.copied), nil
	case r.Recording != "":
		return t.recording(ctx, r.Recording)
	}
	return r.Path, nil
}

func (t *Transcripts) recording(ctx context.Context, id chat.ID) (string, error) {
	path, err := t.o.Recordings.Path(ctx, id)
	switch {
	case err == nil:
		return path, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	return "", fmt.Errorf("%w: %w", transcriber.ErrMissing, err)
}

// look checks whether audio files exist, which may take long on a network drive.
func (t *Transcripts) look(ctx context.Context, ids ...chat.ID) {
	for _, id := range ids {
		if ctx.Err() != nil {
			return
		}
		_, _ = t.SoundPath(ctx, id)
	}
}

func (t *Transcripts) setMissing(id chat.ID, missing bool) {
	t.mu.Lock()
	o := t.all[id]
	changed := o != nil && o.missing != missing
	if changed {
		o.missing = missing
	}
	t.mu.Unlock()
	if changed {
		t.mark()
	}
}
