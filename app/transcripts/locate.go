package transcripts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/transcripts/transcriber"
)

// Locate sets the new path of an audio file that is Missing. The error is transcriber.ErrMissing if
// there is no such file.
func (t *Transcripts) Locate(ctx context.Context, id chat.ID, path string) error {
	if _, err := t.row(id); err != nil {
		return err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s", transcriber.ErrMissing, path)
	}
	if err := t.change(ctx, id, func(r *transcriptRow) error {
		r.Path, r.Recording, r.copied = path, "", ""
		return nil
	}); err != nil {
		return err
	}
	t.setMissing(id, false)
	return nil
}
